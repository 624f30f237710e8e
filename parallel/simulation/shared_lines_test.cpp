// Tests of shared cache lines, against values worked out by hand.
#include "parallel/simulation/shared_lines.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace banyan {
namespace {

using namespace std::chrono_literals;

/// Transfers of 50 ns; see SharedLines.
struct SharedLinesTest : testing::Test {
  std::uint64_t write(int worker, std::uint64_t now, SharedLines::Line line = 1) {
    lines.begin(worker, now);
    lines.write(line);
    return lines.end();
  }
  std::uint64_t read(int worker, std::uint64_t now, SharedLines::Line line = 1) {
    lines.begin(worker, now);
    lines.read(line);
    return lines.end();
  }

  SharedLines lines{50ns};
};

TEST_F(SharedLinesTest, CostNothingWithOneWorker) {
  for (std::uint64_t now = 0; now < 10; ++now) {
    EXPECT_EQ(read(7, now, now % 3), 0U);
    EXPECT_EQ(write(7, now, now % 3), 0U);
  }
  EXPECT_EQ(lines.transfers(), 0U);
}

TEST_F(SharedLinesTest, CostTwoWorkersInTurnsATransferEach) {
  EXPECT_EQ(write(0, 0), 0U);
  for (std::uint64_t turn = 1; turn <= 10; ++turn) {
    EXPECT_EQ(write(static_cast<int>(turn % 2), 1000 * turn), 50U);
  }
  EXPECT_EQ(lines.transfers(), 10U);
  EXPECT_EQ(lines.time(), 10 * 50U);
}

TEST_F(SharedLinesTest, CostWritersOfDifferentLinesNothing) {
  for (std::uint64_t now = 0; now < 10; ++now) {
    EXPECT_EQ(write(0, now, 1), 0U);
    EXPECT_EQ(write(1, now, 2), 0U);
  }
}

TEST_F(SharedLinesTest, LetSimultaneousWritersWaitForEachOther) {
  write(0, 0);
  for (int worker = 1; worker <= 8; ++worker) {
    EXPECT_EQ(write(worker, 1000), static_cast<unsigned>(worker) * 50U);
  }
  EXPECT_EQ(write(9, 1100), 350U) << "100 ns later, the queue is shorter by two transfers.";
}

TEST_F(SharedLinesTest, LetReadersReadTogether) {
  write(0, 0);
  for (int worker = 1; worker <= 8; ++worker) EXPECT_EQ(read(worker, 1000), 50U);
  for (int worker = 0; worker <= 8; ++worker) EXPECT_EQ(read(worker, 2000), 0U);
  EXPECT_EQ(lines.transfers(), 8U);
}

TEST_F(SharedLinesTest, LetAllReadWhatNobodyWrote) {
  for (int worker = 0; worker < 4; ++worker) EXPECT_EQ(read(worker, 1000), 0U);
  EXPECT_EQ(write(3, 2000), 50U) << "It tells the other readers.";
}

TEST_F(SharedLinesTest, LetAWriterTakeALineFromItsReaders) {
  write(0, 0);
  read(1, 1000);
  EXPECT_EQ(write(0, 2000), 50U);
  EXPECT_EQ(write(0, 3000), 0U);
  EXPECT_EQ(read(1, 4000), 50U);
}

TEST_F(SharedLinesTest, OverlapAWorkersReadsButNotItsWrites) {
  for (SharedLines::Line line = 1; line <= 3; ++line) write(0, 0, line);
  lines.begin(1, 1000);
  for (SharedLines::Line line = 1; line <= 3; ++line) lines.read(line);
  EXPECT_EQ(lines.end(), 50U);
  lines.begin(2, 2000);
  for (SharedLines::Line line = 1; line <= 3; ++line) lines.write(line);
  EXPECT_EQ(lines.end(), 150U);
}

TEST_F(SharedLinesTest, LetAWriteWaitForTheReadsBeforeIt) {
  write(0, 0, 1);
  write(0, 0, 2);
  lines.begin(1, 1000);
  lines.read(1);
  lines.write(2);
  EXPECT_EQ(lines.end(), 100U);
}

TEST_F(SharedLinesTest, LetAReaderWaitForAWriteUnderWay) {
  write(0, 0);
  write(1, 1000);
  EXPECT_EQ(read(2, 1020), 30U + 50U);
}

// Worker 1 comes to line 1 only at 1100, after two other lines.
TEST_F(SharedLinesTest, AreFreeUntilAnotherComesForThem) {
  for (SharedLines::Line line = 1; line <= 3; ++line) write(0, 0, line);
  lines.begin(1, 1000);
  for (const SharedLines::Line line : {3U, 2U, 1U}) lines.write(line);
  EXPECT_EQ(lines.end(), 150U);
  EXPECT_EQ(write(2, 1010), 50U) << "1010 to 1060, before worker 1's transfer";
  EXPECT_EQ(write(3, 1055), 145U) << "no room before: 1150 to 1200";
}

TEST(SharedLines, CostNothingIfTransfersTakeNoTime) {
  SharedLines lines(0ns);
  for (int worker = 0; worker < 4; ++worker) {
    lines.begin(worker, 0);
    lines.write(1);
    lines.read(1);
    EXPECT_EQ(lines.end(), 0U);
  }
  EXPECT_FALSE(lines.cost());
  EXPECT_EQ(lines.transfers(), 0U);
}

}  // namespace
}  // namespace banyan

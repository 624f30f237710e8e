#include "core/base/arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;

/// A block: its first line and the line after its last.
using Block = std::pair<std::size_t, std::size_t>;

std::size_t lines_of(std::size_t bytes) { return (bytes + Arena::kLine - 1) / Arena::kLine; }

/// Allocates blocks of random sizes until the lane gets no more.
std::vector<Block> fill(Arena::Lane& lane, Random random, std::uint32_t largest) {
  std::vector<Block> blocks;
  for (;;) {
    const std::size_t bytes = 1 + random.below(largest);
    const std::uint32_t index = lane.allocate(bytes);
    if (index == 0) return blocks;
    blocks.emplace_back(index, index + lines_of(bytes));
  }
}

void expect_apart(std::vector<Block> blocks, const Arena& arena) {
  ASSERT_FALSE(blocks.empty());
  std::sort(blocks.begin(), blocks.end());
  EXPECT_GT(blocks.front().first, 0U);
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    ASSERT_LE(blocks[i - 1].second, blocks[i].first);
  }
  EXPECT_LE(blocks.back().second * Arena::kLine, arena.capacity());
}

TEST(Arena, BlocksAreApart) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  expect_apart(fill(lane, Random(StreamKey{1, 0, 0, 0}), 2000), arena);
}

TEST(Arena, BlocksAreAlignedToCacheLines) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  for (const std::size_t bytes : {1U, 63U, 64U, 65U, 99U, 4000U}) {
    const auto address = reinterpret_cast<std::uintptr_t>(arena.at(lane.allocate(bytes)));
    EXPECT_EQ(address % Arena::kLine, 0U);
  }
}

TEST(Arena, BlocksKeepWhatIsWrittenToThem) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  const std::vector<Block> blocks = fill(lane, Random(StreamKey{2, 0, 0, 0}), 2000);
  const auto byte_of = [](std::size_t i) { return static_cast<unsigned char>(i % 251); };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [first, end] = blocks[i];
    std::memset(arena.at(static_cast<std::uint32_t>(first)), byte_of(i),
                (end - first) * Arena::kLine);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [first, end] = blocks[i];
    const auto* bytes =
        static_cast<const unsigned char*>(arena.at(static_cast<std::uint32_t>(first)));
    const auto count = static_cast<std::ptrdiff_t>((end - first) * Arena::kLine);
    ASSERT_EQ(std::count(bytes, bytes + count, byte_of(i)), count);
  }
}

TEST(Arena, IsUsedToTheLastLine) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  std::size_t lines = 0;
  while (lane.allocate(1) != 0) ++lines;
  EXPECT_EQ(lines, kMegabyte / Arena::kLine - 1);  // line 0 stands for "no block"
}

TEST(Arena, UsesNoMoreThanItsCapacity) {
  for (const std::size_t request :
       {std::size_t{0}, std::size_t{1}, 3 * Arena::kChunk + 1, kMegabyte}) {
    Arena arena(request);
    std::vector<Arena::Lane> lanes(3, Arena::Lane(arena));
    for (std::size_t i = 0; i < lanes.size(); ++i)
      fill(lanes[i], Random(StreamKey{i, 0, 0, 0}), 500);
    EXPECT_LE(arena.used(), arena.capacity());
    for (Arena::Lane& lane : lanes) EXPECT_EQ(lane.allocate(Arena::kMinBytes - Arena::kLine), 0U);
    EXPECT_EQ(arena.used(), arena.capacity());
  }
}

TEST(Arena, CapacityIsTheRequestInWholeLines) {
  for (const std::size_t request : {2 * Arena::kChunk, 2 * Arena::kChunk + 1, 5 * Arena::kChunk - 1,
                                    kMegabyte, 3 * kMegabyte + 12345}) {
    const Arena arena(request);
    EXPECT_LE(arena.capacity(), request);
    EXPECT_GT(arena.capacity(), request - Arena::kLine);
    EXPECT_EQ(arena.capacity() % Arena::kLine, 0U);
  }
}

TEST(Arena, CapacityHasAMinimum) {
  EXPECT_EQ(Arena(0).capacity(), Arena::kMinBytes);
  EXPECT_EQ(Arena(1).capacity(), Arena::kMinBytes);
}

TEST(Arena, HoldsLargeBlocksToTheLast) {
  for (std::size_t odd = 0; odd < Arena::kChunk; odd += 7 * Arena::kLine) {
    Arena arena(2 * Arena::kChunk + odd);
    Arena::Lane lane(arena);
    while (const std::size_t index = lane.allocate(10'000)) {
      ASSERT_LE(index * Arena::kLine + 10'000, arena.capacity());
    }
  }
}

TEST(Arena, TheLargestBlockFitsAnEmptyArena) {
  Arena arena(Arena::kMinBytes);
  Arena::Lane lane(arena);
  EXPECT_NE(lane.allocate(Arena::kMinBytes - Arena::kLine), 0U);
}

TEST(Arena, HoldsBlocksThatAreLargerThanAChunk) {
  for (const std::size_t bytes : {Arena::kChunk, Arena::kChunk + 1, 5 * Arena::kChunk}) {
    Arena arena(kMegabyte);
    Arena::Lane lane(arena);
    std::size_t end = Arena::kLine;  // line 0 stands for "no block"
    std::size_t blocks = 0;
    while (const std::size_t index = lane.allocate(bytes)) {
      ASSERT_GE(index * Arena::kLine, end);
      end = index * Arena::kLine + bytes;
      ASSERT_LE(end, arena.used());
      ++blocks;
    }
    EXPECT_GE(blocks, kMegabyte / bytes / 2);
    EXPECT_LE(arena.used(), arena.capacity());
  }
}

TEST(Arena, AFullArenaHandsOutAgainWhatWasGivenBack) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  Random random(StreamKey{4, 0, 0, 0});
  std::vector<Block> blocks = fill(lane, random, 2000);
  while (lane.allocate(Arena::kLine) != 0) {
  }
  const std::size_t used = arena.used();
  FreeBlocks free = arena.no_free_blocks();
  lane.recycle(free);
  for (int round = 0; round < 5; ++round) {
    std::size_t freed = 0;
    std::vector<Block> kept;
    for (const Block& block : blocks) {
      if (random.below(2) == 0) {
        kept.push_back(block);
      } else {
        freed += block.second - block.first;
        lane.free(static_cast<std::uint32_t>(block.first),
                  (block.second - block.first) * Arena::kLine);
      }
    }
    const std::vector<Block> again = fill(lane, random, Arena::kLine);  // also parts of larger ones
    EXPECT_EQ(again.size(), freed);
    blocks = kept;
    blocks.insert(blocks.end(), again.begin(), again.end());
    expect_apart(blocks, arena);
  }
  EXPECT_EQ(arena.used(), used);
}

TEST(FreeBlocks, AreNoLargerThanNeededWhereOneIs) {
  Arena arena(kMegabyte);
  FreeBlocks free = arena.no_free_blocks();
  for (const auto& [index, lines] : {std::pair(10U, 1U), {20U, 2U}, {30U, 43U}, {100U, 5U}}) {
    free.put({index, lines});
  }
  EXPECT_EQ(free.take(2).index, 20U);
  EXPECT_EQ(free.take(2).lines, 5U);
  EXPECT_EQ(free.take(44).lines, 0U);
  EXPECT_EQ(free.take(1).index, 10U);
  EXPECT_EQ(free.take(1).lines, 43U);
  EXPECT_EQ(free.take(1).lines, 0U);
}

TEST(Arena, AFullArenaStaysFull) {
  Arena arena(Arena::kMinBytes);
  Arena::Lane lane(arena);
  fill(lane, Random(StreamKey{3, 0, 0, 0}), 500);
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(lane.allocate(Arena::kChunk / 2), 0U);
  EXPECT_EQ(arena.used(), arena.capacity());
}

TEST(Arena, UndoGivesTheLastBlockAgain) {
  Arena arena(kMegabyte);
  Arena::Lane lane(arena);
  lane.allocate(100);
  const std::uint32_t last = lane.allocate(300);
  lane.undo(last);
  EXPECT_EQ(lane.allocate(64), last);
}

TEST(Arena, UndoWorksAcrossChunks) {
  Arena arena(4 * Arena::kChunk);
  Arena::Lane lane(arena);
  std::vector<Block> blocks;
  Random random(StreamKey{4, 0, 0, 0});
  for (;;) {  // every block is given back once
    const std::size_t bytes = 1 + random.below(5000);
    const std::uint32_t first = lane.allocate(bytes);
    if (first == 0) break;
    lane.undo(first);
    const std::uint32_t again = lane.allocate(bytes);
    ASSERT_EQ(again, first);
    blocks.emplace_back(again, again + lines_of(bytes));
  }
  expect_apart(blocks, arena);
}

TEST(Arena, ResetForgetsAllBlocks) {
  Arena arena(kMegabyte);
  Arena::Lane before(arena);
  const std::size_t blocks = fill(before, Random(StreamKey{5, 0, 0, 0}), 700).size();
  arena.reset();
  EXPECT_EQ(arena.used(), 0U);
  Arena::Lane lane(arena);
  EXPECT_EQ(fill(lane, Random(StreamKey{5, 0, 0, 0}), 700).size(), blocks);
}

/// The lines that a lane gets, one by one, before it needs another chunk.
std::size_t lines_of_chunk(Arena& arena, Arena::Lane& lane) {
  const std::size_t used = arena.used();
  std::size_t lines = 0;
  while (arena.used() == used && lane.allocate(1) != 0) ++lines;
  return lines;
}

TEST(Arena, ChunksGrowToAHugePageAndAreNotMuchOfWhatIsUsed) {
  Arena arena(512 * kMegabyte);
  Arena::Lane lane(arena);
  std::size_t largest = 0;
  for (std::size_t used = 0; used < 64 * kMegabyte; used = arena.used()) {
    lines_of_chunk(arena, lane);
    const std::size_t chunk = arena.used() - used;
    EXPECT_EQ(used % chunk, 0U);
    EXPECT_LE(chunk, std::max(used / 16, Arena::kChunk));
    EXPECT_GE(chunk, largest);
    largest = chunk;
  }
  EXPECT_EQ(largest, 2 * kMegabyte);
}

TEST(Arena, ChunksOfASmallArenaStaySmall) {
  for (const auto& [capacity, most] :
       {std::pair{8 * kMegabyte, Arena::kChunk}, std::pair{kMegabyte / 4, std::size_t{4096}}}) {
    Arena arena(capacity);
    Arena::Lane lane(arena);
    for (std::size_t used = 0; used < arena.capacity(); used = arena.used()) {
      lines_of_chunk(arena, lane);
      EXPECT_LE(arena.used() - used, most);
    }
  }
}

TEST(Arena, BlocksOfASingleLaneLeaveNothingBetweenChunks) {
  Arena arena(kMegabyte / 4);
  Arena::Lane lane(arena);
  constexpr std::uint32_t kLines = 25;
  std::uint32_t last = lane.allocate(kLines * Arena::kLine);
  while (const std::uint32_t next = lane.allocate(kLines * Arena::kLine)) {
    ASSERT_EQ(next, last + kLines);
    last = next;
  }
  EXPECT_LT(arena.capacity() / Arena::kLine, last + 2 * kLines);
}

TEST(Arena, WithManyLanesIsHardlyFullBeforeAllOfItIsUsed) {
  Arena arena(256 * kMegabyte);
  std::deque<Arena::Lane> lanes;
  for (int i = 0; i < 128; ++i) lanes.emplace_back(arena);
  std::size_t lines = 0;
  // All take turns until the first one gets nothing.
  for (bool full = false; !full; lines += full ? 0 : lanes.size()) {
    for (Arena::Lane& lane : lanes) full |= lane.allocate(Arena::kLine) == 0;
  }
  EXPECT_GT(lines * Arena::kLine, arena.capacity() / 100 * 95);
}

TEST(Arena, TheMemoryOfOneThatIsGoneIsForTheNextOfItsSize) {
  constexpr std::size_t kBytes = 96 * kMegabyte;
  const void* place = nullptr;
  {
    const Arena arena(kBytes);
    place = arena.at(0);
  }
  const Arena again(kBytes);
  EXPECT_EQ(again.at(0), place);
  const Arena beside(kBytes);
  EXPECT_NE(beside.at(0), place);
  const Arena larger(kBytes + Arena::kLine);
  EXPECT_NE(larger.at(0), place);
}

TEST(Arena, HoldsZerosWhereTheyAreAskedFor) {
  constexpr std::size_t kBytes = 97 * kMegabyte;
  {
    Arena arena(kBytes);
    Arena::Lane lane(arena);
    std::memset(arena.at(lane.allocate(1000)), 1, 1000);
  }
  const Arena arena(kBytes, Arena::Content::kZeros);
  const auto* const bytes = static_cast<const unsigned char*>(arena.at(0));
  EXPECT_EQ(std::count(bytes, bytes + 2000, 0), 2000);
}

TEST(Arena, LanesOfManyThreadsAreApart) {
  Arena arena(8 * kMegabyte);
  std::vector<std::vector<Block>> blocks(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      threads.emplace_back([&arena, &mine = blocks[i], i] {
        Arena::Lane lane(arena);
        mine = fill(lane, Random(StreamKey{6, 0, 0, i}), 3000);
      });
    }
  }
  std::vector<Block> all;
  for (const auto& mine : blocks) all.insert(all.end(), mine.begin(), mine.end());
  expect_apart(all, arena);
  EXPECT_EQ(arena.used(), arena.capacity());
}

TEST(Arena, ManyThreadsCannotPassTheCapacity) {
  Arena arena(Arena::kMinBytes);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&arena] {
      Arena::Lane lane(arena);
      for (int n = 0; n < 10'000; ++n) {
        const std::uint32_t index = lane.allocate(1000);
        ASSERT_LE(index * Arena::kLine + 1000, arena.capacity());
      }
    });
  }
  threads.clear();
  EXPECT_EQ(arena.used(), arena.capacity());
}

TEST(Arena, TheLargestIndexNamesTheLastLine) {
  // The largest arena that 32-bit indices can address; reserved, hardly touched.
  constexpr std::size_t kLines = Arena::kMaxBytes / Arena::kLine;
  static_assert(kLines <= std::numeric_limits<std::uint32_t>::max());
  const Arena arena(Arena::kMaxBytes);
  EXPECT_EQ(arena.capacity(), Arena::kMaxBytes);
  const auto last = static_cast<std::uint32_t>(kLines - 1);
  const auto* base = static_cast<const std::byte*>(arena.at(0));
  EXPECT_EQ(static_cast<const std::byte*>(arena.at(last)) - base,
            static_cast<std::ptrdiff_t>(Arena::kMaxBytes - Arena::kLine));
}

}  // namespace
}  // namespace banyan

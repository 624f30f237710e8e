// Where `banyan search` starts (a record, a board or moves), and what ends it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

Arguments of_record(const std::string& game, const std::string& file) {
  return {"search", "--game", game, "--engine", "random", "--iterations", "1", "--sgf", file};
}

TEST(SearchCommand, TakesSizeAndKomiOfARecordUnlessTheyAreGiven) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "x.sgf").string();
  write_file_whole(file, "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee])");
  EXPECT_EQ(run_json(of_record("go", file))["game"], "go:size=9,komi=5.5");
  EXPECT_EQ(run_json(of_record("go:size=9", file))["game"], "go:size=9,komi=5.5");
  const Outcome other = run_banyan(of_record("go:komi=7.5", file));
  EXPECT_EQ(other.status, 2) << other.text();
  EXPECT_THAT(other.err, HasSubstr("its komi is 5.5, not 7.5.\n"));
  EXPECT_THAT(run_banyan(of_record("go:size=19", file)).err,
              HasSubstr("its board is of size 9, not 19.\n"));
}

TEST(SearchCommand, GoesOnAfterTwoPassesOfARecordIfMovesFollow) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "x.sgf").string();
  write_file_whole(file, "(;GM[1]SZ[5];B[cc];W[];B[])");
  Arguments command = of_record("go", file);
  EXPECT_THAT(run_banyan(command).err,
              HasSubstr("--sgf leads to a finished game: there is nothing to search."));
  command.insert(command.end(), {"--moves", "a1"});
  EXPECT_THAT(run_banyan(command).out, HasSubstr("X to move\n"));
}

TEST(SearchCommand, StartsFromABoard) {
  const Arguments command{
      "search",
      "--game",
      "othello",
      "--engine",
      "solver",
      "--board",
      "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18"};
  EXPECT_EQ(run_json(command)["best_move"], "g8");
  Arguments both = command;
  both.insert(both.end(), {"--sgf", "x.sgf"});
  EXPECT_THAT(run_banyan(both).err,
              HasSubstr("--sgf and --board name two positions: give one of them."));
}

/// The iterations of a search of seq within these limits.
std::uint64_t iterations_within(Arguments limits) {
  Arguments command{"search", "--game", "connect_four", "--engine", "seq"};
  command.insert(command.end(), limits.begin(), limits.end());
  return run_json(command)["iterations"];
}

TEST(SearchCommand, EndsAtTheFirstOfSeveralLimits) {
  EXPECT_EQ(iterations_within({"--iterations", "20", "--time", "1000h"}), 20U);
  EXPECT_EQ(iterations_within({"--iterations", "20", "--playouts", "10"}), 10U);
  EXPECT_LT(iterations_within({"--iterations", "1073741823", "--time", "1ms"}), 1073741823U);
}

}  // namespace
}  // namespace banyan::bench

// Tests of matches whose games repeat: of engines that always do the same, they count once and end
// the match; of engines that draw anew, all count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/match/match.hpp"
#include "bench/match/together/pool.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/opponents/scripted_test.hpp"
#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "core/search/scale_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

MatchOptions tic_tac_toe(const std::string& engines, std::uint64_t pairs) {
  MatchOptions match = plain_match("tic_tac_toe", engines, pairs);
  match.limits = Limits{.iterations = 100};
  return match;
}

TEST(RepeatedGames, OfTwoSolversEndTheMatchAndCountOnce) {
  const MatchOptions match = tic_tac_toe("solver;solver", 300);
  const MatchResult result = play_whole(match);
  EXPECT_TRUE(result.only_repeats);
  EXPECT_FALSE(result.interrupted);
  EXPECT_EQ(result.pentanomial, (Pentanomial{0, 0, 1, 0, 0}));
  const Json json = match_json(match, result);
  EXPECT_EQ(json["games"], 22);
  EXPECT_EQ(json["different_games"], 2);
  EXPECT_EQ(json["repeated_games"], 20);
  EXPECT_EQ(json["counted_games"], 2);
  EXPECT_EQ(json["draws"], 2);
  EXPECT_EQ(json["only_repeats"], true);
  const std::string text = match_text(match, result);
  EXPECT_THAT(text, HasSubstr("22 games of tic_tac_toe (2 different, 2 counted)"));
  EXPECT_THAT(text, HasSubstr("20 of 22 games repeat earlier ones"));
  EXPECT_THAT(match_verdict(match, result),
              HasSubstr("more games would only repeat these, so give other openings."));
}

TEST(RepeatedGames, OfForeignProgramsConvinceNoTest) {
  const Scripted program;
  for (const bool sprt : {true, false}) {
    MatchOptions match = tic_tac_toe(program.spec() + ';' + program.spec("resign"), 300);
    if (sprt) match.sprt = SprtSettings{0, 20};
    if (!sprt) match.equivalent = 20;
    const MatchResult result = play_whole(match);
    EXPECT_EQ(result.deals.size(), 11U);
    EXPECT_EQ(result.pentanomial, (Pentanomial{0, 0, 0, 0, 1}));
    EXPECT_FALSE(result.decided);
    EXPECT_EQ(result.verdict, Verdict::kContinue);
    EXPECT_THAT(match_verdict(match, result), HasSubstr("not enough games"));
  }
}

TEST(RepeatedGames, CountOnceForEachOpeningOfAFile) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "openings.txt";
  write_file_whole(path, "a1 b2\na1 c3\nb1 c1\n");
  MatchOptions match = tic_tac_toe("solver;solver", 300);
  match.openings.file = OpeningFile{.path = path.string(), .shuffled = true};
  read_openings(*match.openings.file, match.game);
  const MatchResult result = play_whole(match);
  EXPECT_TRUE(result.only_repeats);
  EXPECT_EQ(result.deals.size(), 3 + Repeats::kInARow);
  EXPECT_EQ(pair_count(result.pentanomial), 3U);
  EXPECT_EQ(result.even_shares.size(), 3U);
}

TEST(RepeatedGames, OfEnginesThatDrawAnewAllCount) {
  const MatchOptions match = tic_tac_toe("seq:iterations=1000;seq:iterations=1000,c=1", 60);
  const MatchResult result = play_whole(match);
  EXPECT_GT(result.repeated_games(), 20U);
  EXPECT_FALSE(result.once);
  EXPECT_EQ(pair_count(result.pentanomial), 60U);
  EXPECT_EQ(result.counted_games(), 120U);
  EXPECT_THAT(
      repeats_note(result).value(),
      HasSubstr(
          "so the engines draw anew in each game, and all count, for play from this opening."));
}

TEST(SlowRepeatedGames, KeepTheCoverageOfTheInterval) {
  const int matches = scaled(200);
  int held = 0;
  std::size_t repeated = 0;
  MatchOptions match = tic_tac_toe("seq;seq", 20);
  for (int i = 0; i < matches; ++i) {
    match.seed = static_cast<std::uint64_t>(i);
    const MatchResult result = play_whole(match);
    EXPECT_EQ(pair_count(result.pentanomial), 20U);
    const Estimate found = elo(result.pentanomial);
    held += found.lower95 <= 0 && found.upper95 >= 0 ? 1 : 0;
    repeated += result.repeated_games();
  }
  EXPECT_GT(repeated, 0U);
  EXPECT_GE(held, 0.93 * matches);
}

TEST(RepeatedGames, OfAPoolCountOnceInItsRatings) {
  const Scripted program;
  const Arguments pool{"pool",
                       "--game",
                       "tic_tac_toe",
                       "--engines",
                       program.spec() + ';' + program.spec("resign"),
                       "--pairs",
                       "100",
                       "--openings",
                       "none",
                       "--time",
                       "1s"};
  const Json json = run_json(pool);
  EXPECT_EQ(json["interrupted"], false);
  EXPECT_EQ(json["matches"][0]["games"], 22);
  EXPECT_EQ(json["matches"][0]["counted_games"], 2);
  EXPECT_EQ(json["ratings"][1]["games"], 2);
  EXPECT_THAT(run_banyan(pool).out, HasSubstr("20 of 22 games repeat earlier ones"));
}

TEST(RepeatedGames, InAFolderGoOnToTheSameEnd) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "match").string();
  const Arguments match{"match",   "--game", "tic_tac_toe", "--a",  "solver", "--b", "solver",
                        "--pairs", "300",    "--openings",  "none", "--out",  out};
  const Json once = run_json(match);
  const auto games = [&] { return read_file(out + "/games.jsonl"); };
  const std::string before = games();
  EXPECT_EQ(std::count(before.begin(), before.end(), '\n'), 22);
  EXPECT_EQ(without_times(run_json(match)), without_times(once));
  EXPECT_EQ(games(), before);
  // A part of the games, as a killed run leaves them.
  write_file_whole(out + "/games.jsonl", before.substr(0, before.size() / 2));
  EXPECT_EQ(without_times(run_json(match)), without_times(once));
  EXPECT_THAT(read_file(out + "/results.csv"), HasSubstr("tic_tac_toe"));
}

}  // namespace
}  // namespace banyan::bench

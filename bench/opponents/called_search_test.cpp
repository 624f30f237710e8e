#include "bench/opponents/called_search.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "bench/match/match.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

TEST(CalledSearch, PlaysByItsBudgetAndWithASeedForEachMove) {
  std::set<std::uint64_t> seeds;
  std::uint64_t moves = 0;
  MatchOptions match = plain_match("tic_tac_toe", "random;random", 3);
  match.concurrency = 1;
  match.engines[0] =
      called_search("mine", Limits{.iterations = 7},
                    [&](const AnyGame& position, const Limits& limits, const StreamKey& key) {
                      EXPECT_EQ(limits.iterations, 7U);
                      seeds.insert(Random(key).next());
                      ++moves;
                      return position.legal_moves().back();
                    });
  const MatchResult result = play_whole(match);
  EXPECT_EQ(result.deals.size(), 3U);
  EXPECT_EQ(seeds.size(), moves);
  EXPECT_EQ(result.effort[0].moves, moves);
  for (const Deal& deal : result.deals) {
    for (const GameRecord& game : deal) {
      EXPECT_EQ(game_json(match, game).at(game.seats[0] == 0 ? "first" : "second"), "mine");
    }
  }
}

TEST(CalledSearch, IsMadeOfNoOtherSettings) {
  EXPECT_EQ(make_called_search(parse_engine("seq")), nullptr);
}

}  // namespace
}  // namespace banyan::bench

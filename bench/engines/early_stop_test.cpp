// Tests of stop=early: the same move for fewer iterations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"
#include "core/base/clock_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

/// Positions after some random moves where a player is to move.
std::vector<std::unique_ptr<AnyGame>> positions_of(const std::string& game, int count) {
  std::vector<std::unique_ptr<AnyGame>> positions;
  Random random({1, 0, 0, 0});
  const GameChoice choice = parse_game(game);
  for (int plies = 0; static_cast<int>(positions.size()) < count; ++plies) {
    auto position = choice.start->clone();
    for (int i = 0; i < plies % 8 && !position->over(); ++i) {
      const auto moves = position->legal_moves();
      position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    while (!position->over() && position->to_move() == kChance) {
      position->play(position->draw(random));
    }
    if (!position->over()) positions.push_back(std::move(position));
  }
  return positions;
}

struct Deterministic {
  const char* engine;
  const char* games;  ///< separated by blanks
};

class StopsEarly : public testing::TestWithParam<Deterministic> {};

TEST_P(StopsEarly, WithTheMoveOfTheWholeSearchAndFewerIterations) {
  constexpr std::uint64_t kIterations = 3000;  // several looks at the root
  for (const std::string& game : parse_list(GetParam().games, ' ', "games")) {
    std::uint64_t saved = 0;
    std::uint64_t seed = 0;
    for (const auto& position : positions_of(game, 24)) {
      const std::string spec = GetParam().engine;
      const std::string early = spec + (spec.find(':') == std::string::npos ? ":" : ",");
      const auto whole = position->make_engine(parse_engine(spec));
      const auto stopping = position->make_engine(parse_engine(early + "stop=early"));
      for (int i = 0; i < 4; ++i) {
        const StreamKey key{++seed, 0, 0, 0};
        const SearchResult all = whole->search(*position, {.iterations = kIterations}, key, {});
        const SearchResult some = stopping->search(*position, {.iterations = kIterations}, key, {});
        EXPECT_EQ(some.best_move, all.best_move) << game << " seed " << seed;
        EXPECT_EQ(some.iterations + some.counters.at("iterations_saved"), kIterations);
        EXPECT_FALSE(all.counters.contains("iterations_saved"));
        saved += some.counters.at("iterations_saved");
      }
    }
    EXPECT_GT(saved, 0U) << game;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Engines, StopsEarly,
    testing::Values(Deterministic{"seq", "tic_tac_toe connect_four hex:size=5 othello go:size=5"},
                    Deterministic{"seq:batch=64", "connect_four hex:size=5 breakthrough:size=5"},
                    Deterministic{"seq:phases=on", "connect_four"},
                    Deterministic{"leaf:threads=2,playouts=4", "connect_four hex:size=5"},
                    Deterministic{"tree:threads=1", "connect_four hex:size=5 othello"},
                    Deterministic{"tree:threads=1,batch=64", "connect_four"},
                    Deterministic{"tree:threads=1,lock=packed", "connect_four"},
                    Deterministic{"tree:threads=1,lock=node", "connect_four"},
                    Deterministic{"seq:select=puct,priors=game", "connect_four"},
                    Deterministic{"seq:rave=100,tt=uct1", "hex:size=5"},
                    Deterministic{"seq:reuse=on", "rolit:size=5,players=3 pig"},
                    Deterministic{"batched:batch=4", "connect_four hex:size=5"}),
    [](const auto& each) {
      std::string name = each.param.engine;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

TEST(StopsEarlyWithThreads, WhereNobodyCanOvertakeTheLeader) {
  for (const char* engine : {"tree:threads=2,stop=early", "tree:threads=2,lock=free,stop=early",
                             "tree:threads=2,grain=50,stop=early", "seq:stop=early"}) {
    const auto position = parse_game("connect_four").start->clone();
    for (const char* move : {"4", "1", "4", "1", "4", "2"}) position->play(*position->parse(move));
    const auto search = position->make_engine(parse_engine(engine));
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const SearchResult found =
          search->search(*position, {.iterations = 20'000}, {seed, 0, 0, 0}, {});
      const std::uint64_t saved = found.counters.at("iterations_saved");
      EXPECT_EQ(found.iterations + saved, 20'000U) << engine;
      EXPECT_GT(saved, 0U) << engine;
      EXPECT_EQ(position->to_text(found.best_move), "4");
    }
  }
}

TEST(StopsEarlyByTime, AtTheRateSoFar) {
  const TestClock slow(TestClock::kSlow);
  const auto position = parse_game("connect_four").start->clone();
  for (const char* move : {"4", "1", "4", "1", "4", "2"}) position->play(*position->parse(move));
  const auto search = position->make_engine(parse_engine("seq:stop=early"));
  const Limits limits{.time = std::chrono::milliseconds(200)};
  const SearchResult found = search->search(*position, limits, {1, 0, 0, 0}, {});
  EXPECT_GT(found.counters.at("iterations_saved"), 0U);
  EXPECT_LT(found.seconds, 0.19);
  EXPECT_GT(found.seconds, 0.05);  // a lead is safe in the second half, or a little before
}

TEST(StopsEarly, OnlyWhereTheMostVisitedMoveOfOneTreeIsPlayed) {
  EXPECT_THAT(engine_refusal("tree:trees=2,stop=early"),
              HasSubstr("stop=early watches one tree: give trees=1."));
  EXPECT_THAT(engine_refusal("seq:stop=early,final=max"),
              HasSubstr("leave final= out or give final=robust."));
  EXPECT_THAT(engine_refusal("tree:lock=packed,vl=3,stop=early"), HasSubstr("give vl=0, vl=1 or"));
  EXPECT_EQ(engine_refusal("tree:lock=packed,vl=1,stop=early"), "");
  EXPECT_THAT(engine_refusal("seq:stop=early,temperature=1"), HasSubstr("temperature="));
  EXPECT_THAT(engine_refusal("seq:stop=early,solver=on"), HasSubstr("solver=on"));
  EXPECT_THAT(engine_refusal("root:stop=early"), HasSubstr("'stop'"));
  EXPECT_THAT(engine_refusal("seq:stop=soon"), HasSubstr("budget or early"));
}

TEST(SearchCommand, SaysHowManyIterationsAnEarlyEndSaved) {
  const Arguments command{"search",   "--game",         "connect_four", "--moves", "4 1 4 1 4 2",
                          "--engine", "seq:stop=early", "--iterations", "20000"};
  const Json json = run_json(command);
  EXPECT_EQ(json["iterations"].get<int>() + json["counters"]["iterations_saved"].get<int>(), 20000);
  EXPECT_GT(json["counters"]["iterations_saved"], 0);
  const Outcome text = run_banyan(command);
  EXPECT_THAT(text.out, HasSubstr("stopped    early, with "));
  EXPECT_THAT(text.out, HasSubstr(" iterations left: no other move could overtake the best\n"));
}

}  // namespace
}  // namespace banyan::bench

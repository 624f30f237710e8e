// Tests of the engine `batched`: batched.hpp.
#include "bench/engines/batched.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/games/adapters/batched_search.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/callback_evaluator.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

TEST(BatchedEngine, HasTheOptionsThatItsKeysSay) {
  const BatchedOptions options = batched_options(
      parse_engine("batched:threads=3,trees=2,batch=32,streams=2,inflight=100,collide=multiply,"
                   "collisions=7,vl=3,fpu=0.4,noise=0.25"));
  EXPECT_EQ(options.threads, 3);
  EXPECT_EQ(options.trees, 2);
  EXPECT_EQ(options.batch, 32);
  EXPECT_EQ(options.streams, 2);
  EXPECT_EQ(options.most_in_flight(), 100);
  EXPECT_EQ(options.collision, Collision::kMultiply);
  EXPECT_EQ(options.collisions, 7);
  EXPECT_EQ(options.exploration, 1.5);
  EXPECT_EQ(options.policy.select, SelectionRule::kPuct);
  EXPECT_TRUE(options.policy.all_children);
  EXPECT_EQ(options.policy.first_play, 0.4);
  EXPECT_EQ(batched_options(parse_engine("batched")).most_in_flight(), 8);
}

TEST(BatchedEngine, EvaluatesALeafAThreadForOtherEngines) {
  const BatchedOptions options = batched_options(parse_engine("tree:threads=4,eval=game"));
  EXPECT_EQ(options.batch, 1);
  EXPECT_EQ(options.streams, 4);
  EXPECT_EQ(options.threads, 4);
  EXPECT_EQ(batched_options(parse_engine("root:threads=4,eval=game")).trees, 4);
}

TEST(BatchedEngine, SimulatesItsThreadsInVirtualTimeOnOne) {
  const EngineSettings settings =
      parse_engine("batched:simulated=on,threads=8,trees=2,device=1ms,descent=2us,clock=3s");
  EXPECT_EQ(settings.threads, 1);
  EXPECT_EQ(settings.limits->iterations, kMaxVisits);
  const BatchedOptions options = batched_options(settings);
  EXPECT_EQ(options.threads, 8);
  EXPECT_EQ(options.simulated->device.of(9), std::chrono::milliseconds(1));
  EXPECT_EQ(options.simulated->descent, std::chrono::microseconds(2));
  EXPECT_EQ(options.simulated->limit, std::chrono::seconds(3));
  EXPECT_EQ(device_of(settings), DeviceCost());  // nobody sleeps
  EXPECT_EQ(simulated_descents(settings), 8);
  EXPECT_EQ(simulated_descents(parse_engine("batched:device=1ms")), 0);
}

TEST(BatchedEngine, RefusesVirtualTimeWithoutASimulation) {
  EXPECT_EQ(engine_refusal("batched:clock=1s"),
            "engine batched: clock= and descent= are of virtual time: leave them out or give "
            "simulated=on.");
  EXPECT_EQ(engine_refusal("batched:simulated=on"),
            "engine batched: simulated=on needs to know what a call takes: give device=, such as "
            "800us+2us.");
}

/// A search by a function that says what leaves are worth.
SearchResult searched_by(const std::string& game, const std::string& engine,
                         const CallbackEvaluator::Function& evaluate) {
  const auto start = parse_game(game).start;
  EngineSettings settings = parse_engine(engine);
  settings.callback =
      std::make_shared<CallbackEvaluator>(CallbackEvaluator{start->clone(), evaluate});
  return start->make_engine(settings)->search(*start, {.iterations = 400}, {.seed = 1}, {});
}

TEST(BatchedEngine, AsksACallbackWhatLeavesOfAnyGameAreWorth) {
  for (const char* game : {"tic_tac_toe", "hex:size=5", "hex:size=13", "nim", "pig"}) {
    std::size_t most = 0;
    const SearchResult result = searched_by(game, "batched:batch=8", [&](auto leaves, auto values) {
      most = std::max(most, leaves.size());
      ASSERT_EQ(leaves.size(), values.size());
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const AnyGame& leaf = *leaves[i].position;
        ASSERT_FALSE(leaf.over());
        ASSERT_EQ(leaves[i].moves.size(), values[i].priors.size());
        for (const std::uint32_t move : leaves[i].moves) EXPECT_TRUE(is_legal(leaf, move));
        std::ranges::fill(values[i].values, 0.5);
        std::ranges::fill(values[i].priors, 1.0F);
      }
    });
    EXPECT_EQ(result.iterations, 400U) << game;
    EXPECT_EQ(most, 8U) << game;
  }
}

TEST(BatchedEngine, FollowsThePriorsOfACallback) {
  const auto favours_third = [](auto leaves, auto values) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      std::ranges::fill(values[i].values, 0.5);
      for (std::size_t k = 0; k < leaves[i].moves.size(); ++k) {
        const bool third = leaves[i].position->to_text(leaves[i].moves[k]) == "3";
        values[i].priors[k] = third ? 1.0F : 0.001F;
      }
    }
  };
  const auto start = parse_game("connect_four").start;
  const SearchResult result =
      searched_by("connect_four", "batched:batch=4,threads=2,streams=2", favours_third);
  EXPECT_EQ(start->to_text(result.best_move), "3");
}

TEST(BatchedEngine, PlaysGamesOfEveryFamilyButHiddenOnes) {
  for (const char* game : {"tic_tac_toe", "connect_four", "hex:size=5", "othello", "go:size=5",
                           "gomoku:size=9", "pig:target=20", "nim", "rolit", "sailing", "2048"}) {
    const SearchResult result = searched(game, "batched:batch=4,threads=2", 200);
    EXPECT_EQ(result.iterations, 200U) << game;
    EXPECT_GT(result.counters.at("evaluator_calls"), 0U) << game;
  }
  EXPECT_NE(engine_refusal("batched", "kuhn"), "");
}

TEST(BatchedEngine, RefusesWhatMeansNothingThere) {
  EXPECT_NE(engine_refusal("batched:select=tuned").find("puct"), std::string::npos);
  EXPECT_NE(engine_refusal("batched:select=ucb1,noise=0.1").find("select=puct"), std::string::npos);
  EXPECT_NE(engine_refusal("batched:eval=game,playouts=2").find("playouts="), std::string::npos);
  EXPECT_NE(engine_refusal("batched:eval=game", "gomoku").find("connect_four"), std::string::npos);
  EXPECT_NE(engine_refusal("batched:batch=0").find("1 to 4096"), std::string::npos);
  EXPECT_EQ(engine_refusal("batched:eval=game,priors=game,batch=16", "connect_four"), "");
}

TEST(BatchedEngine, WaitsForItsDeviceInEachCallHoweverManyStreamsThereAre) {
  for (const char* engine : {"batched:batch=4,device=2ms", "batched:batch=4,device=1ms+250us",
                             "batched:batch=4,device=2ms,streams=2,threads=2"}) {
    const SearchResult result = searched("tic_tac_toe", engine, 40);
    const auto calls = static_cast<double>(result.counters.at("evaluator_calls"));
    // The root's call comes before the clock's last look.
    EXPECT_GE(result.seconds, (calls - 1) * 0.00125) << engine;
  }
}

TEST(BatchedEngine, ReadsTheCostOfADevice) {
  using std::chrono::microseconds;
  EXPECT_EQ(device_of(parse_engine("batched:device=3ms")).of(7), microseconds(3000));
  const DeviceCost cost = device_of(parse_engine("batched:device=800us+2us"));
  EXPECT_EQ(cost.of(100), microseconds(1000));
  for (const char* wrong : {"0", "800", "1ms+", "+1ms", "1ms+2", "1ms+2us+3us", "-1ms"}) {
    EXPECT_NE(engine_refusal(std::string("batched:device=") + wrong).find("a duration such as"),
              std::string::npos)
        << wrong;
  }
}

TEST(BatchedEngine, ReadsMeasuredCallsOfADevice) {
  using std::chrono::microseconds;
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "gpu.csv").string();
  const auto with = [&](const char* text) {
    write_file_whole(file, text);
    return "batched:device=" + file;
  };
  const DeviceCost cost = device_of(parse_engine(with("leaves,time\n4,1ms\n8,1.2ms\n16,2ms\n")));
  EXPECT_EQ(cost.of(1), microseconds(1000));
  EXPECT_EQ(cost.of(4), microseconds(1000));
  EXPECT_EQ(cost.of(6), microseconds(1100));
  EXPECT_EQ(cost.of(8), microseconds(1200));
  EXPECT_EQ(cost.of(32), microseconds(3600));
  EXPECT_EQ(device_of(parse_engine(with("1,5us"))).of(9), microseconds(5));
  for (const auto& [text, says] :
       std::vector<std::pair<const char*, const char*>>{{"", "has no lines"},
                                                        {"4,1ms\n4,2ms", "line 2"},
                                                        {"4;1ms", "before a comma"},
                                                        {"4,1", "has no duration"},
                                                        {"0,1ms", "no call has"},
                                                        {"x,1ms", "before a comma"}}) {
    EXPECT_NE(engine_refusal(with(text)).find(says), std::string::npos) << text;
  }
  EXPECT_NE(engine_refusal("batched:device=no_such.csv").find("no_such.csv"), std::string::npos);
}

TEST(BatchedEngine, ByANetworkIsOneSearchWhateverItsNameWithABatchOfOne) {
  for (const char* game : {"connect_four", "othello", "hex:size=7", "hex:size=11", "go:size=9"}) {
    const SearchResult alone = searched(game, "seq:eval=net", 100);
    const SearchResult batched = searched(game, "batched:eval=net,batch=1", 100);
    EXPECT_EQ(alone.iterations, 100U);
    ASSERT_EQ(alone.children.size(), batched.children.size());
    for (std::size_t i = 0; i < alone.children.size(); ++i) {
      EXPECT_EQ(alone.children[i].visits, batched.children[i].visits) << game;
    }
    EXPECT_EQ(searched(game, "batched:eval=net,batch=16,threads=2,streams=2", 333).iterations,
              333U);
  }
}

TEST(BatchedEngine, SaysWhichGamesHaveNetworks) {
  EXPECT_NE(engine_refusal("batched:eval=net", "gomoku").find("connect_four"), std::string::npos);
  EXPECT_NE(engine_refusal("seq:eval=net", "hex:size=5").find("hex:size=7"), std::string::npos);
  EXPECT_NE(engine_refusal("leaf:eval=net,playouts=2").find("playouts="), std::string::npos);
  EXPECT_NE(engine_refusal("seq:eval=playout,net=x").find("eval=net"), std::string::npos);
  EXPECT_NE(engine_refusal("seq:eval=net,priors=game").find("priors=game"), std::string::npos);
  EXPECT_NE(engine_refusal("batched:eval=net", "pig"), "");
}

TEST(BatchedEngine, EvaluatesAPositionThatItsCacheHoldsNoSecondTime) {
  const SearchResult without = searched("connect_four", "batched:eval=net,batch=1", 2000);
  const SearchResult with = searched("connect_four", "batched:eval=net,batch=1,cache=100k", 2000);
  EXPECT_GT(with.counters.at("cache_hits"), 50U);
  EXPECT_EQ(with.counters.at("cache_hits") + with.counters.at("evaluated_leaves"),
            without.counters.at("evaluated_leaves"));
  for (std::size_t i = 0; i < with.children.size(); ++i) {
    EXPECT_EQ(with.children[i].visits, without.children[i].visits);
  }
  EXPECT_NE(engine_refusal("batched:cache=10", "go:size=9").find("cache="), std::string::npos);
}

}  // namespace
}  // namespace banyan::bench

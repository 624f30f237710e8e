#include "bench/engines/keys/policy_keys.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/registry/games.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PolicyKeys, ChangeNothingAboutPlainEngines) {
  for (const char* const name : {"seq", "leaf", "root", "tree", "hybrid"}) {
    const EngineSettings plain = parse_engine(name);
    EXPECT_FALSE(plain.uses_policy());
    EXPECT_FALSE(says(plain.canonical, "select")) << plain.canonical;
    EXPECT_FALSE(says(plain.canonical, "solver")) << plain.canonical;
  }
  EXPECT_TRUE(says(parse_engine("tree").canonical, "lock=leased"));
}

TEST(PolicyKeys, OfTheFiveEnginesChooseThePolicySearch) {
  for (const char* const name : {"seq", "leaf", "root", "tree", "hybrid"}) {
    for (const Key& key : policy_keys()) {
      const std::string first = key.info.allowed_text.substr(0, key.info.allowed_text.find(' '));
      const std::string value = first == "a" ? "200us" : first.substr(0, first.find(','));
      const EngineSettings e = parse_engine(std::string(name) + ":" + key.info.name + "=" + value);
      EXPECT_EQ(e.uses_policy(), key.info.name != "temperature") << e.canonical;
    }
  }
  EXPECT_TRUE(says(engine_refusal("pipeline:solver=on"), "solver"));
  EXPECT_TRUE(says(engine_refusal("naive:select=puct"), "select"));
}

TEST(PolicyKeys, SetWhatTheySay) {
  const EngineSettings e = parse_engine(
      "seq:select=puct,range=symmetric,draw=0.2,priors=game,noise=0.1,alpha=2,solver=on,"
      "playout=heavy,epsilon=0.3,cap=50,rave=7,schedule=mse,grave=9,reuse=on,temperature=0.5,fpu=0."
      "4");
  PolicyOptions expected;
  expected.select = SelectionRule::kPuct;
  expected.all_children = expected.symmetric = expected.game_priors = true;
  expected.first_play = 0.4;
  expected.draw = 0.2;
  expected.noise = 0.1;
  expected.alpha = 2;
  expected.solver = true;
  expected.playout = PlayoutRule::kHeavy;
  expected.epsilon = 0.3;
  expected.cap = 50;
  expected.rave = 7;
  expected.schedule = AmafSchedule::kMse;
  expected.grave = 9;
  EXPECT_EQ(e.policy, expected);
  EXPECT_TRUE(e.search.reuse);
  EXPECT_EQ(e.temperature, 0.5);
  const PolicyOptions learning = *parse_engine("seq:playout=nst,tau=0.3,decisive=on").policy;
  EXPECT_EQ(learning.playout, PlayoutRule::kNst);
  EXPECT_EQ(learning.tau, 0.3);
  EXPECT_TRUE(learning.decisive && learning.learns());
  EXPECT_EQ(parse_engine("seq:playout=mast").policy->playout, PlayoutRule::kMast);
  EXPECT_EQ(parse_engine("seq:playout=lgrf").policy->playout, PlayoutRule::kLgrf);
  EXPECT_EQ(parse_engine("seq:eval=game").worth, LeafWorth::kEstimate);
  const auto shared = [](const char* spec) { return parse_engine(spec).policy->transpositions; };
  EXPECT_EQ(shared("seq:tt=uct1"), Transpositions::kUct1);
  EXPECT_EQ(shared("seq:tt=uct2"), Transpositions::kUct2);
  EXPECT_EQ(shared("seq:tt=off"), Transpositions::kNone);
}

TEST(PolicyKeys, ImplyWhatTheyNeedAndSayItInTheCanonicalSpec) {
  const auto canonical = [](const char* spec) { return parse_engine(spec).canonical; };
  EXPECT_TRUE(says(canonical("tree:draw=0.3"), "lock=free"));
  EXPECT_TRUE(says(canonical("tree:draw=0.3,solver=on"), "lock=free"));
  EXPECT_TRUE(says(canonical("tree:solver=on"), "lock=leased"));
  EXPECT_TRUE(says(canonical("tree:reuse=on"), "lock=leased"));
  EXPECT_TRUE(says(canonical("leaf:solver=on"), "threads=1,"));
  EXPECT_TRUE(says(canonical("seq:select=puct"), "c=1.5,"));
  EXPECT_TRUE(says(canonical("seq:select=puct,c=3"), "c=3,"));
  EXPECT_TRUE(says(canonical("seq:select=puct"), "children=all"));
  EXPECT_TRUE(says(canonical("seq:noise=0.1"), "select=puct"));
  EXPECT_TRUE(says(canonical("seq:grave=50"), "rave="));
  EXPECT_TRUE(says(canonical("seq:epsilon=0.1"), "playout=decisive"));
  EXPECT_TRUE(says(canonical("seq:playout=mast"), "tau=0.1"));
  EXPECT_TRUE(says(canonical("seq:playout=mast,tau=0"), "tau=0,") ||
              canonical("seq:playout=mast,tau=0").ends_with("tau=0"));
  EXPECT_TRUE(says(canonical("seq:playout=nst"), "epsilon=0.2"));
  EXPECT_FALSE(says(canonical("seq:playout=nst"), "tau=0.1"));
  EXPECT_FALSE(says(canonical("seq:playout=lgrf"), "epsilon=0.2"));
  EXPECT_TRUE(says(canonical("seq:tau=0.2"), "playout=mast"));
  EXPECT_TRUE(says(canonical("seq:decisive=on"), "playout=mast"));
  EXPECT_TRUE(says(canonical("tree:playout=lgrf"), "lock=free"));
  EXPECT_TRUE(says(canonical("seq:select=tuned"), "c=1,"));
  EXPECT_TRUE(says(canonical("seq:select=regularized"), "c=1.5,"));
  EXPECT_TRUE(says(canonical("seq:select=regularized"), "children=all"));
  EXPECT_TRUE(says(canonical("seq:solver=on"), "c=1.414,"));
  EXPECT_EQ(parse_engine("seq:select=puct").spec, "seq:select=puct");
}

TEST(PolicyKeys, ThatMakeNoSenseTogetherAreRefusedInASentence) {
  EXPECT_TRUE(says(engine_refusal("tree:draw=0.3,lock=leased"), "lock="));
  EXPECT_TRUE(says(engine_refusal("tree:solver=on,lock=node"), "give lock=free"));
  EXPECT_TRUE(says(engine_refusal("hybrid:solver=on,lock=global"), "give lock=free"));
  EXPECT_TRUE(says(engine_refusal("leaf:solver=on,threads=2"), "give threads=1"));
  EXPECT_TRUE(says(engine_refusal("seq:rave=100,batch=64"), "batch="));
  EXPECT_TRUE(says(engine_refusal("seq:solver=on,phases=on"), "phases="));
  EXPECT_TRUE(says(engine_refusal("root:solver=on,share=100"), "share="));
  EXPECT_TRUE(says(engine_refusal("tree:solver=on,lock=free,grain=100"), "grain="));
  EXPECT_TRUE(says(engine_refusal("tree:rave=100,batch=64"), "batch="));
  EXPECT_TRUE(says(engine_refusal("seq:tt=uct1,full=prune"), "full=prune"));
  EXPECT_TRUE(says(engine_refusal("tree:draw=0.3,full=prune"), "full="));
  EXPECT_TRUE(says(engine_refusal("seq:rave=100,portion=8"), "portion="));
  EXPECT_TRUE(says(engine_refusal("seq:select=puct,children=one"), "children=all"));
  EXPECT_TRUE(says(engine_refusal("seq:fpu=1,children=one"), "children=all"));
  EXPECT_TRUE(says(engine_refusal("seq:noise=0.1,select=ucb1"), "select=puct"));
  EXPECT_TRUE(says(engine_refusal("seq:priors=game,select=tuned"), "select=puct"));
  EXPECT_TRUE(says(engine_refusal("seq:epsilon=0.1,playout=uniform"), "playout=decisive"));
  EXPECT_TRUE(says(engine_refusal("seq:tau=0.1,playout=lgrf"), "give playout=mast"));
  EXPECT_TRUE(says(engine_refusal("seq:tau=0.1,playout=heavy"), "give playout=mast"));
  EXPECT_TRUE(says(engine_refusal("seq:decisive=on,playout=uniform"), "playout=decisive"));
  EXPECT_TRUE(says(engine_refusal("seq:decisive=on,playout=heavy"), "playout=decisive"));
  EXPECT_EQ(engine_refusal("seq:playout=mast,decisive=on,cap=30,rave=100,solver=on,tt=uct1"), "");
  EXPECT_TRUE(says(engine_refusal("seq:tt=uct1,reuse=on"), "reuse=on"));
  EXPECT_EQ(engine_refusal("seq:tt=off,reuse=on"), "");
}

TEST(PolicyKeys, ThatAnEstimateLeavesNoRoomForAreRefused) {
  for (const char* const key : {"children=one", "select=tuned", "draw=0.2", "playout=heavy",
                                "cap=9", "rave=100", "tt=uct1", "latency=1ms"}) {
    EXPECT_TRUE(says(engine_refusal(fmt::format("seq:eval=game,{}", key)), "eval=game")) << key;
  }
  EXPECT_TRUE(says(engine_refusal("seq:eval=game,playout=mast"), "playout= is not for eval=game"));
  EXPECT_TRUE(says(engine_refusal("leaf:eval=game,playouts=2"), "playouts="));
  EXPECT_EQ(engine_refusal("root:eval=game,solver=on,threads=3"), "");
  EXPECT_EQ(engine_refusal("tree:eval=game,reuse=on"), "");
}

TEST(PolicyKeys, ThatAGameKnowsNothingForAreRefusedWithThoseThatDo) {
  EXPECT_TRUE(says(engine_refusal("seq:rave=100", "p_game"), "gomoku"));
  EXPECT_TRUE(says(engine_refusal("seq:playout=heavy", "othello"), "hex"));
  for (const char* const playout : {"mast", "nst", "lgrf"}) {
    EXPECT_TRUE(
        says(engine_refusal(fmt::format("seq:playout={}", playout), "p_game"), "breakthrough"));
    EXPECT_TRUE(says(engine_refusal(fmt::format("seq:playout={}", playout), "rolit"), "playout"));
    for (const char* const game :
         {"tic_tac_toe", "ultimate_tic_tac_toe", "connect_four", "hex", "hex:size=14", "othello",
          "breakthrough", "gomoku:size=19", "go", "dots_and_boxes"}) {
      EXPECT_EQ(engine_refusal(fmt::format("seq:playout={}", playout), game), "") << game;
    }
  }
  EXPECT_TRUE(says(engine_refusal("seq:priors=game", "hex"), "connect_four"));
  EXPECT_TRUE(says(engine_refusal("seq:eval=game", "gomoku"), "connect_four"));
  for (const char* const game : {"tic_tac_toe", "ultimate_tic_tac_toe", "connect_four", "hex",
                                 "othello", "breakthrough", "gomoku", "go", "dots_and_boxes"}) {
    EXPECT_EQ(engine_refusal("seq:rave=100", game), "") << game;
  }
  for (const char* const game :
       {"connect_four", "hex", "hex:size=14", "gomoku", "gomoku:size=19"}) {
    EXPECT_EQ(engine_refusal("seq:playout=heavy", game), "") << game;
  }
  EXPECT_TRUE(says(engine_refusal("seq:tt=uct1", "go"), "othello"));
  EXPECT_TRUE(says(engine_refusal("tree:tt=uct2", "p_game"), "connect_four"));
  EXPECT_EQ(engine_refusal("seq:tt=off", "go"), "");
  for (const char* const game : {"tic_tac_toe", "ultimate_tic_tac_toe", "connect_four", "hex",
                                 "hex:size=14", "othello", "breakthrough", "gomoku"}) {
    EXPECT_EQ(engine_refusal("seq:tt=uct1", game), "") << game;
  }
  EXPECT_EQ(engine_refusal("seq:priors=game", "gomoku"), "");
  EXPECT_EQ(engine_refusal("seq:priors=game,eval=game", "connect_four"), "");
}

TEST(PolicyKeys, AreForGamesOfChanceAndOfManyPlayersToo) {
  for (const char* const spec : {"seq:solver=on", "root:solver=on", "tree:solver=on,threads=2"}) {
    EXPECT_EQ(engine_refusal(spec, "rolit"), "") << spec;
    EXPECT_EQ(engine_refusal(spec, "pig"), "") << spec;
    EXPECT_TRUE(says(engine_refusal(spec, "sailing"), "rewards")) << spec;
  }
  EXPECT_TRUE(says(engine_refusal("seq:solver=on,discount=0.9", "nim"), "discount="));
  EXPECT_TRUE(says(engine_refusal("seq:rave=100,discount=0.9", "rolit"), "discount="));
  EXPECT_TRUE(says(engine_refusal("seq:select=tuned", "rolit"), "ucb1 or puct"));
  EXPECT_TRUE(says(engine_refusal("seq:tt=uct2", "nim"), "tt=uct1"));
  EXPECT_TRUE(says(engine_refusal("seq:draw=0.3", "nim"), "draw"));
  EXPECT_TRUE(says(engine_refusal("seq:rave=100", "nim"), "rolit"));
  EXPECT_TRUE(says(engine_refusal("seq:priors=game", "pig"), "sailing"));
  EXPECT_TRUE(says(engine_refusal("seq:tt=uct1", "pig"), "nim"));
}

TEST(PolicyKeys, OfWideningAreForMovesInAllGamesAndForChanceWhereThereIsSome) {
  const EngineSettings e = parse_engine("seq:widen=2,widen_power=0.3");
  EXPECT_EQ(e.policy->widening, (Widening{2, 0.3}));
  EXPECT_EQ(parse_engine("seq:widen=2").policy->widening, (Widening{2, 0.5}));
  EXPECT_TRUE(says(parse_engine("seq:widen_power=0.3").canonical, "widen=1"));
  EXPECT_FALSE(says(parse_engine("seq:widen_chance=2,widen_power=0.3").canonical, "widen=1"));
  EXPECT_TRUE(says(engine_refusal("seq:widen=-1"), "0 to 1000"));
  EXPECT_TRUE(says(engine_refusal("seq:gumbel=16,widen=1"), "gumbel= does not go with widen="));
  EXPECT_TRUE(says(engine_refusal("root:gumbel=16,merge=max"), "merge=average or max"));
  EXPECT_EQ(engine_refusal("root:gumbel=16,merge=majority"), "");
  EXPECT_TRUE(says(engine_refusal("seq:widen_chance=1", "connect_four"), "widen_chance"));
  for (const char* const game : {"2048", "pig", "sailing"}) {
    EXPECT_EQ(engine_refusal("seq:widen=1,widen_chance=2", game), "") << game;
    EXPECT_EQ(engine_refusal("batched:widen=1,widen_chance=2", game), "") << game;
  }
}

TEST(PolicyKeys, OfMentsAreForAllGames) {
  for (const char* const spec : {"seq:select=ments", "batched:select=ments"}) {
    const std::string canonical = parse_engine(spec).canonical;
    EXPECT_TRUE(says(canonical, "c=0.1")) << canonical;
    EXPECT_TRUE(says(canonical, "backup=soft")) << canonical;
    for (const char* const game : {"pig", "connect_four"}) {
      EXPECT_EQ(engine_refusal(canonical, game), "") << canonical;
    }
  }
  EXPECT_EQ(engine_refusal(parse_engine("hybrid:playouts=1,select=ments").canonical, "hex"), "");
  EXPECT_TRUE(says(parse_engine("seq:select=ments,backup=mean").canonical, "backup=mean"));
  EXPECT_TRUE(says(engine_refusal("seq:select=ments,backup=mean", "connect_four"), "'backup'"));
  for (const char* const game : {"2048", "pig", "sailing", "nim", "rolit", "connect_four", "hex"}) {
    EXPECT_EQ(engine_refusal("tree:threads=2,select=ments,softness=0.3", game), "") << game;
    EXPECT_EQ(engine_refusal("batched:select=ments", game), "") << game;
  }
  EXPECT_EQ(engine_refusal("seq:backup=soft", "pig"), "");
}

TEST(PolicyKeys, OfResultsDoNotGoWithMentsInGamesOfTwo) {
  for (const char* const key :
       {"rave=100", "draw=0.3", "playout=decisive", "tt=uct1", "expand=3", "cap=5"}) {
    const std::string said = engine_refusal(std::string("seq:select=ments,") + key, "connect_four");
    EXPECT_TRUE(says(said, "is not for select=ments: leave one of them out.")) << said;
  }
  // A leaf counts once there, and its playouts would not be counted.
  EXPECT_TRUE(says(engine_refusal("leaf:playouts=4,select=ments", "connect_four"),
                   "playouts= is not for select=ments: give playouts=1."));
  EXPECT_EQ(engine_refusal("leaf:select=ments", "connect_four"),
            "engine leaf: playouts=8, its default, is not for select=ments: give playouts=1.");
  EXPECT_EQ(engine_refusal("leaf:select=ments,playouts=1", "connect_four"), "");
  EXPECT_EQ(engine_refusal("leaf:select=ments", "pig"), "");
  EXPECT_EQ(engine_refusal("batched:playouts=4,select=ments", "connect_four"), "");
  EXPECT_TRUE(says(engine_refusal("seq:softness=0.3", "hex"), "softness= is for select=ments"));
}

TEST(PolicyEngines, OfMentsTakeWinsAndBlockTheOpponents) {
  for (const char* const spec :
       {"seq:select=ments,solver=on", "tree:threads=2,select=ments", "root:threads=2,select=ments",
        "batched:select=ments,batch=4", "leaf:playouts=1,select=ments"}) {
    for (const auto& [moves, answer] :
         std::map<std::string, std::string>{{"a1 b1 a2 b2", "a3"}, {"a1 b2 c1", "b1"}}) {
      const SearchResult result = searched("tic_tac_toe", spec, 5000, moves);
      EXPECT_EQ(decision("tic_tac_toe")->to_text(result.best_move), answer)
          << spec << " after " << moves;
    }
  }
}

TEST(PolicyKeys, ThatFastTreesHaveTooLeaveTheKeysOfThese) {
  for (const char* const spec :
       {"seq:solver=on", "seq:solver=on,full=stop,pages=small", "root:solver=on,full=stop",
        "tree:solver=on", "seq:reuse=on", "root:reuse=on,solver=on", "tree:reuse=on,grain=100",
        "tree:solver=on,grain=100", "tree:solver=on,top=32,full=prune",
        "tree:solver=on,deterministic=on,trees=2", "seq:solver=on,batch=512,portion=4",
        "tree:solver=on,reuse=on,batch=64,simd=off"}) {
    EXPECT_EQ(engine_refusal(spec, "connect_four"), "") << spec;
    EXPECT_TRUE(parse_engine(spec).fits_fast_trees()) << spec;
  }
  for (const char* const spec :
       {"seq", "seq:solver=on,draw=0.3", "seq:reuse=on,rave=100", "leaf:solver=on",
        "tree:solver=on,lock=free", "hybrid:solver=on"}) {
    EXPECT_FALSE(parse_engine(spec).fits_fast_trees()) << spec;
  }
  EXPECT_TRUE(says(engine_refusal("seq:solver=on,rave=100,batch=512"),
                   "batch= is for plain search: leave it out, or all search policies but solver= "
                   "and reuse="));
}

TEST(PolicyEngines, ProveTheSameInFastTreesAsInThatOfPolicies) {
  for (const char* const spec :
       {"seq:solver=on", "seq:solver=on,batch=512", "root:solver=on,threads=3",
        "tree:solver=on,threads=3", "tree:solver=on,threads=3,batch=512",
        "tree:solver=on,threads=3,grain=50", "tree:solver=on,threads=3,deterministic=on",
        "tree:solver=on,threads=3,lock=free", "leaf:solver=on"}) {
    const SearchResult result = searched("tic_tac_toe", spec, 1'000'000);
    EXPECT_EQ(result.proven, kDraw) << spec;
    EXPECT_EQ(result.value, 0.5) << spec;
    EXPECT_LT(result.iterations, 300'000U) << spec;
  }
}

TEST(PolicyEngines, ProveTheEndOfAGameOfThreePlayers) {
  const SearchResult result = searched("nim:heaps=1-2-2,players=3", "seq:solver=on", 100'000);
  EXPECT_TRUE(result.proven.has_value());
  EXPECT_LT(result.iterations, 100'000U);
}

TEST(PolicyEngines, RunExactlyTheirBudgetInEveryGame) {
  for (const GameInfo& info : games()) {
    if (info.family != GameFamily::kClassic) continue;
    for (const char* const spec : {"seq:select=puct", "leaf:playouts=3,draw=0", "root:select=tuned",
                                   "tree:playout=decisive,reuse=on", "hybrid:solver=on,playouts=2",
                                   "tree:cap=5,noise=0.2", "seq:widen=1"}) {
      EXPECT_EQ(searched(info.info.name, spec, 30).iterations, 30U)
          << info.info.name << ", " << spec;
    }
  }
}

TEST(PolicyEngines, RunExactlyTheirBudgetInGamesOfChanceAndOfManyPlayers) {
  for (const auto& [spec, names] : std::map<std::string, std::vector<std::string>>{
           {"seq:select=puct,fpu=0.4,noise=0.2,latency=1us",
            {"pig", "nim", "rolit", "2048", "sailing"}},
           {"tree:threads=3,priors=game,backup=max", {"sailing"}},
           {"root:threads=2,reuse=on,children=all", {"pig", "nim", "rolit", "2048", "sailing"}},
           {"leaf:playouts=3,tt=uct1", {"nim", "rolit", "2048"}},
           {"seq:select=ments", {"pig", "nim", "rolit", "2048", "sailing"}},
           {"tree:threads=3,widen=1,widen_chance=1,select=ments", {"2048", "sailing"}},
           {"tree:threads=3,tt=uct1,solver=on", {"nim:heaps=5-6-7", "rolit"}},
           {"seq:rave=100,grave=20", {"rolit"}},
           {"tree:threads=3,rave=100,solver=on", {"rolit:players=2"}},
           {"leaf:rave=100,playouts=3", {"rolit"}}}) {
    for (const std::string& name : names) {
      EXPECT_EQ(searched(name, spec, 30).iterations, 30U) << name << ", " << spec;
    }
  }
}

TEST(PolicyEngines, ShareTranspositionsInEveryParallelisation) {
  for (const char* const spec : {"seq:tt=uct1", "leaf:tt=uct2,playouts=2", "root:tt=uct1",
                                 "tree:tt=uct1,threads=4", "hybrid:tt=uct2,solver=on"}) {
    const SearchResult result = searched("connect_four", spec, 3000);
    EXPECT_EQ(result.iterations, 3000U) << spec;
    EXPECT_GT(result.counters.at("transpositions"), 0U) << spec;
  }
}

TEST(Temperature, OfAnyEngineDrawsItsMoveAndIsTheSameForTheSameSeed) {
  const GameChoice game = parse_game("connect_four");
  for (const char* const spec : {"seq:temperature=2", "root:temperature=2,draw=0.4"}) {
    const auto engine = game.start->make_engine(parse_engine(spec));
    std::vector<std::uint32_t> moves;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto result = engine->search(*game.start, {100, 0, {}}, {seed, 0, 0, 0}, {});
      EXPECT_EQ(result.principal_variation.front(), result.best_move);
      EXPECT_EQ(engine->search(*game.start, {100, 0, {}}, {seed, 0, 0, 0}, {}).best_move,
                result.best_move);
      moves.push_back(result.best_move);
    }
    std::sort(moves.begin(), moves.end());
    EXPECT_GT(std::unique(moves.begin(), moves.end()) - moves.begin(), 3) << spec;
  }
}

}  // namespace
}  // namespace banyan::bench

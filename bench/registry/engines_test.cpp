// Tests of engines.hpp: what each key of each engine accepts, and what a spec comes to mean.
#include "bench/registry/engines.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "bench/engines/hidden.hpp"
#include "bench/engines/pipeline.hpp"
#include "bench/machine/machine.hpp"
#include "bench/registry/engine_keys_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using std::chrono::milliseconds;

TEST(EngineNames, AreThoseOfTheDesign) {
  std::vector<std::string> names;
  for (const SpecInfo& engine : engine_infos()) names.push_back(engine.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"random",    "naive",     "plain",   "ladder",   "seq",
                                      "leaf",      "root",      "tree",    "pipeline", "hybrid",
                                      "batched",   "solver",    "virtual", "cluster",  "pimc",
                                      "so_ismcts", "mo_ismcts", "cheat",   "gtp",      "uci"}));
}

TEST(EngineNames, MeanTheirKind) {
  EXPECT_EQ(parse_engine("random").kind, EngineKind::kRandom);
  EXPECT_EQ(parse_engine("naive").kind, EngineKind::kNaive);
  EXPECT_EQ(parse_engine("plain").kind, EngineKind::kPlain);
  EXPECT_EQ(parse_engine("seq").kind, EngineKind::kSeq);
  EXPECT_EQ(parse_engine("leaf").kind, EngineKind::kLeaf);
  EXPECT_EQ(parse_engine("root").kind, EngineKind::kRoot);
  EXPECT_EQ(parse_engine("tree").kind, EngineKind::kTree);
  EXPECT_EQ(parse_engine("pipeline").kind, EngineKind::kPipeline);
  EXPECT_EQ(parse_engine("hybrid").kind, EngineKind::kHybrid);
  EXPECT_EQ(parse_engine("solver").kind, EngineKind::kSolver);
}

TEST(EngineKeys, AreDistinctAndExplained) {
  for (const SpecInfo& engine : engine_infos()) {
    std::set<std::string> names;
    EXPECT_FALSE(engine.help.empty());
    for (const KeyInfo& key : engine.keys) {
      EXPECT_TRUE(names.insert(key.name).second) << engine.name << ", " << key.name;
      EXPECT_FALSE(key.help.empty());
      EXPECT_FALSE(key.allowed_text.empty());
    }
  }
}

TEST(EngineKeys, ParseAtTheirDefaults) {
  for_each_key([](const SpecInfo& engine, const KeyInfo& key) {
    if (key.default_text.empty()) return;
    const std::string spec = with(engine, key, key.default_text);
    EXPECT_EQ(engine_refusal(spec), "");
    EXPECT_EQ(parse_engine(spec).canonical, parse_engine(engine.name).canonical);
  });
}

TEST(EngineKeys, ParseAtTheBoundsThatTheyPublish) {
  int ranges = 0;
  for_each_key([&](const SpecInfo& engine, const KeyInfo& key) {
    const auto range = bounds(key);
    if (!range) return;
    ++ranges;
    EXPECT_EQ(engine_refusal(with(engine, key, range->first)), "");
    EXPECT_EQ(engine_refusal(with(engine, key, range->second)), "");
  });
  EXPECT_GE(ranges, 20);
}

TEST(EngineKeys, AreRefusedBeyondTheBoundsThatTheyPublish) {
  for_each_key([](const SpecInfo& engine, const KeyInfo& key) {
    const auto range = bounds(key);
    if (!range) return;
    const std::uint64_t lowest = parse_count(range->first, "bound");
    const std::uint64_t highest = parse_count(range->second, "bound");
    const std::string below = lowest == 0 ? "-1" : std::to_string(lowest - 1);
    const std::string above = std::to_string(highest + 1);
    for (const std::string& value : {below, above, std::string("99999999999999999999")}) {
      const std::string why = engine_refusal(with(engine, key, value));
      EXPECT_NE(why.find(key.name + "=" + value), std::string::npos) << why;
      EXPECT_NE(why.find(key.allowed_text), std::string::npos) << why;
    }
  });
}

TEST(EngineKeys, TakeEveryWordThatTheyPublishAndNoOther) {
  int lists = 0;
  for_each_key([&](const SpecInfo& engine, const KeyInfo& key) {
    const std::vector<std::string> allowed = words(key);
    if (allowed.empty()) return;
    ++lists;
    for (const std::string& word : allowed) {
      EXPECT_EQ(engine_refusal(with(engine, key, word)).empty(), can_run(key, word)) << word;
    }
    EXPECT_NE(engine_refusal(with(engine, key, "other")).find(key.allowed_text), std::string::npos);
  });
  EXPECT_GE(lists, 8);
}

TEST(EngineKeys, RefuseWhatIsNoNumber) {
  for_each_key([](const SpecInfo& engine, const KeyInfo& key) {
    if (!bounds(key) && !is_duration(key)) return;
    for (const char* value : {"x", "1x", "nan", "0x10", "--1", "1.5.2"}) {
      EXPECT_NE(engine_refusal(with(engine, key, value)).find(key.allowed_text), std::string::npos)
          << value;
    }
  });
}

TEST(EngineKeys, RefuseFractionsOfWholeNumbers) {
  for_each_key([](const SpecInfo& engine, const KeyInfo& key) {
    static const std::set<std::string> kReal{
        "c",           "alpha", "gumbel_scale", "tau",          "temperature",
        "widen_power", "widen", "sigma",        "widen_chance", "softness"};
    const bool is_real = kReal.contains(key.name);
    if (!bounds(key) || is_real) return;
    EXPECT_NE(engine_refusal(with(engine, key, "1.5")), "");
  });
}

TEST(EngineKeys, OfOtherEnginesAreRefusedWithANearName) {
  EXPECT_NE(engine_refusal("seq:playouts=2,trees=2").find("unknown key 'trees'"),
            std::string::npos);
  EXPECT_NE(engine_refusal("root:vl=2").find("unknown key 'vl'"), std::string::npos);
  EXPECT_NE(engine_refusal("random:iterations=5").find("unknown key"), std::string::npos);
  EXPECT_NE(engine_refusal("tree:thread=2").find("did you mean 'threads'?"), std::string::npos);
}

TEST(EngineKeys, OfThreadsNameTheEnginesThatHaveThem) {
  EXPECT_EQ(engine_refusal("seq:threads=2"),
            "engine seq:threads=2: seq has one thread: use tree:threads=2 or root:threads=2.");
  EXPECT_EQ(engine_refusal("naive:threads=8"),
            "engine naive:threads=8: naive has one thread: use tree:threads=8 or root:threads=8.");
}

TEST(EngineKeys, SetWhatTheyAreNamedFor) {
  const EngineSettings leaf = parse_engine("leaf:threads=3,playouts=17,exec=jthread,c=0.5");
  EXPECT_EQ(leaf.threads, 3);
  EXPECT_EQ(leaf.playouts, 17);
  EXPECT_EQ(leaf.executor, ExecutorKind::kJthread);
  EXPECT_EQ(leaf.search.exploration, 0.5);
  EXPECT_FALSE(leaf.limits);
  const EngineSettings seq = parse_engine("seq:expand=7,final=lcb,memory=3M");
  EXPECT_EQ(seq.search.expand_after, 7U);
  EXPECT_EQ(seq.search.final_move, FinalMove::kLcb);
  EXPECT_EQ(seq.search.memory, 3'000'000U);
  EXPECT_EQ(parse_engine("naive:final=max").search.final_move, FinalMove::kMax);
  EXPECT_EQ(parse_engine("root:merge=majority").merge, Merge::kMajority);
  EXPECT_EQ(parse_engine("tree:vl=5").virtual_loss, 5);
  EXPECT_EQ(parse_engine("tree:exec=fifo").executor, ExecutorKind::kFifo);
  EXPECT_EQ(parse_engine("pipeline:tokens=33").own<PipelineEngine::Tokens>().most, 33);
  EXPECT_EQ(parse_engine("hybrid:playouts=16").playouts, 16);
}

TEST(EngineKeys, LeaveACrowdOfThreadsToPlainOnesUnlessTheyNameAnExecutor) {
  const std::size_t few = std::min<std::size_t>(1024, 16 * available_cpus().size());
  EXPECT_EQ(parse_engine(fmt::format("root:threads={}", few)).executor, default_executor());
  EXPECT_EQ(parse_engine("root:threads=1024,exec=fifo").executor, ExecutorKind::kFifo);
  if (few == 1024) GTEST_SKIP() << "so many CPUs that no number of threads is a crowd";
  for (const char* engine : {"root:threads={}", "tree:trees=1,threads={}", "pimc:threads={}"}) {
    EXPECT_EQ(parse_engine(fmt::format(fmt::runtime(engine), few + 1)).executor,
              ExecutorKind::kJthread);
  }
  if (32 * 32 > few) {
    EXPECT_EQ(parse_engine("hybrid:trees=32,threads=32").executor, ExecutorKind::kJthread);
  }
}

TEST(EngineKeys, RefuseACrowdOfOneTbbsThreads) {
  const std::size_t most = 64 * available_cpus().size();
  if (!has_executor(ExecutorKind::kArena)) GTEST_SKIP() << "this build leaves oneTBB out";
  if (most >= 1024) GTEST_SKIP() << "so many CPUs that no number of threads is a crowd";
  EXPECT_EQ(parse_engine(fmt::format("root:threads={},exec=arena", most)).executor,
            ExecutorKind::kArena);
  EXPECT_EQ(engine_refusal("tree:threads=1024,exec=task_group"),
            fmt::format("exec=task_group takes at most {} threads on the CPUs here, and this is "
                        "1024: give exec=auto, jthread or fifo, or fewer threads.",
                        most));
}

TEST(EngineKeys, ChooseTheLockOfASharedTree) {
  EXPECT_EQ(parse_engine("tree").lock, TreeLock::kLeased);
  EXPECT_EQ(parse_engine("tree:lock=packed").lock, TreeLock::kPacked);
  EXPECT_EQ(parse_engine("tree:lock=free").lock, TreeLock::kFree);
  EXPECT_EQ(parse_engine("tree:lock=node").lock, TreeLock::kNode);
  EXPECT_EQ(parse_engine("tree:lock=global").lock, TreeLock::kGlobal);
  EXPECT_EQ(parse_engine("hybrid").lock, TreeLock::kFree);
  EXPECT_EQ(parse_engine("hybrid:lock=node").lock, TreeLock::kNode);
  EXPECT_NE(engine_refusal("hybrid:lock=leased").find("free, node or global"), std::string::npos);
}

TEST(EngineKeys, GiveClassicTreesAVirtualLossOfAnyWeight) {
  for (const std::string engine :
       {"tree:lock=free", "tree:lock=node", "hybrid:trees=1", "pipeline:tokens=2"}) {
    EXPECT_EQ(parse_engine(engine).virtual_loss, 1) << engine;
    EXPECT_FALSE(parse_engine(engine).virtual_mean) << engine;
    EXPECT_EQ(parse_engine(engine + ",vl=0.1").virtual_loss, 0.1) << engine;
    EXPECT_EQ(parse_engine(engine + ",vl=1000").virtual_loss, 1000) << engine;
    EXPECT_TRUE(parse_engine(engine + ",vl=mean").virtual_mean) << engine;
    EXPECT_TRUE(parse_engine(engine + ",vl=wu").virtual_mean) << engine;
    for (const char* value : {"-1", "1001", "nan", "other"}) {
      EXPECT_NE(engine_refusal(engine + ",vl=" + value), "") << engine << ' ' << value;
    }
  }
}

TEST(EngineKeys, GivePackedTreesWholeLosses) {
  for (const std::string engine : {"tree:lock=packed", "hybrid:lock=packed"}) {
    EXPECT_EQ(parse_engine(engine).virtual_loss, 1) << engine;
    EXPECT_EQ(parse_engine(engine + ",vl=3").virtual_loss, 3) << engine;
    for (const std::string value : {"0.5", "mean", "wu"}) {
      EXPECT_EQ(engine_refusal(engine + ",vl=" + value),
                "vl=" + value +
                    " needs a tree that counts descents apart: give lock=free, lock=node or "
                    "lock=global.");
    }
  }
}

TEST(EngineKeys, ShareByIterationsOrByTheClock) {
  const EngineSettings never = parse_engine("root");
  EXPECT_EQ(never.share_iterations, 0U);
  EXPECT_EQ(never.share_time.count(), 0);
  EXPECT_EQ(parse_engine("root:share=off").canonical, never.canonical);
  EXPECT_EQ(parse_engine("root:share=10k").share_iterations, 10'000U);
  EXPECT_EQ(parse_engine("root:share=1G").share_iterations, 1'000'000'000U);
  EXPECT_EQ(parse_engine("root:share=300ms").share_time, milliseconds(300));
  EXPECT_EQ(parse_engine("root:share=1m").share_time, std::chrono::minutes(1));
  for (const char* value : {"0", "2G", "on", "-1", "0ms", "1.5", "300 ms"}) {
    EXPECT_NE(engine_refusal(std::string("root:share=") + value), "") << value;
  }
}

TEST(EngineKeys, TakePortionsThatArePowersOfTwo) {
  EXPECT_EQ(parse_engine("seq:batch=512").search.portion, 0U);
  EXPECT_EQ(parse_engine("seq:batch=512,portion=32").search.portion, 32U);
  EXPECT_EQ(parse_engine("tree:portion=1").search.portion, 1U);
  for (const char* value : {"0", "12", "128", "-1"}) {
    EXPECT_NE(engine_refusal(std::string("tree:portion=") + value), "") << value;
  }
}

TEST(EngineKeys, CutOneTreeIntoTasksButNotSeveral) {
  for (const char* lock : {"leased", "packed", "free", "node", "global"}) {
    const std::string spec = fmt::format("tree:lock={},grain=16", lock);
    EXPECT_EQ(engine_refusal(spec, "tic_tac_toe"), "") << spec;
    EXPECT_EQ(engine_refusal(spec + ",trees=2", "tic_tac_toe"),
              "engine tree: grain= is for one tree: give trees=1, or leave grain= out.");
  }
}

TEST(EngineKeys, MakeLeasedTreesDeterministicAndNoOthers) {
  EXPECT_EQ(engine_refusal("tree:threads=3,trees=2,deterministic=on", "tic_tac_toe"), "");
  EXPECT_NE(engine_refusal("tree:deterministic=maybe"), "");
  EXPECT_EQ(engine_refusal("tree:lock=packed,deterministic=on"),
            "engine tree: deterministic=on is for leased trees, which neither another lock= nor "
            "search policies but solver= and reuse= have: leave one of them out.");
  EXPECT_EQ(engine_refusal("tree:grain=16,deterministic=on"),
            "engine tree: tasks of grain= come in any order: leave it or deterministic= out.");
  EXPECT_EQ(engine_refusal("tree:solver=on,deterministic=on"), "");
  EXPECT_NE(engine_refusal("tree:draw=0.3,deterministic=on").find("deterministic="),
            std::string::npos);
}

/// Every strategy, with every key that says how it runs its threads.
std::vector<std::string> strategies() {
  std::vector<std::string> specs{"leaf",
                                 "root",
                                 "root:merge=average",
                                 "root:merge=majority",
                                 "root:merge=max",
                                 "root:share=1",
                                 "root:share=100",
                                 "root:share=1ms",
                                 "root:share=100,merge=max",
                                 "tree",
                                 "tree:batch=64",
                                 "tree:vl=1",
                                 "tree:top=8",
                                 "tree:portion=1",
                                 "tree:batch=64,portion=64",
                                 "tree:deterministic=on",
                                 "tree:batch=64,deterministic=on",
                                 "tree:trees=2,deterministic=on",
                                 "hybrid:trees=1",
                                 "hybrid:trees=2,playouts=1",
                                 "hybrid:lock=packed",
                                 "hybrid:lock=node",
                                 "hybrid:lock=global"};
  for (const char* loss : {"0", "1", "3"}) {
    specs.push_back(fmt::format("tree:lock=packed,vl={}", loss));
  }
  for (const char* lock : {"free", "node", "global"}) {
    for (const char* loss : {"0", "0.5", "1", "3", "mean"}) {
      specs.push_back(fmt::format("tree:lock={},vl={}", lock, loss));
    }
  }
  for (const char* grain : {"1", "16", "1000"}) {
    for (const char* executor : {"arena", "task_group", "jthread", "fifo"}) {
      for (const char* lock : {"leased", "packed", "free", "node"}) {
        specs.push_back(fmt::format("tree:lock={},exec={},grain={}", lock, executor, grain));
      }
    }
  }
  for (const char* pin : {"compact", "scatter"}) {
    for (const char* of : {"leaf:", "root:", "root:share=100,", "tree:", "tree:lock=packed,",
                           "tree:lock=packed,grain=16,", "hybrid:", "pipeline:"}) {
      specs.push_back(fmt::format("{}pin={}", of, pin));
    }
    for (const char* executor : {"arena", "task_group", "jthread", "fifo"}) {
      specs.push_back(fmt::format("tree:exec={},pin={}", executor, pin));
    }
  }
  specs.push_back("pipeline:tokens=64");
  std::erase_if(specs, [](const std::string& spec) {
    const bool of_onetbb =
        spec.find("arena") != std::string::npos || spec.find("task_group") != std::string::npos;
    return of_onetbb && !has_executor(ExecutorKind::kArena);
  });
  return specs;
}

TEST(SlowEngineStrategies, LoseNothingWhateverTheirKeysAndThreads) {
  for (const std::string& strategy : strategies()) {
    for (const int threads : {1, 2, 8, 64}) {
      // A hybrid's are those of each tree.
      const int each = strategy.find("hybrid") == 0 ? std::max(1, threads / 2) : threads;
      const std::string spec =
          fmt::format("{}{}threads={},memory=100M", strategy,
                      strategy.find(':') == std::string::npos ? ":" : ",", each);
      SCOPED_TRACE(spec);
      const SearchResult found = searched("connect_four", spec, 777);
      EXPECT_EQ(found.iterations, 777U);
      EXPECT_EQ(found.root_visits(), found.visits());
      for (const RootChild& child : found.children) EXPECT_LE(child.points, 2 * child.visits);
    }
  }
}

TEST(SlowEngineStrategies, LoseNothingInAnyGame) {
  for (const GameInfo& info : games()) {
    std::vector<std::string> specs{"leaf", "root", "tree:lock=free"};
    if (info.family == GameFamily::kClassic) {
      specs = {"leaf",
               "root",
               "root:share=100",
               "tree",
               "tree:batch=64",
               "tree:lock=node",
               "tree:lock=free,vl=mean",
               "tree:lock=packed",
               "tree:solver=on",
               "tree:draw=0.4",
               "pipeline"};
    } else if (info.family == GameFamily::kHidden) {
      specs = {"pimc", "so_ismcts", "mo_ismcts"};
    }
    const int most = info.family == GameFamily::kHidden ? 32 : 64;
    const auto start = decision(info.info.name);
    for (const std::string& each : specs) {
      for (const int threads : {1, 2, 8, most}) {
        const char* const joint = each.find(':') == std::string::npos ? ":" : ",";
        const std::string spec = fmt::format("{}{}threads={},memory=100M", each, joint, threads);
        SCOPED_TRACE(info.info.name + ", " + spec);
        const EngineSettings settings = parse_engine(spec);
        if (!has_studied(settings, start->studied_engines())) continue;  // matrix_test.cpp
        const auto engine = start->make_engine(settings);
        const SearchResult found = engine->search(*start, {1000, 0, {}}, {1, 0, 0, 0}, {});
        EXPECT_EQ(found.iterations, 1000U);
        EXPECT_EQ(found.root_visits(), found.visits());
      }
    }
  }
}

TEST(SlowEngineStrategies, ExplainTheirResultsByTheirCounters) {
  const GameChoice game = parse_game("connect_four");
  const auto counters = [&](const std::string& spec, const Limits& limits) {
    return game.start->make_engine(parse_engine(spec))
        ->search(*game.start, limits, {1, 0, 0, 0}, {})
        .counters;
  };
  for (const std::string& spec : strategies()) {
    SCOPED_TRACE(spec);
    const auto found = counters(spec, {500, 0, {}});
    EXPECT_TRUE(found.contains("lost_expansions"));
    EXPECT_FALSE(found.contains("nanoseconds_late"));
    const bool in_teams = spec.find("leaf") != 0 && spec.find("pipeline") != 0;
    EXPECT_EQ(found.contains("worker_iterations_min"), in_teams);
    EXPECT_EQ(found.contains("worker_iterations_max"), in_teams);
    const bool shared = spec.find("tree") == 0 || spec.find("hybrid") == 0;
    if (shared) {
      EXPECT_GT(found.at("shared_writes"), 0U);
    }
  }
  EXPECT_TRUE(counters("root", {0, 0, milliseconds(2)}).contains("nanoseconds_late"));
  EXPECT_TRUE(counters("seq", {0, 0, milliseconds(2)}).contains("nanoseconds_late"));
}

TEST(EngineKeys, LeaveLeasedTreesTheMeanOrWholeLosses) {
  EXPECT_EQ(parse_engine("tree:vl=mean").virtual_loss, 0);
  EXPECT_NE(engine_refusal("tree:vl=0.5"), "");
  EXPECT_EQ(engine_refusal("tree:vl=wu"),
            "vl=wu needs a classic tree: give lock=free, lock=node or lock=global.");
}

TEST(EngineKeys, OfAHybridMultiplyItsThreads) {
  const EngineSettings hybrid = parse_engine("hybrid:trees=3,threads=4");
  EXPECT_EQ(hybrid.trees, 3);
  EXPECT_EQ(hybrid.threads, 12);
}

TEST(EngineKeys, MakeAnEngineOfEveryClassicKind) {
  for (const char* spec :
       {"tree:lock=packed", "tree:lock=packed,trees=2", "tree:lock=free", "tree:lock=free,vl=0.5",
        "tree:lock=free,vl=wu", "tree:lock=node,vl=2", "tree:lock=global,vl=mean", "tree:exec=fifo",
        "hybrid:trees=2,threads=2,playouts=8,lock=node,merge=majority"}) {
    const SearchResult found = searched("tic_tac_toe", spec, 5000);
    EXPECT_EQ(found.iterations, 5000U) << spec;
    EXPECT_EQ(found.root_visits(), found.visits()) << spec;
    EXPECT_EQ(decision("tic_tac_toe")->to_text(found.best_move), "b2") << spec;
  }
}

TEST(EngineKeys, OfSequentialEnginesLeaveOneThread) {
  for (const char* name : {"random", "naive", "plain", "seq"})
    EXPECT_EQ(parse_engine(name).threads, 1);
}

TEST(EngineSpec, KeepsTheTextAsItWasWritten) {
  EXPECT_EQ(parse_engine("tree:vl=3,threads=2").spec, "tree:vl=3,threads=2");
  EXPECT_EQ(parse_engine("seq").spec, "seq");
}

TEST(EngineSpec, IsCanonicalWithEveryDefaultInDeclaredOrder) {
  EXPECT_EQ(parse_engine("random").canonical, "random");
  EXPECT_EQ(
      parse_engine("seq:final=max").canonical,
      "seq:batch=0,simd=on,ahead=off,pages=huge,phases=off,c=1.414,expand=1,final=max,memory=1G");
  EXPECT_EQ(
      parse_engine("seq:iterations=5,c=1").canonical,
      "seq:batch=0,simd=on,ahead=off,pages=huge,phases=off,c=1,expand=1,final=robust,memory=1G,"
      "iterations=5");
}

TEST(EngineSpec, RoundTripsThroughItsCanonicalText) {
  for_each_key([](const SpecInfo& engine, const KeyInfo& key) {
    std::vector<std::string> values = words(key);
    if (const auto range = bounds(key)) values = {range->first, range->second};
    if (is_duration(key)) values = {"250ms"};
    for (const std::string& value : values) {
      if (!can_run(key, value)) continue;
      const EngineSettings once = parse_engine(with(engine, key, value));
      const EngineSettings twice = parse_engine(once.canonical);
      EXPECT_EQ(twice.canonical, once.canonical);
      EXPECT_EQ(twice.spec, once.canonical);
      EXPECT_EQ(twice.kind, once.kind);
    }
  });
}

TEST(EngineBudget, IsNotSetUnlessGiven) {
  for (const SpecInfo& engine : engine_infos()) EXPECT_FALSE(parse_engine(engine.name).limits);
}

TEST(EngineBudget, OfItsOwnWinsOverTheCommandLines) {
  const Limits command{1000, 0, {}};
  EXPECT_EQ(limits_for(parse_engine("seq"), command).iterations, 1000U);
  EXPECT_EQ(limits_for(parse_engine("seq:iterations=5"), command).iterations, 5U);
  const Limits playouts = limits_for(parse_engine("tree:playouts=7"), command);
  EXPECT_EQ(playouts.iterations, 0U);
  EXPECT_EQ(playouts.playouts, 7U);
  const Limits time = limits_for(parse_engine("root:time=20ms"), command);
  EXPECT_EQ(time.iterations, 0U);
  EXPECT_EQ(time.time, milliseconds(20));
}

TEST(EngineBudget, MayEndASearchInMoreThanOneWay) {
  const Limits limits = *parse_engine("seq:iterations=5,time=1s").limits;
  EXPECT_EQ(limits.iterations, 5U);
  EXPECT_EQ(limits.time, std::chrono::seconds(1));
}

TEST(EngineBudget, OfAForeignProgramIsTheTimeAlone) {
  const EngineSettings program = parse_engine("gtp:cmd=x");
  EXPECT_EQ(limits_for(program, Limits{1000, 10, milliseconds(5)}).iterations, 0U);
  EXPECT_EQ(limits_for(program, Limits{1000, 10, milliseconds(5)}).time, milliseconds(5));
  EXPECT_EQ(limits_for(program, std::nullopt).time, milliseconds(0));
}

TEST(EngineBudget, MissingEverywhereIsRefusedButForThoseWithoutIterations) {
  EXPECT_EQ(limits_for(parse_engine("random"), std::nullopt).iterations, 0U);
  EXPECT_EQ(limits_for(parse_engine("solver"), std::nullopt).iterations, 0U);
  EXPECT_NE(refusal([] {
              limits_for(parse_engine("leaf:threads=1"), std::nullopt);
            }).find("leaf:threads=1 has no budget"),
            std::string::npos);
}

TEST(EngineBudget, IsKeptToTheIterationByEveryEngine) {
  for (const SpecInfo& info : engine_infos()) {
    if (info.name == "random" || info.name == "solver") continue;  // have no iterations
    if (is_opponent(parse_engine(info.name).kind)) continue;       // nor have foreign programs
    if (for_hidden_games(parse_engine(info.name).kind))
      continue;  // parallel/strategies/hidden_search_test.cpp
    for (const std::uint64_t count : {1U, 7U, 1234U}) {
      EXPECT_EQ(searched("connect_four", info.name, count).iterations, count) << info.name;
    }
  }
}

TEST(EngineList, IsSeparatedBySemicolons) {
  const std::vector<EngineSettings> engines = parse_engines("naive;tree:threads=4,vl=2; seq");
  ASSERT_EQ(engines.size(), 3U);
  EXPECT_EQ(engines[1].spec, "tree:threads=4,vl=2");
  EXPECT_EQ(engines[2].kind, EngineKind::kSeq);
  EXPECT_THROW(parse_engines("seq;;root"), UsageError);
  EXPECT_THROW(parse_engines("seq;rot"), UsageError);
}

}  // namespace
}  // namespace banyan::bench

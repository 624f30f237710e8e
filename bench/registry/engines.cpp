// What each engine is called, which keys it has, and what they set.
#include "bench/registry/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/engines/cluster_engine.hpp"
#include "bench/engines/general_keys.hpp"
#include "bench/engines/hidden_engines.hpp"
#include "bench/engines/policy_checks.hpp"
#include "bench/engines/policy_keys.hpp"
#include "bench/engines/virtual_engine.hpp"
#include "bench/machine/machine.hpp"
#include "bench/opponents/keys.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxPlayouts = 1 << 16;
constexpr std::size_t kLeastMemory = 256'000;  // of one tree or two, which may keep a spare half

const Key kExploration{
    {"c", "1.414", "0 to 100", "exploration constant of UCB1: mean + c sqrt(ln N / n)"},
    [](const Settings& s, EngineSettings& e) { e.search.exploration = s.real("c", 0, 100); }};

const Key kExpand{{"expand", "1", "1 to 1000000", "visits of a node before it gets children"},
                  [](const Settings& s, EngineSettings& e) {
                    e.search.expand_after =
                        static_cast<std::uint32_t>(s.integer("expand", 1, 1000000));
                  }};

const Key kFinal = word_key<FinalMove>(
    "final", "robust", "move to play: most visits, highest mean, or highest lower confidence bound",
    {{"robust", FinalMove::kRobust}, {"max", FinalMove::kMax}, {"lcb", FinalMove::kLcb}},
    [](EngineSettings& e, FinalMove value) { e.search.final_move = value; });

const Key kMemory{
    {"memory", "1G", "256k to 256G",
     "cap on the bytes of all trees, in a container at most half of its memory; each needs 128k "
     "at least, and full trees stop growing"},
    [](const Settings& s, EngineSettings& e) {
      e.search.memory =
          std::min(s.count("memory", kLeastMemory, 256'000'000'000), memory_for_trees());
    }};

const Key kBatch{
    {"batch", "0", "0 to 4096",
     "level batches of up to so many visits, played out by SIMD: two to four times as fast, and no "
     "weaker from 5000 iterations a move on (Connect Four, Hex, Othello: within 35 Elo at equal "
     "iterations); 0: exact UCT, one by one"},
    [](const Settings& s, EngineSettings& e) {
      e.search.batch = static_cast<std::uint32_t>(s.integer("batch", 0, 4096));
    }};

const Key kPortion{
    {"portion", "", "1, 2, 4, 8, 16, 32 or 64",
     "batches and leased trees give visits to a child in portions of its visits over this: 16 "
     "unless told otherwise, 8 in games of more than 16 moves; smaller is faster and coarser"},
    [](const Settings& s, EngineSettings& e) {
      e.search.portion = 1U << s.word("portion", {"1", "2", "4", "8", "16", "32", "64"});
    }};

const Key kSimd{
    {"simd", "on", "on or off",
     "play leaves out together, by SIMD: those of a batch, and those of leased subtrees "
     "that a thread works on side by side"},
    [](const Settings& s, EngineSettings& e) { e.search.simd = s.flag("simd"); }};

const Key kPages =
    word_key<bool>("pages", "huge", "ask for pages of 2 MiB, or not; to measure what they bring",
                   {{"huge", true}, {"small", false}},
                   [](EngineSettings& e, bool value) { e.search.huge_pages = value; });

const Key kPhases{{"phases", "off", "on or off",
                   "sample where the time goes: counters for select, expand, playout, back_up"},
                  [](const Settings& s, EngineSettings& e) {
                    e.search.phases = s.flag("phases");
                    if (e.search.phases && e.search.batch > 0) {
                      throw UsageError("phases=on needs batch=0: a batch has no phases in turn.");
                    }
                  }};

const Key kStep = word_key<LadderStep>(
    "step", "vectors",
    "each with all before it: bitboards and fast playouts; nodes from an arena; moves "
    "replayed, no states; log and sqrt from tables; children only from the second "
    "visit on; blocks scanned by SIMD",
    {{"compact", LadderStep::kCompact},
     {"arena", LadderStep::kArena},
     {"replay", LadderStep::kReplay},
     {"tables", LadderStep::kTables},
     {"late", LadderStep::kLate},
     {"vectors", LadderStep::kVectors}},
    [](EngineSettings& e, LadderStep value) {
      e.step = value;
      e.search.huge_pages = false;  // a step of their own
    });

const Key kMalloc = word_key<bool>(
    "malloc", "linked",
    "the program's allocator, or (for 'bench' alone) the C library's, in a process of its own",
    {{"linked", false}, {"system", true}},
    [](EngineSettings& e, bool value) { e.system_malloc = value; });

const Key kThreads{{"threads", "2", "1 to 1024", "worker threads"},
                   [](const Settings& s, EngineSettings& e) {
                     e.threads = static_cast<int>(s.integer("threads", 1, kMaxThreads));
                   }};

// Idle oneTBB workers spin and yield for a while, which takes the CPU from those at work: with 512
// of them a CPU, a search that is told to stop went on for a second more.
constexpr std::size_t kCrowd = 16;       // threads a CPU that are better plain ones
constexpr std::size_t kMostPerCpu = 64;  // that oneTBB is asked for at all

/// After all that says how many threads there are.
const Key kExecutor{
    {"exec", "auto", "auto, arena, task_group, jthread or fifo",
     "what runs the threads: a oneTBB task arena or task group, a plain team of std::jthread or a "
     "thread pool with one queue; auto: arena, but jthread without oneTBB and for more than 16 "
     "threads a CPU; oneTBB takes at most 64 a CPU"},
    [](const Settings& s, EngineSettings& e) {
      const auto threads = static_cast<std::size_t>(e.threads);
      const std::size_t cpus = available_cpus().size();
      const std::array kinds{threads > kCrowd * cpus ? ExecutorKind::kJthread : default_executor(),
                             ExecutorKind::kArena, ExecutorKind::kTaskGroup, ExecutorKind::kJthread,
                             ExecutorKind::kFifo};
      e.executor = kinds[s.word("exec", {"auto", "arena", "task_group", "jthread", "fifo"})];
      if (!has_executor(e.executor)) {
        throw UsageError("exec=" + s.text("exec") +
                         " needs oneTBB, which this build leaves out: give exec=jthread.");
      }
      const bool of_onetbb =
          e.executor == ExecutorKind::kArena || e.executor == ExecutorKind::kTaskGroup;
      if (of_onetbb && threads > kMostPerCpu * cpus) {
        throw UsageError(fmt::format(
            "exec={} takes at most {} threads on the CPUs here, and this is {}: give exec=auto, "
            "jthread or fifo, or fewer threads.",
            s.text("exec"), kMostPerCpu * cpus, threads));
      }
    }};

const Key kPin = word_key<Pin>(
    "pin", "none",
    "where the threads run: anywhere, or each on a CPU of its own, close together or far apart; "
    "more threads than CPUs share them",
    {{"none", Pin::kNone}, {"compact", Pin::kCompact}, {"scatter", Pin::kScatter}},
    [](EngineSettings& e, Pin value) { e.pin = value; });

const Key kGrain{
    {"grain", "0", "0 to 1000000000",
     "iterations of a task, of which the executor schedules as many as it takes, for one tree; 0: "
     "a task for each thread, to the end"},
    [](const Settings& s, EngineSettings& e) { e.grain = s.count("grain", 0, 1'000'000'000); }};

const Key kShare{
    {"share", "off", "off, a count from 1 to 1G, or a duration such as 300ms",
     "the trees exchange their tops each time that every tree has run so many iterations, or so "
     "often by the clock (the \"slow tree\"); off: they never do"},
    [](const Settings& s, EngineSettings& e) {
      const std::string text = s.text("share");
      if (text == "off") return;
      if (const char last = text.back(); last == 's' || last == 'm' || last == 'h') {
        e.share_time = s.duration("share");
      } else {
        e.share_iterations = s.count("share", 1, 1'000'000'000);
      }
    }};

const Key kLeafPlayouts{
    {"playouts", "8", "1 to 65536", "playouts from each leaf, over all threads together"},
    [](const Settings& s, EngineSettings& e) {
      e.playouts = static_cast<int>(s.integer("playouts", 1, kMaxPlayouts));
    }};

const Key kMerge = merge_key("sum", "how the trees agree on a move");

const Key kLock = word_key<TreeLock>(
    "lock", "leased",
    "how the shared tree is kept whole: subtrees leased to one thread at a time, or, the classic "
    "ways, atomics everywhere, a lock in every node, or one lock for all but playouts",
    {{"leased", TreeLock::kLeased},
     {"free", TreeLock::kFree},
     {"node", TreeLock::kNode},
     {"global", TreeLock::kGlobal}},
    [](EngineSettings& e, TreeLock value) {
      e.lock = value;
      e.virtual_loss = e.lock == TreeLock::kLeased ? 0 : 1;
    });

/// The lock of engines that have classic trees alone.
const Key kClassicLock = word_key<TreeLock>(
    "lock", "free",
    "how a tree is kept whole: atomics everywhere, a lock in every node, or one for all but "
    "playouts",
    {{"free", TreeLock::kFree}, {"node", TreeLock::kNode}, {"global", TreeLock::kGlobal}},
    [](EngineSettings& e, TreeLock value) { e.lock = value; });

void apply_virtual_loss(const Settings& s, EngineSettings& e) {
  const std::string text = s.text("vl");
  e.virtual_mean = text == "mean" || text == "wu";
  if (!e.virtual_mean) e.virtual_loss = s.real("vl", 0, 1000);
}

const Key kVirtualLoss{
    {"vl", "", "mean, wu, or 0 to 1000",
     "what a descent under way shows to other threads: a visit at the child's mean (leased trees' "
     "default; for classic ones the rule of WU-UCT, so mean and wu are one), or so many losses "
     "(classic trees' default is 1; fractions for these alone)"},
    [](const Settings& s, EngineSettings& e) {
      if (e.lock != TreeLock::kLeased) return apply_virtual_loss(s, e);
      if (s.text("vl") == "wu") {
        throw UsageError("vl=wu needs a classic tree: give lock=free, lock=node or lock=global.");
      }
      if (s.text("vl") != "mean") e.virtual_loss = static_cast<double>(s.integer("vl", 0, 1000));
    }};

const Key kClassicVirtualLoss{
    {"vl", "1", "mean, wu, or 0 to 1000",
     "what a descent under way shows to other threads: a visit at the child's mean (the rule of "
     "WU-UCT, so mean and wu are one), or so many losses, fractions too"},
    apply_virtual_loss};

// Together at most kMaxThreads threads.
constexpr int kMaxTrees = 32;

const Key kTreeThreads{{"threads", "2", "1 to 32", "worker threads of each tree"},
                       [](const Settings& s, EngineSettings& e) {
                         e.threads =
                             static_cast<int>(s.integer("threads", 1, kMaxThreads / kMaxTrees));
                       }};

/// After kTreeThreads.
const Key kTrees{{"trees", "2", "1 to 32", "trees, each with threads of its own"},
                 [](const Settings& s, EngineSettings& e) {
                   e.trees = static_cast<int>(s.integer("trees", 1, kMaxTrees));
                   e.threads *= e.trees;
                 }};

/// After kThreads.
const Key kForest{
    {"trees", "1", "1 to 32",
     "so many such trees, each with threads of its own, merged at the end"},
    [](const Settings& s, EngineSettings& e) {
      e.trees = static_cast<int>(s.integer("trees", 1, kMaxTrees));
      e.threads *= e.trees;
      if (e.threads > kMaxThreads) {
        throw UsageError(fmt::format("trees={} of threads={} are {} threads: give at most {}.",
                                     e.trees, e.threads / e.trees, e.threads, kMaxThreads));
      }
    }};

const Key kTokens{
    {"tokens", "8", "1 to 4096", "iterations under way in the pipeline, no more than threads"},
    [](const Settings& s, EngineSettings& e) {
      e.tokens = static_cast<int>(s.integer("tokens", 1, 4096));
    }};

const Key kHybridPlayouts{{"playouts", "8", "1 to 65536", "playouts from each leaf, by one thread"},
                          kLeafPlayouts.apply};

const Key kTop{
    {"top", "64", "8 to 1000000", "leased trees: visits from which a node may be shared"},
    [](const Settings& s, EngineSettings& e) {
      e.top = static_cast<std::uint32_t>(s.integer("top", 8, 1000000));
    }};

Limits& own_limits(EngineSettings& engine) {
  if (!engine.limits) engine.limits.emplace();
  return *engine.limits;
}

const Key kOwnIterations{
    {"iterations", "", "1 to 1073741823", "its own budget, instead of the command line's"},
    [](const Settings& s, EngineSettings& e) {
      own_limits(e).iterations = s.count("iterations", 1, kMaxVisits);
    }};

const Key kOwnPlayouts{
    {"playouts", "", "1 to 1073741823", "its own budget, instead of the command line's"},
    [](const Settings& s, EngineSettings& e) {
      own_limits(e).playouts = s.count("playouts", 1, kMaxVisits);
    }};

const Key kOwnTime{
    {"time", "", "a duration such as 250ms or 1s", "its own budget, instead of the command line's"},
    [](const Settings& s, EngineSettings& e) { own_limits(e).time = s.duration("time"); }};

const std::vector<EngineEntry>& own_entries() {
  // "playouts" of leaf is a playout count per leaf, so its own budget has no such key.
  static const std::vector<EngineEntry> kEntries{
      EngineEntry(EngineKind::kRandom, "random", "a uniformly random move, without a search", {}),
      EngineEntry(EngineKind::kNaive, "naive",
                  "textbook MCTS: a heap node per child, a state in every node; the slow reference",
                  {kMalloc, kExploration, kFinal, kOwnIterations, kOwnPlayouts, kOwnTime}),
      EngineEntry(EngineKind::kLadder, "ladder", "a step between naive and seq, for the ablation",
                  {kStep, kExploration, kFinal, kMemory, kOwnIterations, kOwnPlayouts, kOwnTime}),
      EngineEntry(EngineKind::kSeq, "seq", "the sequential core: one tree, one thread",
                  with_policies({kBatch, kPortion, kSimd, kPages, kPhases, kExploration, kExpand,
                                 kFinal, kMemory, kOwnIterations, kOwnPlayouts, kOwnTime})),
      EngineEntry(EngineKind::kLeaf, "leaf",
                  "leaf parallel: one tree, many playouts from each leaf",
                  with_policies({kThreads, kLeafPlayouts, kExecutor, kPin, kExploration, kExpand,
                                 kFinal, kMemory, kOwnIterations, kOwnTime})),
      EngineEntry(EngineKind::kRoot, "root", "root parallel: a tree a thread, merged at the end",
                  with_policies({kThreads, kMerge, kShare, kExecutor, kPin, kExploration, kExpand,
                                 kFinal, kMemory, kOwnIterations, kOwnPlayouts, kOwnTime})),
      EngineEntry(EngineKind::kTree, "tree",
                  "tree parallel: one tree shared by all threads, or several of them",
                  with_policies({kThreads, kForest, kMerge, kLock, kVirtualLoss, kBatch, kPortion,
                                 kSimd, kTop, kExecutor, kPin, kGrain, kExploration, kExpand,
                                 kFinal, kMemory, kOwnIterations, kOwnPlayouts, kOwnTime})),
      EngineEntry(EngineKind::kPipeline, "pipeline",
                  "tree parallel: the phases of an iteration as the stages of a pipeline",
                  {kThreads, kTokens, kClassicVirtualLoss, kExecutor, kPin, kExploration, kExpand,
                   kFinal, kMemory, kOwnIterations, kOwnPlayouts, kOwnTime}),
      EngineEntry(
          EngineKind::kHybrid, "hybrid",
          "root, tree and leaf parallel at once: trees, threads on each, playouts from a leaf",
          with_policies({kTreeThreads, kTrees, kHybridPlayouts, kClassicLock, kClassicVirtualLoss,
                         kMerge, kExecutor, kPin, kExploration, kExpand, kFinal, kMemory,
                         kOwnIterations, kOwnTime})),
      EngineEntry(
          EngineKind::kSolver, "solver",
          "perfect play by an exact solver, whatever time that takes; tic_tac_toe, "
          "connect_four, hex up to size 5, p_game up to 2^40 lines, othello from 16 empty cells",
          {}),
  };
  return kEntries;
}

/// Those and the ones of files of their own.
const std::vector<EngineEntry>& entries() {
  static const std::vector<EngineEntry> kEntries = [] {
    std::vector<EngineEntry> all = own_entries();
    all.push_back(virtual_entry({kClassicVirtualLoss, kMerge, kExploration, kExpand, kFinal,
                                 kMemory, kOwnIterations, kOwnPlayouts, kOwnTime}));
    all.push_back(cluster_entry({kClassicVirtualLoss, kMerge, kShare, kExploration, kExpand, kFinal,
                                 kMemory, kOwnIterations, kOwnPlayouts, kOwnTime}));
    for (const EngineEntry& entry :
         hidden_entries({kExpand, kFinal, kMemory, kExecutor, kPin, kOwnIterations, kOwnTime})) {
      all.push_back(entry);
    }
    for (const EngineEntry& entry : opponent_entries(kOwnTime)) all.push_back(entry);
    return all;
  }();
  return kEntries;
}

/// So many trees, each with an equal part of the memory.
int trees_of(const EngineSettings& engine) {
  if (engine.kind == EngineKind::kVirtual) {
    return engine.scheme == VirtualScheme::kRoot ? engine.workers : engine.trees;
  }
  if (engine.kind == EngineKind::kCluster) return engine.threads;
  const bool one_a_thread = engine.kind == EngineKind::kRoot || engine.kind == EngineKind::kPimc;
  return one_a_thread ? engine.threads : engine.trees;
}

void check_memory(const EngineSettings& engine) {
  const std::size_t least = kLeastMemory / 2 * static_cast<std::size_t>(trees_of(engine));
  if (engine.search.memory >= least) return;
  throw UsageError(
      fmt::format("engine {}: {} of memory is too little for {} trees: give memory={}k.",
                  engine.spec, format_bytes(engine.search.memory), trees_of(engine), least / 1000));
}

EngineSettings engine_from_spec(const Spec& spec) {
  const std::size_t index = static_cast<std::size_t>(
      &find_info(engine_infos(), spec.name, "engine") - engine_infos().data());
  EngineEntry entry = entries()[index];
  if (has_general_keys(entry.kind)) entry.add(general_keys());
  const Settings settings(with_implied(spec), entry.info);
  EngineSettings engine;
  engine.spec = to_text(spec);
  engine.canonical = settings.canonical();
  engine.kind = entry.kind;
  for (const Key& key : entry.keys) {
    if (settings.has_value(key.info.name)) key.apply(settings, engine);
  }
  check_policy(spec, engine);
  check_memory(engine);
  return engine;
}

}  // namespace

const std::vector<SpecInfo>& engine_infos() {
  static const std::vector<SpecInfo> kInfos = [] {
    std::vector<SpecInfo> infos;
    for (const EngineEntry& entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return kInfos;
}

EngineSettings parse_engine(std::string_view text) {
  return engine_from_spec(parse_spec(text, "engine"));
}

std::vector<EngineSettings> parse_engines(std::string_view text) {
  std::vector<EngineSettings> engines;
  for (const Spec& spec : parse_spec_list(text, "engine"))
    engines.push_back(engine_from_spec(spec));
  return engines;
}

}  // namespace banyan::bench

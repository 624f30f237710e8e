// What the keys accept that several engines have.
#include "bench/engines/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "bench/machine/machine.hpp"

namespace banyan::bench {
namespace {

Limits& own_limits(EngineSettings& engine) {
  if (!engine.limits) engine.limits.emplace();
  return *engine.limits;
}

// Idle oneTBB workers spin and yield for a while, which takes the CPU from those at work: with 512
// of them a CPU, a search that is told to stop went on for a second more.
constexpr std::size_t kCrowd = 16;       // threads a CPU that are better plain ones
constexpr std::size_t kMostPerCpu = 64;  // that oneTBB is asked for at all

void set_executor(EngineSettings& e, std::optional<ExecutorKind> kind, std::string_view word) {
  const auto threads = static_cast<std::size_t>(e.threads);
  const std::size_t cpus = available_cpus().size();
  e.executor = kind.value_or(threads > kCrowd * cpus ? ExecutorKind::kJthread : default_executor());
  if (!has_executor(e.executor)) {
    throw UsageError(
        fmt::format("exec={} needs oneTBB, which this build leaves out: give exec=jthread.", word));
  }
  const bool of_onetbb =
      e.executor == ExecutorKind::kArena || e.executor == ExecutorKind::kTaskGroup;
  if (of_onetbb && threads > kMostPerCpu * cpus) {
    throw UsageError(fmt::format(
        "exec={} takes at most {} threads on the CPUs here, and this is {}: give exec=auto, "
        "jthread or fifo, or fewer threads.",
        word, kMostPerCpu * cpus, threads));
  }
}

}  // namespace

Key exploration_key(std::string by_default, std::string help) {
  return {{"c", std::move(by_default), "0 to 100", std::move(help)},
          [](const Settings& s, EngineSettings& e) { e.search.exploration = s.real("c", 0, 100); }};
}

Key expand_key() {
  return {{"expand", "1", "1 to 1000000", "visits of a node before it gets children"},
          [](const Settings& s, EngineSettings& e) {
            e.search.expand_after = static_cast<std::uint32_t>(s.integer("expand", 1, 1000000));
          }};
}

Key final_key() {
  return word_key<FinalMove>(
      "final", "robust",
      "move to play: most visits, highest mean, or highest lower confidence bound",
      {{"robust", FinalMove::kRobust}, {"max", FinalMove::kMax}, {"lcb", FinalMove::kLcb}},
      [](EngineSettings& e, FinalMove value) { e.search.final_move = value; });
}

Key memory_key() {
  return {{"memory", "1G", "256k to 256G",
           "cap on the bytes of all trees, in a container at most half of its memory; each needs "
           "128k at least; what full trees do says full=, and without that key they stop growing"},
          [](const Settings& s, EngineSettings& e) {
            e.search.memory =
                std::min(s.count("memory", kLeastMemory, 256'000'000'000), memory_for_trees());
          }};
}

Key full_key() {
  return word_key<bool>("full", "",
                        "what a tree does when its memory is full: give up the nodes with the "
                        "fewest visits and go on growing (prune, by default), or grow no more, as "
                        "classic shared trees, trees that exchange their tops and those with "
                        "transpositions do; counter pruned_nodes",
                        {{"prune", true}, {"stop", false}},
                        [](EngineSettings& e, bool value) { e.search.prunes = value; })
      .only(kPlain | kPolicies | kGeneral | kFast);
}

std::vector<Key> search_keys() {
  return {exploration_key(), expand_key(), final_key(), memory_key()};
}

Key threads_key(std::string by_default, int most, std::string help) {
  return {{"threads", std::move(by_default), fmt::format("1 to {}", most), std::move(help)},
          [most](const Settings& s, EngineSettings& e) {
            e.threads = static_cast<int>(s.integer("threads", 1, most));
          }};
}

Key trees_key(std::string by_default, std::string help) {
  return {
      {"trees", std::move(by_default), fmt::format("1 to {}", kMaxTrees), std::move(help)},
      [](const Settings& s, EngineSettings& e) {
        e.trees = static_cast<int>(s.integer("trees", 1, kMaxTrees));
        e.threads *= e.trees;
        if (e.threads > kMaxThreads) {
          throw UsageError(fmt::format("trees={} of threads={} are {} threads: give at most {}.",
                                       e.trees, e.threads / e.trees, e.threads, kMaxThreads));
        }
      }};
}

Key executor_key() {
  return word_key<std::optional<ExecutorKind>>(
      "exec", "auto",
      "what runs the threads: a oneTBB task arena or task group, a plain team of std::jthread or a "
      "thread pool with one queue; auto: arena, but jthread without oneTBB and for more than 16 "
      "threads a CPU; oneTBB takes at most 64 a CPU",
      {{"auto", std::nullopt},
       {"arena", ExecutorKind::kArena},
       {"task_group", ExecutorKind::kTaskGroup},
       {"jthread", ExecutorKind::kJthread},
       {"fifo", ExecutorKind::kFifo}},
      set_executor);
}

Key pin_key() {
  return word_key<Pin>(
      "pin", "none",
      "where the threads run: anywhere, or each on a CPU of its own, close together or far apart; "
      "more threads than CPUs share them",
      {{"none", Pin::kNone}, {"compact", Pin::kCompact}, {"scatter", Pin::kScatter}},
      [](EngineSettings& e, Pin value) { e.pin = value; });
}

Key playouts_key(std::string by_default, std::string help) {
  return {{"playouts", std::move(by_default), "1 to 65536", std::move(help)},
          [](const Settings& s, EngineSettings& e) {
            e.playouts = static_cast<int>(s.integer("playouts", 1, 65536));
          }};
}

Key merge_key(std::string by_default, std::string help) {
  return word_key<Merge>("merge", std::move(by_default), std::move(help),
                         {{"sum", Merge::kSum},
                          {"average", Merge::kAverage},
                          {"majority", Merge::kMajority},
                          {"max", Merge::kMax}},
                         [](EngineSettings& e, Merge rule) { e.merge = rule; });
}

Key share_key() {
  const Key key{
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
  return key.only(kPlain);
}

void apply_virtual_loss(const Settings& s, EngineSettings& e) {
  const std::string text = s.text("vl");
  e.virtual_mean = text == "mean" || text == "wu";
  if (!e.virtual_mean) e.virtual_loss = s.real("vl", 0, 1000);
  const bool whole = !e.virtual_mean && e.virtual_loss == std::floor(e.virtual_loss);
  if (e.lock == TreeLock::kPacked && !whole) {
    throw UsageError(fmt::format(
        "vl={} needs a tree that counts descents apart: give lock=free, lock=node or lock=global.",
        text));
  }
}

Key virtual_loss_key() {
  return {{"vl", "1", "mean, wu, or 0 to 1000",
           "what a descent in flight shows to other threads: a visit at the child's mean (the rule "
           "of WU-UCT, so mean and wu are one), or so many losses, fractions too"},
          apply_virtual_loss};
}

std::vector<Key> batch_keys() {
  const Key batch{
      {"batch", "0", "0 to 4096",
       "level batches of up to so many visits, played out by SIMD: faster, but not exact UCT; 0: "
       "exact UCT, one by one"},
      [](const Settings& s, EngineSettings& e) {
        e.search.batch = static_cast<std::uint32_t>(s.integer("batch", 0, 4096));
      }};
  const Key portion{
      {"portion", "", "1, 2, 4, 8, 16, 32 or 64",
       "batches and leased trees give visits to a child in portions of its visits over this: 16 "
       "unless told otherwise, 8 in games of more than 16 moves; smaller is faster and coarser"},
      [](const Settings& s, EngineSettings& e) {
        e.search.portion = 1U << s.word("portion", {"1", "2", "4", "8", "16", "32", "64"});
      }};
  const Key simd{
      {"simd", "on", "on or off",
       "play leaves out together, by SIMD: those of a batch, and those of leased subtrees "
       "that a thread works on side by side"},
      [](const Settings& s, EngineSettings& e) { e.search.simd = s.flag("simd"); }};
  constexpr unsigned kThese = kPlain | kFast;
  return {batch.only(kThese), portion.only(kThese), simd.only(kThese)};
}

Key stop_key() {
  return word_key<bool>(
      "stop", "",
      "when the search ends: with its budget (by default), or early, once no other move can "
      "overtake the most visited one in what is left of it (by time: at the rate so far; the rule "
      "STOP of Baier and Winands 2016); a search that repeats itself exactly plays the same move",
      {{"budget", false}, {"early", true}},
      [](EngineSettings& e, bool value) { e.search.stop_early = value; });
}

Key own_iterations_key() {
  return {{"iterations", "", "1 to 1073741823", "its own budget, instead of the command line's"},
          [](const Settings& s, EngineSettings& e) {
            own_limits(e).iterations = s.count("iterations", 1, kMaxVisits);
          }};
}

Key own_playouts_key() {
  return {{"playouts", "", "1 to 1073741823", "its own budget, instead of the command line's"},
          [](const Settings& s, EngineSettings& e) {
            own_limits(e).playouts = s.count("playouts", 1, kMaxVisits);
          }};
}

Key own_time_key() {
  return {{"time", "", "a duration such as 250ms or 1s",
           "its own budget, instead of the command line's"},
          [](const Settings& s, EngineSettings& e) { own_limits(e).time = s.duration("time"); }};
}

std::vector<Key> budget_keys(bool playouts) {
  if (!playouts) return {own_iterations_key(), own_time_key()};
  return {own_iterations_key(), own_playouts_key(), own_time_key()};
}

Key descent_key(DurationOf of) {
  return {{"descent", "10us", "a duration such as 1us",
           "of a selection, expansion and backup together, in virtual time"},
          [of = std::move(of)](const Settings& s, EngineSettings& e) {
            *of(e) = s.duration("descent");
          }};
}

Key clock_key(DurationOf of, std::function<int(const EngineSettings&)> playouts) {
  return {
      {"clock", "", "a duration such as 1s",
       "no iteration begins later in virtual time; instead of the command line's budget, unless "
       "the spec has another of its own too"},
      [of = std::move(of), playouts = std::move(playouts)](const Settings& s, EngineSettings& e) {
        *of(e) = s.duration("clock");
        if (!e.limits) {
          e.limits = Limits{.iterations = kMaxVisits / static_cast<std::uint64_t>(playouts(e))};
        }
      }};
}

std::vector<Key> joined(std::initializer_list<std::vector<Key>> parts) {
  std::vector<Key> all;
  for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace banyan::bench

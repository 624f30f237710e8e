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

constexpr const char* kOwnBudget = "its own budget, instead of the command line's";

Limits& own_limits(EngineSettings& engine) {
  return engine.limits ? *engine.limits : engine.limits.emplace();
}

Key own_count_key(const char* name, std::uint64_t Limits::*amount) {
  return {{name, "", "1 to 1073741823", kOwnBudget}, [=](const Settings& s, EngineSettings& e) {
            own_limits(e).*amount = s.count(name, 1, kMaxVisits);
          }};
}

// Idle oneTBB workers spin and yield for a while, which takes the CPU from those at work: with 512
// of them a CPU, a search that is told to stop went on for a second more.
constexpr std::size_t kCrowd = 16;       // threads a CPU that are better plain ones
constexpr std::size_t kMostPerCpu = 64;  // that oneTBB is asked for at all

void set_executor(EngineSettings& e, std::optional<ExecutorKind> kind) {
  const std::string word = e.given.value("exec");
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
  return number_key("c", std::move(by_default), 0, 100, std::move(help),
                    &SearchOptions::exploration);
}

Key ucb1_constant_key() {
  Key key = exploration_key();
  key.info.allowed_text += ", or auto for the game's tuned constant";
  key.apply = [by_number = key.apply](const Settings& s, EngineSettings& e) {
    e.tuned = s.text("c") == "auto";
    if (!e.tuned) by_number(s, e);
  };
  return key;
}

Key expand_key() {
  return number_key("expand", "1", 1, 1'000'000, "visits of a node before it gets children",
                    &SearchOptions::expand_after);
}

Key final_key() {
  return word_key(
      "final", "robust",
      "move to play: most visits, highest mean, or highest lower confidence bound",
      {{"robust", FinalMove::kRobust}, {"max", FinalMove::kMax}, {"lcb", FinalMove::kLcb}},
      &SearchOptions::final_move);
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
  return word_key("full", "",
                  "what a tree does when its memory is full: give up the nodes with the fewest "
                  "visits and go on growing (prune, by default), or grow no more, as classic "
                  "shared trees, trees that exchange their tops and those with transpositions do; "
                  "counter pruned_nodes",
                  {{"prune", true}, {"stop", false}}, &SearchOptions::prunes)
      .only(kPlain | kPolicies | kGeneral | kFast);
}

std::vector<Key> search_keys() {
  return {ucb1_constant_key(), expand_key(), final_key(), memory_key()};
}

Key threads_key(std::string by_default, int most, std::string help) {
  return number_key("threads", std::move(by_default), 1, most, std::move(help),
                    &EngineSettings::threads);
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
  return word_key(
      "pin", "none",
      "where the threads run: anywhere, or each on a CPU of its own, close together or far apart; "
      "more threads than CPUs share them",
      {{"none", Pin::kNone}, {"compact", Pin::kCompact}, {"scatter", Pin::kScatter}},
      &EngineSettings::pin);
}

Key playouts_key(std::string by_default, std::string help) {
  return number_key("playouts", std::move(by_default), 1, 65536, std::move(help),
                    &EngineSettings::playouts);
}

Key merge_key(std::string by_default, std::string help) {
  return word_key("merge", std::move(by_default), std::move(help),
                  {{"sum", Merge::kSum},
                   {"average", Merge::kAverage},
                   {"majority", Merge::kMajority},
                   {"max", Merge::kMax}},
                  &EngineSettings::merge);
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

Key ahead_key() {
  const Key ahead{
      {"ahead", "off", "on or off",
       "playouts are drawn ahead, many at once by SIMD, and hidden until the search gets there: "
       "faster, and exact UCT"},
      [](const Settings& s, EngineSettings& e) {
        e.search.ahead = s.flag("ahead");
        if (!e.search.ahead) return;
        if (e.search.batch > 0) {
          throw UsageError("ahead=on needs batch=0: a batch plays its leaves out together anyway.");
        }
        if (e.share_iterations > 0 || e.share_time.count() > 0) {
          throw UsageError(
              "ahead=on needs share=off: trees that exchange their tops draw nothing ahead.");
        }
      }};
  return ahead.only(kPlain | kFast);
}

std::vector<Key> batch_keys() {
  const Key batch = number_key(
      "batch", "0", 0, 4096,
      "level batches of up to so many visits, played out by SIMD: faster, but not exact UCT; 0: "
      "exact UCT, one by one",
      &SearchOptions::batch);
  const Key portion = word_key(
      "portion", "",
      "batches and leased trees give visits to a child in portions of its visits over this: 16 "
      "unless told otherwise, 8 in games of more than 16 moves; smaller is faster and coarser",
      {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}},
      &SearchOptions::portion);
  const Key simd = flag_key("simd", "on",
                            "play leaves out together, by SIMD: those of a batch, and those of "
                            "leased subtrees that a thread works on side by side",
                            &SearchOptions::simd);
  constexpr unsigned kThese = kPlain | kFast;
  return {batch.only(kThese), portion.only(kThese), simd.only(kThese)};
}

Key stop_key() {
  return word_key(
      "stop", "",
      "when the search ends: with its budget (by default), or early, once no other move can "
      "overtake the most visited one in what is left of it (by time: at the rate so far; the rule "
      "STOP of Baier and Winands 2016); a search that repeats itself exactly plays the same move",
      {{"budget", false}, {"early", true}}, &SearchOptions::stop_early);
}

Key own_time_key() {
  return duration_key("time", "", "250ms or 1s", kOwnBudget,
                      [](EngineSettings& e) -> Clock::duration& { return own_limits(e).time; });
}

std::vector<Key> budget_keys(bool playouts) {
  std::vector<Key> keys{own_count_key("iterations", &Limits::iterations)};
  if (playouts) keys.push_back(own_count_key("playouts", &Limits::playouts));
  keys.push_back(own_time_key());
  return keys;
}

Key descent_key(DurationPlace place) {
  return duration_key("descent", "10us", "1us",
                      "of a selection, expansion and backup together, in virtual time",
                      std::move(place));
}

Key clock_key(const DurationPlace& place, std::function<int(const EngineSettings&)> playouts) {
  Key key = duration_key(
      "clock", "", "1s",
      "no iteration begins later in virtual time; instead of the command line's budget, unless "
      "the spec has another of its own too",
      place);
  key.apply = [set = key.apply, playouts = std::move(playouts)](const Settings& s,
                                                                EngineSettings& e) {
    set(s, e);
    if (e.limits) return;
    e.limits = Limits{.iterations = kMaxVisits / static_cast<std::uint64_t>(playouts(e))};
  };
  return key;
}

std::vector<Key> joined(std::initializer_list<std::vector<Key>> parts) {
  std::vector<Key> all;
  for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace banyan::bench

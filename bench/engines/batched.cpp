// The keys of the engine `batched`.
#include "bench/engines/batched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/latency_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "parallel/batched/batched.hpp"

namespace banyan::bench {
namespace {

/// What only this engine has.
struct Batches {
  BatchedOptions options;  ///< its threads, over all trees, if they are simulated
  SimulatedTimes times;    ///< whose device makes real calls wait too
  bool simulated = false;
};

/// Where a key's value goes.
template <class T>
auto batches(T BatchedOptions::*member) {
  return [member](EngineSettings& e) -> T& { return e.own<Batches>().options.*member; };
}
template <class T>
auto batches(T SimulatedTimes::*member) {
  return [member](EngineSettings& e) -> T& { return e.own<Batches>().times.*member; };
}

constexpr const char* kDeviceCosts =
    "a duration such as 800us, two such as 800us+2us, a file FILE.csv, or in virtual time a "
    "latency "
    "such as lognormal:median=2s,p99=20s,concurrent=32";

/// Lines of so many leaves and what their call takes, as in 64,1.2ms, by rising numbers of leaves;
/// a first line of names may come before. Throws UsageError.
DeviceCost measured_cost(const std::string& file) {
  std::vector<DeviceCost::Point> points;
  std::istringstream lines;
  try {
    lines.str(read_file(file, kMostText));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("device={} cannot be used: {}", file, error.what()));
  }
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || (number == 1 && line == "leaves,time")) continue;
    const auto refuse = [&](const char* what) {
      throw UsageError(fmt::format(
          "device={}: line {}, {}, {}: give leaves,time in each, such as 64,1.2ms, by rising "
          "numbers of leaves from 1 to 65536.",
          file, number, in_quotes(line), what));
    };
    const std::size_t comma = line.find(',');
    std::size_t leaves = 0;
    const char* const end = line.data() + std::min(comma, line.size());
    const auto read = std::from_chars(line.data(), end, leaves);
    if (comma == std::string::npos || read.ptr != end || read.ec != std::errc()) {
      refuse("has no number of leaves before a comma");
    }
    if (leaves < 1 || leaves > 65536) refuse("has a number of leaves that no call has");
    if (!points.empty() && leaves <= points.back().leaves) refuse("has no more than that before");
    try {
      points.push_back({leaves, parse_duration(line.substr(comma + 1), "device")});
    } catch (const UsageError&) {
      refuse("has no duration");
    }
  }
  if (points.empty()) throw UsageError(fmt::format("device={}: the file has no lines.", file));
  return DeviceCost(std::move(points));
}

DeviceCost device_cost(const Settings& s) {
  const std::string text = s.text("device");
  if (text.ends_with(".csv")) return measured_cost(text);
  const std::size_t plus = text.find('+');
  try {
    const auto fixed = parse_duration(text.substr(0, plus), "device");
    const bool alike = plus == std::string::npos;
    return DeviceCost::line(fixed, alike ? std::chrono::nanoseconds()
                                         : parse_duration(text.substr(plus + 1), "device"));
  } catch (const UsageError&) {
    throw UsageError(
        fmt::format("engine batched: device={} is no cost: give {}.", text, kDeviceCosts));
  }
}

std::vector<Key> batch_keys_of_evaluations() {
  return {
      number_key("batch", "8", 1, 4096, "leaves that are evaluated in one call, at most",
                 &EngineSettings::batch),
      number_key("streams", "1", 1, kMaxThreads, "calls of the evaluator at a time, at most",
                 batches(&BatchedOptions::streams)),
      number_key("inflight", "", 1, 65536,
                 "descents in flight, at most; streams * batch if not set",
                 batches(&BatchedOptions::in_flight)),
      word_key<Collision>(
          "collide", "elsewhere",
          "what becomes of a descent to a leaf that another waits for: it is given up when results "
          "come back, and till then leads others elsewhere; likewise, and what is collected is "
          "sent at once; or it waits too, and the leaf counts once more (lc0)",
          {{"elsewhere", Collision::kElsewhere},
           {"send", Collision::kSend},
           {"multiply", Collision::kMultiply}},
          [](EngineSettings& e, Collision value) { e.own<Batches>().options.collision = value; }),
      number_key("collisions", "32", 1, 65536, "descents that may collide before no more begin",
                 batches(&BatchedOptions::collisions)),
      playouts_key("1", "playouts that a leaf's value is the mean of"),
      {{"cache", "", "0 to 100M",
        "evaluations that are kept for when a position comes again by other moves; they take "
        "memory of their own; counter cache_hits; games whose positions have keys"},
       [](const Settings& s, EngineSettings& e) {
         e.own<Batches>().options.cache =
             static_cast<std::uint64_t>(s.integer("cache", 0, 100'000'000));
       }},
      {{"device", "", kDeviceCosts,
        "a simulated device, which makes one call after the other: what each takes, and what each "
        "leaf of it adds; or a file of measured calls, a line such as 64,1.2ms for each number of "
        "leaves; or a server, whose answers take a latency, in quotes, and come in any order "
        "(docs/slow-leaves.md)"},
       [](const Settings& s, EngineSettings& e) {
         SimulatedTimes& times = e.own<Batches>().times;
         if (const std::string text = s.text("device"); is_latency(text)) {
           times.server = parse_latency(text, "device");
         } else {
           times.device = device_cost(s);
         }
       }}};
}

/// Threads of a simulation need no cores. After the keys of threads and trees.
std::vector<Key> simulation_keys() {
  return {{{"simulated", "off", "on or off",
            "all threads on one, in virtual time: a call takes what device= says, whatever the "
            "evaluator takes here, and a descent what descent= says"},
           [](const Settings& s, EngineSettings& e) {
             if (!s.flag("simulated")) return;
             e.own<Batches>().simulated = true;
             e.own<Batches>().options.threads = e.threads;
             e.threads = 1;
           }},
          descent_key(batches(&SimulatedTimes::descent))};
}

/// Of search policies, those that leaves with priors and values leave room for.
std::vector<Key> fitting_policies() {
  return policy_keys_named({"fpu", "range", "priors", "eval", "net", "noise", "alpha", "gumbel",
                            "gumbel_scale", "solver", "reuse", "widen", "widen_power",
                            "widen_chance", "softness"});
}

void check_batched(const EngineSettings& engine) {
  check_worth(engine);
  const PolicyOptions& policy = *engine.policy;
  const bool by_priors = policy.uses_priors();
  const auto own = engine.own<Batches>();
  const bool has_times =
      own.times.limit.count() > 0 || own.times.descent != SimulatedTimes().descent;
  const bool has_calls = own.times.server || own.times.device != DeviceCost();
  const std::string why =
      first_of({{!by_priors && (policy.noise > 0 || policy.game_priors),
                 "noise= and priors=game are for priors: leave select= out or give select=puct."},
                {own.simulated && !has_calls,
                 "simulated=on needs to know what a call takes: give device=, such as 800us+2us."},
                {!own.simulated && own.times.server,
                 "device= has a latency, which is of virtual time: give simulated=on, or a device "
                 "such as 800us+2us."},
                {!own.simulated && has_times,
                 "clock= and descent= are of virtual time: leave them out or give simulated=on."}});
  if (!why.empty()) throw UsageError("engine batched: " + why);
  check_gumbel(engine);
}

}  // namespace

EngineEntry BatchedEngine::entry() {
  EngineEntry entry{
      kKind, "batched",
      "many descents in flight, whose leaves are evaluated together, as searches with "
      "networks do",
      joined(
          {{threads_key("1"), trees_key("1", "such trees, each with threads of its own")},
           batch_keys_of_evaluations(),
           simulation_keys(),
           {merge_key(),
            {{"vl", "mean", "mean, wu, or 0 to 1000",
              "what a descent in flight shows to others: a visit at the child's "
              "mean (WU-UCT), or so many losses"},
             apply_virtual_loss},
            executor_key(),
            pin_key()},
           {selection_key("puct", "tuned")},
           fitting_policies(),
           {exploration_key("1.5", "exploration constant"), final_key(), memory_key(),
            policy_keys_named({"temperature"}).front(), stop_key()},
           budget_keys(false),
           {clock_key(batches(&SimulatedTimes::limit), [](const EngineSettings&) { return 1; })}})};
  entry.add(general_keys());
  entry.implied = [](Spec spec) {
    imply_evaluation(spec);
    imply_by_selection(spec);
    return spec;
  };
  entry.check = check_batched;
  return entry;
}

BatchedOptions batched_options(const EngineSettings& s) {
  const auto own = s.own<Batches>();  // of other engines: those of none
  BatchedOptions options = own.options;
  static_cast<ParallelOptions&>(options) = parallel_options(s);
  options.trees = entry_of(s).trees(s);
  if (own.simulated) {
    options.threads = own.options.threads;
    options.simulated = own.times;
  }
  options.threads /= options.trees;
  // Whoever waits for a server needs no worker thread for it.
  if (own.simulated && own.times.server) options.threads += options.streams;
  options.merge = s.merge;
  options.batch = s.batch;
  options.policy = *s.policy;
  options.policy.all_children = true;
  options.policy.backup = s.backup;
  options.policy.discount = s.discount;
  options.shown = shown(s);
  if (s.kind != EngineKind::kBatched) options.streams = options.threads;
  return options;
}

DeviceCost device_of(const EngineSettings& s) {
  const auto own = s.own<Batches>();
  return own.simulated ? DeviceCost() : own.times.device;
}

int simulated_descents(const EngineSettings& s) {
  return s.own<Batches>().simulated ? batched_options(s).most_in_flight() : 0;
}

}  // namespace banyan::bench

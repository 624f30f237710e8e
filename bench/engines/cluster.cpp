// The keys of one search by ranks.
#include "bench/engines/cluster.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

constexpr int kMaxWorkers = 4096;

ClusterOptions& cluster(EngineSettings& e) { return e.own<ClusterOptions>(); }

const Key kClusterScheme = word_key(
    "scheme", "tds",
    "one tree spread over all workers, whose iterations travel to the nodes: each from the root "
    "and back (transposition-table driven scheduling), or depth first, back no further than they "
    "must (Yoshizoe et al. 2011); or a tree a worker",
    {{"tds", ClusterScheme::kTds},
     {"df", ClusterScheme::kDepthFirst},
     {"root", ClusterScheme::kRoot}},
    &ClusterOptions::scheme);

const Key kRanks = number_key(
    "ranks", "", 1, kMaxWorkers,
    "what share nothing but messages: under mpirun or srun its processes (all of them), else "
    "threads of this one (4), or simulated ones (4)",
    &ClusterOptions::ranks);

const Key kRankThreads =
    number_key("threads", "1", 1, kMaxThreads, "threads of each rank, a worker each",
               &ClusterOptions::threads);

const Key kJobs = number_key(
    "jobs", "", 1, 1000,
    "scheme=tds and df: iterations under way for each worker; unless given 16, but all together at "
    "most a sixteenth of the iterations of a search, since more cost strength, and 1 of a worker "
    "alone, which is a sequential search",
    &ClusterOptions::jobs);

const Key kCheck = flag_key("check", "off",
                            "scheme=tds and df: after each search worker 0 gathers the whole tree "
                            "and validates it, which the counter 'defects' tells",
                            &ClusterOptions::check);

const Key kSimulated = flag_key(
    "simulated", "off",
    "all workers on one thread, in virtual time: what the same code would do on so many machines",
    &ClusterOptions::simulated);

/// A key of virtual time.
Key time_key(const char* name, const char* by_default, const char* help,
             std::chrono::nanoseconds ClusterTimes::*time) {
  return duration_key(
      name, by_default, "10us", help,
      [time](EngineSettings& e) -> std::chrono::nanoseconds& { return cluster(e).times.*time; });
}

/// Throws UsageError for a key that means nothing to this scheme.
void refuse_unfit(const Settings& s, const ClusterOptions& options) {
  const auto refuse = [&](std::initializer_list<std::pair<const char*, const char*>> defaults,
                          const char* where) {
    for (const auto& [key, by_default] : defaults) {
      if (s.has_value(key) && s.text(key) != by_default) {
        throw UsageError(
            fmt::format("cluster: key '{}' is for {} alone: leave it out here.", key, where));
      }
    }
  };
  if (options.scheme == ClusterScheme::kRoot) {
    refuse({{"jobs", ""}, {"vl", "1"}, {"check", "off"}}, "scheme=tds and scheme=df");
  } else {
    refuse({{"share", "off"}, {"merge", "sum"}}, "scheme=root");
  }
  if (options.simulated) return;
  refuse({{"playout", "1ms"}, {"step", "500ns"}, {"latency", "5us"}, {"bandwidth", "1G"}},
         "simulated=on");
}

/// After all others that are its own.
void count_workers(const Settings& s, EngineSettings& e) {
  ClusterOptions& options = cluster(e);
  refuse_unfit(s, options);
  const bool machines = this_run() && !options.simulated;
  const int started = machines ? this_run()->size() : kMaxWorkers;
  if (!s.has_value("ranks")) {
    options.ranks = machines ? started : 4;
    // In the order of the keys, so that this text means itself.
    e.canonical.insert(e.canonical.find(",threads="), fmt::format(",ranks={}", options.ranks));
  }
  if (options.ranks > started) {
    throw UsageError(fmt::format("cluster: ranks={} are more than were started: give at most {}.",
                                 options.ranks, started));
  }
  const int most = options.simulated || machines ? kMaxWorkers : kMaxThreads;
  if (options.workers() > most) {
    throw UsageError(fmt::format("cluster: ranks={} of threads={} are {} workers: give at most {}.",
                                 options.ranks, options.threads, options.workers(), most));
  }
  e.threads = options.simulated ? 1 : ranks_of(e) ? options.threads : options.workers();
}

}  // namespace

EngineEntry ClusterEngine::entry() {
  const Key bandwidth{
      // the last of its own
      {"bandwidth", "1G", "1k to 1000G", "simulated: bytes a second from one worker to another"},
      [](const Settings& s, EngineSettings& e) {
        cluster(e).times.bandwidth =
            static_cast<double>(s.count("bandwidth", 1000, 1'000'000'000'000));
        count_workers(s, e);
      }};
  EngineEntry entry{
      kKind, "cluster",
      "one search by ranks that share nothing but messages, as on many machines: a tree spread "
      "over all of them, or one each",
      joined(
          {{kClusterScheme, kRanks, kRankThreads, kJobs, kCheck, kSimulated,
            time_key("playout", "1ms", "simulated: what a playout takes", &ClusterTimes::playout),
            time_key("step", "500ns", "simulated: what a node takes on the way down or up",
                     &ClusterTimes::step),
            time_key("latency", "5us", "simulated: what a packet takes, whatever its size",
                     &ClusterTimes::latency),
            bandwidth, virtual_loss_key(), merge_key(), share_key()},
           search_keys(),
           budget_keys()})};
  entry.trees = [](const EngineSettings& e) {
    const auto options = e.own<ClusterOptions>();
    return options.simulated ? options.workers() : e.threads;
  };
  entry.check = [](const EngineSettings& e) {
    if (e.uses_policy() && e.own<ClusterOptions>().scheme != ClusterScheme::kTds) {
      throw UsageError(
          "cluster: selection other than plain UCB1 is for scheme=tds: leave scheme= out.");
    }
  };
  return with_selection(entry, {"children", "fpu", "widen", "widen_power", "range", "priors"});
}

ClusterOptions cluster_options(const EngineSettings& settings) {
  auto options = settings.own<ClusterOptions>();
  static_cast<SearchOptions&>(options) = settings.search;
  options.shown = shown(settings);
  options.merge = settings.merge;
  options.share_iterations = settings.share_iterations;
  options.share_time = settings.share_time;
  if (settings.policy) options.policy = *settings.policy;
  return options;
}

}  // namespace banyan::bench

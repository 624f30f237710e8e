// The keys of one search by ranks.
#include "bench/engines/cluster_engine.hpp"

#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "bench/engines/cluster_settings.hpp"
#include "bench/engines/keys.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

constexpr int kMaxWorkers = 4096;

/// Settings are shared by copies of an engine's: whoever changes them has a copy.
template <class Change>
void set(EngineSettings& engine, const Change& change) {
  auto changed = engine.cluster ? std::make_shared<ClusterSettings>(*engine.cluster)
                                : std::make_shared<ClusterSettings>();
  change(*changed);
  engine.cluster = std::move(changed);
}

/// A key that sets one of them: `read(settings)` is its value.
template <class T, class Read>
Key key_for(KeyInfo info, T ClusterSettings::*what, const Read& read) {
  return {std::move(info), [=](const Settings& s, EngineSettings& e) {
            set(e, [&](ClusterSettings& own) { own.*what = static_cast<T>(read(s)); });
          }};
}

const Key kClusterScheme = key_for(
    {"scheme", "tds", "tds, df or root",
     "one tree spread over all workers, whose iterations travel to the nodes: each from the root "
     "and back (transposition-table driven scheduling), or depth first, back no further than they "
     "must (Yoshizoe et al. 2011); or a tree a worker"},
    &ClusterSettings::scheme, [](const Settings& s) {
      constexpr std::array kSchemes{ClusterScheme::kTds, ClusterScheme::kDepthFirst,
                                    ClusterScheme::kRoot};
      return kSchemes[s.word("scheme", {"tds", "df", "root"})];
    });

const Key kRanks = key_for({"ranks", "", "1 to 4096",
                            "what share nothing but messages: under mpirun or srun its processes "
                            "(all of them), else threads of this one (4), or simulated ones (4)"},
                           &ClusterSettings::ranks,
                           [](const Settings& s) { return s.integer("ranks", 1, kMaxWorkers); });

const Key kRankThreads = key_for(
    {"threads", "1", "1 to 1024", "threads of each rank, a worker each"}, &ClusterSettings::threads,
    [](const Settings& s) { return s.integer("threads", 1, kMaxThreads); });

const Key kJobs =
    key_for({"jobs", "", "1 to 1000",
             "scheme=tds and df: iterations under way for each worker; unless given 16, but all "
             "together at most a sixteenth of the iterations of a search, since more cost "
             "strength, and 1 of a worker alone, which is a sequential search"},
            &ClusterSettings::jobs, [](const Settings& s) { return s.integer("jobs", 1, 1000); });

const Key kCheck =
    key_for({"check", "off", "on or off",
             "scheme=tds and df: after each search worker 0 gathers the whole tree "
             "and validates it, which the counter 'defects' tells"},
            &ClusterSettings::check, [](const Settings& s) { return s.flag("check"); });

const Key kSimulated = key_for(
    {"simulated", "off", "on or off",
     "all workers on one thread, in virtual time: what the same code would do on so many machines"},
    &ClusterSettings::simulated, [](const Settings& s) { return s.flag("simulated"); });

/// A key of virtual time.
Key time_key(const char* name, const char* by_default, const char* help,
             std::chrono::nanoseconds ClusterTimes::*time) {
  return {{name, by_default, "a duration such as 10us", help},
          [=](const Settings& s, EngineSettings& e) {
            set(e, [&](ClusterSettings& own) { own.times.*time = s.duration(name); });
          }};
}

/// Throws UsageError for a key that means nothing to this scheme.
void refuse_unfit(const Settings& s, const ClusterSettings& own) {
  const auto refuse = [&](std::initializer_list<std::pair<const char*, const char*>> defaults,
                          const char* where) {
    for (const auto& [key, by_default] : defaults) {
      if (s.has_value(key) && s.text(key) != by_default) {
        throw UsageError(
            fmt::format("cluster: key '{}' is for {} alone: leave it out here.", key, where));
      }
    }
  };
  if (own.scheme == ClusterScheme::kRoot) {
    refuse({{"jobs", ""}, {"vl", "1"}, {"check", "off"}}, "scheme=tds and scheme=df");
  } else {
    refuse({{"share", "off"}, {"merge", "sum"}}, "scheme=root");
  }
  if (own.simulated) return;
  refuse({{"playout", "1ms"}, {"step", "500ns"}, {"latency", "5us"}, {"bandwidth", "1G"}},
         "simulated=on");
}

/// After all others that are its own.
void count_workers(const Settings& s, EngineSettings& e) {
  ClusterSettings own = *e.cluster;
  refuse_unfit(s, own);
  const bool machines = this_run() && !own.simulated;
  const int started = machines ? this_run()->size() : kMaxWorkers;
  if (own.ranks == 0) {
    own.ranks = machines ? started : 4;
    // In the order of the keys, so that this text means itself.
    e.canonical.insert(e.canonical.find(",threads="), fmt::format(",ranks={}", own.ranks));
  }
  if (own.ranks > started) {
    throw UsageError(fmt::format("cluster: ranks={} are more than were started: give at most {}.",
                                 own.ranks, started));
  }
  const int workers = own.ranks * own.threads;
  const int most = own.simulated || machines ? kMaxWorkers : kMaxThreads;
  if (workers > most) {
    throw UsageError(fmt::format("cluster: ranks={} of threads={} are {} workers: give at most {}.",
                                 own.ranks, own.threads, workers, most));
  }
  e.cluster = std::make_shared<const ClusterSettings>(own);
  e.threads = own.simulated ? 1 : ranks_of(e) ? own.threads : workers;
}

}  // namespace

EngineEntry ClusterEngine::entry() {
  const Key bandwidth{
      // the last of its own
      {"bandwidth", "1G", "1k to 1000G", "simulated: bytes a second from one worker to another"},
      [](const Settings& s, EngineSettings& e) {
        set(e, [&](ClusterSettings& own) {
          own.times.bandwidth = static_cast<double>(s.count("bandwidth", 1000, 1'000'000'000'000));
        });
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
  return entry.with_tree_a_thread();
}

ClusterOptions cluster_options(const EngineSettings& settings) {
  const ClusterSettings& own = *settings.cluster;
  ClusterOptions options;
  static_cast<SearchOptions&>(options) = settings.search;
  options.scheme = own.scheme;
  options.ranks = own.ranks;
  options.threads = own.threads;
  options.jobs = own.jobs;
  options.shown = shown(settings);
  options.merge = settings.merge;
  options.share_iterations = settings.share_iterations;
  options.share_time = settings.share_time;
  options.simulated = own.simulated;
  options.times = own.times;
  options.check = own.check;
  return options;
}

}  // namespace banyan::bench

// The keys of one search by ranks.
#include "bench/engines/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/time_counters.hpp"
#include "parallel/cluster/independent_searches.hpp"

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

const Key kBatch = number_key(
    "batch", "1", 1, 4096,
    "scheme=root with eval=game or eval=net: leaves that a worker evaluates in one call, at most, "
    "as `batched` does",
    &EngineSettings::batch);

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
    refuse({{"share", "off"}, {"merge", "sum"}, {"batch", "1"}}, "scheme=root");
  }
  if (options.simulated) return;
  refuse({{"playout", "1ms"}, {"step", "500ns"}, {"latency", "5us"}, {"bandwidth", "1G"}},
         "simulated=on");
}

/// The search policies, without those of playouts and of devices, whose names virtual time has.
std::vector<Key> selection_keys() {
  constexpr std::string_view kOthers[]{"playout",  "epsilon", "tau",
                                       "decisive", "latency", "eval_batch"};
  std::vector<Key> keys;
  for (Key key : policy_keys()) {
    key.searches &= kPlain | kPolicies;
    const bool other = std::ranges::find(kOthers, key.info.name) != std::end(kOthers);
    if (!other && key.searches != 0) keys.push_back(std::move(key));
  }
  return keys;
}

/// Throws UsageError for search policies that the scheme's trees do not have.
void check_selection(const EngineSettings& e) {
  if (e.batch > 1 && e.worth == LeafWorth::kPlayouts) {
    throw UsageError("cluster: batch= is for eval=game and eval=net: leave it out or give one.");
  }
  if (!e.uses_policy()) return;
  const ClusterScheme scheme = e.own<ClusterOptions>().scheme;
  if (scheme == ClusterScheme::kDepthFirst) {
    throw UsageError("cluster: scheme=df chooses by plain UCB1: give scheme=tds or scheme=root.");
  }
  if (scheme == ClusterScheme::kRoot) {
    if (e.share_iterations == 0 && e.share_time.count() == 0) return;
    throw UsageError("cluster: with search policies trees exchange nothing: leave share= out.");
  }
  // Of a spread tree, a node does not know which others it is below.
  constexpr std::string_view kOfNodes[]{"select",      "children", "fpu",    "widen",
                                        "widen_power", "range",    "priors", "temperature"};
  for (const Key& key : selection_keys()) {
    const std::string& name = key.info.name;
    if (e.given.has(name) && std::ranges::find(kOfNodes, name) == std::end(kOfNodes)) {
      throw UsageError(fmt::format(
          "cluster: {}= is for a tree of each worker's own: leave it out or give scheme=root.",
          name));
    }
  }
  if (e.policy->select == SelectionRule::kMents) {
    throw UsageError("cluster: select=ments is for a tree of each worker's own: give scheme=root.");
  }
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
          {{kClusterScheme, kRanks, kRankThreads, kJobs, kBatch, kCheck, kSimulated,
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
  entry.check = check_selection;
  return with_policies(entry, selection_keys());
}

namespace {

/// A search for each worker of this process.
class IndependentEngines final : public AnyEngine {
 public:
  IndependentEngines(const EngineSettings& settings, const MakeEngine& make)
      : searches_(cluster_options(settings), ranks_of(settings)) {
    EngineSettings each = settings;
    each.kind = EngineKind::kSeq;
    each.threads = 1;
    each.virtual_mean = true;  // of descents in one batch, as of `batched`
    each.search.memory /= static_cast<std::size_t>(searches_.here());
    for (int i = 0; i < searches_.here(); ++i) engines_.push_back(make(each));
  }

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    SearchResult result = searches_.search(
        [&](int here, const Limits& share, const StreamKey& stream, const std::stop_token& ends) {
          return engines_[static_cast<std::size_t>(here)]->search(position, share, stream, ends);
        },
        limits, key, stop);
    result.counters.erase("visits_full");  // each worker's, as nanoseconds_late, which is replaced
    count_time(limits, stop.stop_requested(), result);
    return result;
  }

 private:
  IndependentSearches searches_;
  std::vector<std::unique_ptr<AnyEngine>> engines_;
};

}  // namespace

bool has_spread_tree(const EngineSettings& settings) {
  return settings.kind == EngineKind::kCluster &&
         settings.own<ClusterOptions>().scheme != ClusterScheme::kRoot;
}

std::unique_ptr<AnyEngine> make_independent_engines(const EngineSettings& settings,
                                                    const MakeEngine& make) {
  return joined_by_others(std::make_unique<IndependentEngines>(settings, make), settings);
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

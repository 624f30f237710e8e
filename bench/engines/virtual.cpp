// The keys of simulated workers: who they are, and how long things take them.
#include "bench/engines/virtual.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/latency_keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

VirtualOptions& simulation(EngineSettings& e) { return e.own<VirtualOptions>(); }
VirtualOptions simulation(const EngineSettings& e) { return e.own<VirtualOptions>(); }

/// Of an iteration.
int playouts_of(const EngineSettings& e) {
  return simulation(e).scheme == VirtualScheme::kLeaf ? simulation(e).workers : 1;
}

const Key kVirtualScheme = word_key(
    "scheme", "tree",
    "what the workers do: share one tree, search a tree each, play out together from each leaf, or "
    "share a tree whose subtrees are leased to a worker at a time, as in tree:lock=leased",
    {{"tree", VirtualScheme::kTree},
     {"root", VirtualScheme::kRoot},
     {"leaf", VirtualScheme::kLeaf},
     {"leased", VirtualScheme::kLeased}},
    &VirtualOptions::scheme);

const Key kWorkers = number_key("workers", "64", 1, 4096, "simulated workers, all on one thread",
                                &VirtualOptions::workers);

/// Where a key's value goes that is one of the times.
template <class T>
auto in_times(T VirtualTimes::*member) {
  return [member](EngineSettings& e) -> T& { return simulation(e).times.*member; };
}

const Key kVirtualTrees =
    number_key("trees", "1", 1, kMaxTrees,
               "scheme=tree: the workers are spread over so many trees, merged at the end",
               &EngineSettings::trees);

constexpr const char* kOneMillisecond = "1ms";

/// Also applies mean= and sigma=.
const Key kEvaluation{
    {"eval", "constant", "constant, exponential or lognormal",
     "how long an evaluation (a playout) takes in virtual time: always mean=, or distributed about "
     "it"},
    [](const Settings& s, EngineSettings& e) {
      const std::size_t shape = s.word("eval", {"constant", "exponential", "lognormal"});
      const auto mean = s.duration("mean");
      const double sigma = s.real("sigma", 0, 5);
      simulation(e).times.evaluation = shape == 0   ? Latency::constant(mean)
                                       : shape == 1 ? Latency::exponential(mean)
                                                    : Latency::lognormal_of_mean(mean, sigma);
    }};

const auto kAppliedByEvaluation = [](const Settings&, EngineSettings&) {};

const Key kMean{
    {"mean", kOneMillisecond, "a duration such as 100us", "of an evaluation, in virtual time"},
    kAppliedByEvaluation};

const Key kSigma{
    {"sigma", "1", "0 to 5", "spread of eval=lognormal: standard deviation of the logarithm"},
    kAppliedByEvaluation};

/// After kEvaluation.
const Key kLatency{
    {"latency", "", "a latency such as pareto:mean=1ms,shape=1.5, in quotes",
     "instead of eval= and mean=: evaluations take durations of this distribution, or of a file, "
     "as file:PATH (docs/slow-leaves.md)"},
    [](const Settings& s, EngineSettings& e) {
      if (s.text("eval") != "constant" || s.text("mean") != kOneMillisecond) {
        throw UsageError(
            "virtual: what latency= says is all there is to know: leave eval= and mean= out.");
      }
      const ServerTimes times = parse_latency(s.text("latency"), "latency");
      if (times != ServerTimes{.latency = times.latency}) {
        throw UsageError(fmt::format(
            "virtual: latency={} has per_move=, per_leaf=, concurrent= or fail=, which are those "
            "of a server: leave them out, or give batched with device=.",
            in_quotes(s.text("latency"))));
      }
      simulation(e).times.evaluation = times.latency;
    }};

const Key kTransfer = duration_key(
    "transfer", "", "50ns",
    "of a cache line of the shared tree to another worker, in virtual time; else it is free",
    in_times(&VirtualTimes::transfer));

/// Throws UsageError for keys that mean nothing to the others.
void check_virtual(const EngineSettings& e) {
  const VirtualOptions own = simulation(e);
  const auto gives = [&](const char* key, const char* by_default) {
    return e.given.has(key) && !e.given.has(key, by_default);
  };
  const std::string why = first_of(
      {{e.trees > 1 && own.scheme != VirtualScheme::kTree,
        "trees= is for scheme=tree alone: leave it out here."},
       {e.trees > own.workers,
        fmt::format("trees={} are more than the workers: give at most {}.", e.trees, own.workers)},
       {e.trees == 1 && own.scheme != VirtualScheme::kRoot && gives("merge", "sum"),
        "key 'merge' is for scheme=root alone: leave it out here."},
       {!e.given.has("eval", "lognormal") && gives("sigma", "1"),
        "sigma= is for eval=lognormal alone: leave it out here."},
       {own.scheme == VirtualScheme::kLeased && e.uses_policy(),
        "leased subtrees select by plain UCB1: leave select= and the like out here."},
       {own.scheme == VirtualScheme::kLeased && gives("vl", "1"),
        "visits under way count at the child's mean with scheme=leased: leave vl= out here."}});
  if (!why.empty()) throw UsageError("virtual: " + why);
}

}  // namespace

EngineEntry VirtualEngine::entry() {
  EngineEntry entry{
      kKind, "virtual",
      "simulated workers: tree (classic or leased), root or leaf parallel as up to 4096 workers "
      "would search, on one thread, in virtual time",
      joined({{kVirtualScheme, kWorkers, kVirtualTrees, kEvaluation, kMean, kSigma, kLatency,
               descent_key(in_times(&VirtualTimes::descent)), kTransfer, virtual_loss_key(),
               merge_key()},
              search_keys(),
              budget_keys(),
              {clock_key(in_times(&VirtualTimes::limit), playouts_of)}})};
  entry.trees = [](const EngineSettings& e) {
    return simulation(e).scheme == VirtualScheme::kRoot ? simulation(e).workers : e.trees;
  };
  entry.playouts = playouts_of;
  entry.check = check_virtual;
  return with_selection(entry, kSelectionKeys).add(general_keys());
}

VirtualOptions VirtualEngine::options(const EngineSettings& s) {
  VirtualOptions options = simulation(s);
  static_cast<SearchOptions&>(options) = s.search;
  options.shown = shown(s);
  options.trees = s.trees;
  options.merge = s.merge;
  if (s.policy) options.policy = *s.policy;
  return options;
}

}  // namespace banyan::bench

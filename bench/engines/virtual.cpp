// The keys of simulated workers: who they are, and how long things take them.
#include "bench/engines/virtual.hpp"

#include <fmt/format.h>

#include <memory>
#include <sstream>
#include <string>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/text/files.hpp"
#include "bench/text/text.hpp"

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

std::string text_of(const std::string& file) {
  try {
    return read_input(file, interrupt_token(), kMostText);
  } catch (const FileError&) {  // whose message has the name, however long
    throw UsageError(fmt::format(
        "virtual: file={} cannot be read: give a file of durations, a line each in nanoseconds.",
        in_quotes(file)));
  }
}

const Key kVirtualTrees =
    number_key("trees", "1", 1, kMaxTrees,
               "scheme=tree: the workers are spread over so many trees, merged at the end",
               &EngineSettings::trees);

/// The durations in a file, a line each, in whole nanoseconds.
std::vector<std::uint64_t> recorded_durations(const std::string& file) {
  constexpr std::uint64_t kLongest = 100'000'000'000'000'000;
  std::vector<std::uint64_t> durations;
  std::istringstream lines(text_of(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = fmt::format("{} line {}", file, ++number);
    durations.push_back(parse_count(trimmed(line), where));
    if (durations.back() > kLongest) {
      throw UsageError(fmt::format("{}: {} ns are too long: give at most 10^17.", where, line));
    }
  }
  if (durations.empty()) throw UsageError(file + " has no durations: give one or more lines.");
  return durations;
}

const Key kEvaluation = word_key<EvaluationTimes>(
    "eval", "constant",
    "how long an evaluation (a playout) takes in virtual time: always mean=, or distributed about "
    "it",
    {{"constant", EvaluationTimes::kConstant},
     {"exponential", EvaluationTimes::kExponential},
     {"lognormal", EvaluationTimes::kLogNormal}},
    [](EngineSettings& e, EvaluationTimes value) { simulation(e).times.evaluations = value; });

constexpr const char* kOneMillisecond = "1ms";

const Key kMean = duration_key("mean", kOneMillisecond, "100us",
                               "of an evaluation, in virtual time", in_times(&VirtualTimes::mean));

const Key kSigma =
    number_key("sigma", "1", 0, 5, "spread of eval=lognormal: standard deviation of the logarithm",
               in_times(&VirtualTimes::sigma));

/// After kEvaluation and kMean.
const Key kFile{
    {"file", "", "a path",
     "instead of eval=: evaluations take durations drawn from this file, a line each in "
     "nanoseconds"},
    [](const Settings& s, EngineSettings& e) {
      if (simulation(e).times.evaluations != EvaluationTimes::kConstant ||
          s.text("mean") != kOneMillisecond) {
        throw UsageError(
            "virtual: the durations of file= are all there is to know: leave eval= "
            "and mean= out.");
      }
      simulation(e).times.evaluations = EvaluationTimes::kRecorded;
      simulation(e).times.recorded =
          std::make_shared<const std::vector<std::uint64_t>>(recorded_durations(s.text("file")));
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
       {own.times.evaluations != EvaluationTimes::kLogNormal && gives("sigma", "1"),
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
      joined({{kVirtualScheme, kWorkers, kVirtualTrees, kEvaluation, kMean, kSigma, kFile,
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
  return with_selection(entry, kSelectionKeys);
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

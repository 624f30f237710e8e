// The keys of simulated workers: who they are, and how long things take them.
#include "bench/engines/virtual.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "bench/engines/keys/keys.hpp"
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

/// Throws UsageError for a key that is of another scheme, unless it has its default.
void need_scheme(const Settings& s, const EngineSettings& e, const char* key,
                 const char* by_default, VirtualScheme scheme, const char* name) {
  if (s.text(key) != by_default && simulation(e).scheme != scheme) {
    throw UsageError(
        fmt::format("virtual: key '{}' is for scheme={} alone: leave it out here.", key, name));
  }
}

const Key kVirtualScheme = word_key<VirtualScheme>(
    "scheme", "tree",
    "what the workers do: share one tree, search a tree each, play out together from each leaf, or "
    "share a tree whose subtrees are leased to a worker at a time, as in tree:lock=leased",
    {{"tree", VirtualScheme::kTree},
     {"root", VirtualScheme::kRoot},
     {"leaf", VirtualScheme::kLeaf},
     {"leased", VirtualScheme::kLeased}},
    [](EngineSettings& e, VirtualScheme value) { simulation(e).scheme = value; });

const Key kWorkers{{"workers", "64", "1 to 4096", "simulated workers, all on one thread"},
                   [](const Settings& s, EngineSettings& e) {
                     simulation(e).workers = static_cast<int>(s.integer("workers", 1, 4096));
                   }};

std::string text_of(const std::string& file) {
  try {
    return read_input(file, interrupt_token());
  } catch (const FileError&) {  // whose message has the name, however long
    throw UsageError(fmt::format(
        "virtual: file={} cannot be read: give a file of durations, a line each in nanoseconds.",
        in_quotes(file)));
  }
}

/// After kVirtualScheme and kWorkers.
const Key kVirtualTrees{
    {"trees", "1", "1 to 32",
     "scheme=tree: the workers are spread over so many trees, merged at the end"},
    [](const Settings& s, EngineSettings& e) {
      e.trees = static_cast<int>(s.integer("trees", 1, 32));
      if (e.trees > 1 && simulation(e).scheme != VirtualScheme::kTree) {
        throw UsageError("virtual: trees= is for scheme=tree alone: leave it out here.");
      }
      if (e.trees > simulation(e).workers) {
        throw UsageError(
            fmt::format("virtual: trees={} are more than the workers: give at most {}.", e.trees,
                        simulation(e).workers));
      }
      if (e.trees == 1) {
        need_scheme(s, e, "merge", "sum", VirtualScheme::kRoot, "root");
      }
    }};

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

const Key kMean{
    {"mean", kOneMillisecond, "a duration such as 100us", "of an evaluation, in virtual time"},
    [](const Settings& s, EngineSettings& e) { simulation(e).times.mean = s.duration("mean"); }};

/// After kEvaluation.
const Key kSigma{
    {"sigma", "1", "0 to 5", "spread of eval=lognormal: standard deviation of the logarithm"},
    [](const Settings& s, EngineSettings& e) {
      simulation(e).times.sigma = s.real("sigma", 0, 5);
      if (s.text("sigma") != "1" &&
          simulation(e).times.evaluations != EvaluationTimes::kLogNormal) {
        throw UsageError("virtual: sigma= is for eval=lognormal alone: leave it out here.");
      }
    }};

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

const Key kTransfer{
    {"transfer", "", "a duration such as 50ns",
     "of a cache line of the shared tree to another worker, in virtual time; else it is free"},
    [](const Settings& s, EngineSettings& e) {
      simulation(e).times.transfer = s.duration("transfer");
    }};

/// After kVirtualScheme.
Key shown_descents() {
  Key key = virtual_loss_key();
  key.apply = [apply = key.apply](const Settings& s, EngineSettings& e) {
    apply(s, e);
    if (simulation(e).scheme == VirtualScheme::kLeased && s.text("vl") != "1") {
      throw UsageError(
          "virtual: visits under way count at the child's mean with scheme=leased: leave vl= out "
          "here.");
    }
  };
  return key;
}

}  // namespace

EngineEntry VirtualEngine::entry() {
  EngineEntry entry{
      kKind, "virtual",
      "simulated workers: tree (classic or leased), root or leaf parallel as up to 4096 workers "
      "would search, on one thread, in virtual time",
      joined({{kVirtualScheme, kWorkers, kVirtualTrees, kEvaluation, kMean, kSigma, kFile,
               descent_key([](EngineSettings& e) { return &simulation(e).times.descent; }),
               kTransfer, shown_descents(), merge_key()},
              search_keys(),
              budget_keys(),
              {clock_key([](EngineSettings& e) { return &simulation(e).times.limit; },
                         playouts_of)}})};
  entry.trees = [](const EngineSettings& e) {
    return simulation(e).scheme == VirtualScheme::kRoot ? simulation(e).workers : e.trees;
  };
  entry.playouts = playouts_of;
  return entry;
}

VirtualOptions VirtualEngine::options(const EngineSettings& s) {
  VirtualOptions options = simulation(s);
  static_cast<SearchOptions&>(options) = s.search;
  options.shown = shown(s);
  options.trees = s.trees;
  options.merge = s.merge;
  return options;
}

}  // namespace banyan::bench

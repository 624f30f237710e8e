// What a suite is: pieces of work that are measured once, stored, and found again on resuming.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/suites/run_folder.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// Told how much work was done: milliseconds of what was expected, and what it is.
using Advance = std::function<void(std::uint64_t ms, const std::string& text)>;

/// What an item is measured with.
struct Work {
  const RunFolder& folder;
  const Advance& advance;
  const std::stop_token& stop;
  /// What an interrupted or killed run left of this item's result, to go on from; null if nothing.
  const Json& earlier;
  /// Puts what is measured so far on the disk, should the run be killed: an object like the result.
  std::function<void(const Json& so_far)> keep;
};

/// One piece of work of a suite.
struct WorkItem {
  Json key;  ///< fields of its result by which it is found again: no other item has the same
  std::uint64_t expected_ms = 0;
  /// Measures it; the result has the fields of the key and `interrupted`.
  std::function<Json(const Work& work)> measure;
};

/// The suite of one run.
struct Suite {
  std::uint64_t expected_ms = 0;
  Json plan = Json::array();  ///< an object for each result: the fields by which it is found
  /// Measures what the folder does not hold yet; false if it was interrupted.
  std::function<bool(const RunFolder& folder, const Advance& advance, const std::stop_token& stop)>
      run;
};

/// The suite that stores the results of its items as NAME.json, {"provenance": ..., LIST: [...]},
/// and what they come to, if that is asked for: an object whose fields stand before the list.
Suite suite_of_items(const std::string& name, const std::string& list, std::vector<WorkItem> items,
                     std::function<Json(const Json& results)> sum_up = {});

/// The same item with a field `kind` in its key and its result.
WorkItem of_kind(const char* kind, WorkItem item);

/// Engines with budgets of their own on solved positions of a game that has a set of them.
WorkItem solved_item(const GameChoice& game, const std::vector<EngineSettings>& engines,
                     std::uint64_t positions, std::uint64_t seed);

/// So many searches of the first position by each engine with its own budget, else `limits`, the
/// engines in random order and after searches to warm up (measurer.hpp): their rates, and the shape
/// of their trees.
WorkItem searches_item(const GameChoice& game, std::vector<EngineSettings> engines,
                       const Limits& limits, std::uint64_t searches, std::uint64_t seed);

/// A match as an item of this suite, with a seed of its own, drawn from the run's (match_seed); its
/// games go to games.jsonl.
WorkItem match_item(const std::string& suite, const MatchOptions& of_run,
                    std::uint64_t expected_pair_ms);

/// What a match of several kinds of a suite is for.
struct MatchPurpose {
  /// "curve": one worker with `factor` times the base time; "time", "iterations": an engine at
  /// equal time, at equal iterations; "doubling": an engine with `factor` times the base time.
  const char* kind;
  std::string engine;  ///< A without a time of its own
  double factor = 1;
};

/// The same with what it is for: `kind`, `engine` and `factor` in its result.
WorkItem match_item(const std::string& suite, const MatchPurpose& purpose,
                    const MatchOptions& match, std::uint64_t expected_pair_ms);

/// Milliseconds that a pair of games is expected to take.
std::uint64_t expected_pair_ms(std::chrono::nanoseconds move_time);

/// A kind of suite. To add one, write its `make` in a file of this directory, a line in
/// suites.cpp, and where it is to be reported, in report/run_data.cpp and summary.cpp.
struct SuiteKind {
  const char* name;  ///< in --suites; its results go to NAME.json
  const char* help;
  bool standard;  ///< whether it runs unless told otherwise
  Suite (*make)(const SuiteOptions& options);
  const char* needs = "";  ///< of games and engines, without which it measures nothing
};

/// All kinds, in the order of work.
const std::vector<SuiteKind>& suite_kinds();

Suite throughput_suite(const SuiteOptions& options);
Suite positions_suite(const SuiteOptions& options);
Suite ablation_suite(const SuiteOptions& options);
Suite phases_suite(const SuiteOptions& options);
Suite strength_suite(const SuiteOptions& options);
Suite decision_suite(const SuiteOptions& options);
Suite truth_suite(const SuiteOptions& options);
Suite scaling_suite(const SuiteOptions& options);
Suite chaslot_suite(const SuiteOptions& options);
Suite policies_suite(const SuiteOptions& options);
Suite gains_suite(const SuiteOptions& options);
Suite paper_suite(const SuiteOptions& options);

}  // namespace banyan::bench

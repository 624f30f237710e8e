// A suite consists of items that are measured once, stored, and found again on resuming.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/match/run_folder.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// Reports progress: milliseconds of the expected time, and what was done.
using Advance = std::function<void(std::uint64_t ms, const std::string& text)>;

/// The context in which an item is measured.
struct Work {
  RunFolder& folder;
  const Advance& advance;
  const std::stop_token& stop;
  /// What an interrupted or killed run left of this item's result; null if nothing.
  const Json& earlier;
  /// Stores what is measured so far, in case the run is killed: fields of the result.
  std::function<void(const Json& so_far)> keep;
};

/// One item of work of a suite. Its result has the fields of the key and those measured.
struct WorkItem {
  Json key;  ///< fields that identify it: no other item has the same
  std::uint64_t expected_ms = 0;
  /// The other fields of its result. `interrupted` is no field of it: it says whether the result is
  /// not whole; without it that is so after a stop request.
  std::function<Json(const Work& work)> measure;
};

/// The suite of one run.
struct Suite {
  std::uint64_t expected_ms = 0;
  Json plan = Json::array();  ///< one object per result: the fields that identify it
  /// Measures what the folder lacks; false if interrupted.
  std::function<bool(RunFolder& folder, const Advance& advance, const std::stop_token& stop)> run;
};

Suite suite_of_items(const std::string& name, std::vector<WorkItem> items);

/// The same item with a field `kind` in its key.
WorkItem of_kind(const char* kind, WorkItem item);

/// Expected milliseconds of a search, at a million iterations per second, which is right within a
/// small factor.
double search_ms(const Limits& limits);

/// Engines, with their own budgets, on solved positions of a game that has a set of them.
WorkItem solved_item(const GameChoice& game, const std::vector<EngineSettings>& engines,
                     std::uint64_t positions, std::uint64_t seed);

/// `searches` searches of the first position per engine, with its own budget or else `limits`, in
/// random order and after warm-up (measurer.hpp): rates and shapes of trees.
WorkItem searches_item(const GameChoice& game, std::vector<EngineSettings> engines,
                       const Limits& limits, std::uint64_t searches, std::uint64_t seed);

/// A match of a run, with its seed and the game's openings.
MatchOptions match_in_run(const SuiteOptions& options, const GameChoice& game,
                          const EngineSettings& a, const EngineSettings& b, std::uint64_t pairs,
                          const Limits& limits = {});

/// The purpose of a match, in a suite with several kinds.
struct MatchPurpose {
  /// "curve": one worker with `factor` times the base time; "time", "iterations": an engine at
  /// equal time, at equal iterations; "doubling": an engine with `factor` times the base time.
  const char* kind;
  std::string engine;  ///< A without a time of its own
  double factor = 1;
};

/// A match as an item of this suite, with its own seed, drawn from the run's (match_seed); its
/// games go to games.jsonl. Its purpose is in its result: `kind`, `engine` and `factor`.
WorkItem match_item(const std::string& suite, const MatchOptions& of_run,
                    std::uint64_t expected_pair_ms,
                    const std::optional<MatchPurpose>& purpose = {});

/// Expected milliseconds of a pair of games.
std::uint64_t expected_pair_ms(std::chrono::nanoseconds move_time);

/// Scaling of simulated workers: their speed in virtual time and their strength. For each game,
/// with the profile's N iterations per move for all workers together (Segal 2010):
///
/// - "virtual searches" of the first position: speed-up, utilisation, iterations in flight, error;
/// - "virtual curve": `seq` with `factor` times N against `seq` with N;
/// - "virtual iterations": each engine against `seq` with N;
/// - "virtual time": each engine against `seq` with what one worker makes meanwhile, N divided by
///   the speed-up of the searches.
///
/// One worker's few iterations would be the same base for all engines. But against hundreds of
/// workers they lose every game, which measures nothing.
std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines);

/// A kind of suite. To add one, write its `make` in a file of this directory, add a line in
/// suites.cpp, and read its results in report/run_data.cpp.
struct SuiteKind {
  const char* name;  ///< in --suites, and in its results
  const char* help;
  bool standard;  ///< whether it runs by default
  Suite (*make)(const SuiteOptions& options);
  const char* needs = "";  ///< of games and engines; without these it measures nothing
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
Suite policies_suite(const SuiteOptions& options);
Suite gains_suite(const SuiteOptions& options);
Suite paper_suite(const SuiteOptions& options);

}  // namespace banyan::bench

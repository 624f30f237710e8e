// The main job: the suite of measurements that `banyan bench` runs and the folder that it writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/match/match.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// How much a profile measures.
struct Profile {
  const char* name;
  const char* help;
  std::chrono::milliseconds search_time;  ///< of each throughput search
  int repetitions;
  std::chrono::milliseconds move_time;          ///< in matches at equal time
  std::uint64_t move_playouts;                  ///< in matches at equal playouts
  std::uint64_t pairs;                          ///< a match; half to choose, 6 times to decide
  std::uint64_t truth_positions;                ///< solved positions a game
  std::vector<std::uint64_t> truth_iterations;  ///< a search, on these
  bool all_threads;                             ///< 1, 2, 4 ... to all cores instead of 1 and 2
};

/// smoke, standard, full.
const std::vector<Profile>& profiles();

/// Searches of the ablation end after so many iterations, if not earlier by time: where a tree
/// holds the whole game, further iterations measure nothing.
inline constexpr std::uint64_t kAblationIterations = 1'000'000;

struct SuiteOptions {
  Profile profile;
  std::vector<std::string> suites;  ///< names of suite_kinds(), bench/suites/suites.hpp
  bool asked = false;               ///< for these by name: of one that measures nothing it is said
  std::vector<GameChoice> games;
  std::vector<EngineSettings> engines;
  std::vector<int> threads;  ///< of the suite chaslot
  std::uint64_t seed = 1;
  std::filesystem::path out;
  std::string command;  ///< as it was given
  std::optional<Study> study;
  std::string paper;  ///< bench/papers/papers.hpp; empty: none
};

/// The engines that a profile compares on a machine with so many cores.
std::string default_engines(const Profile& profile, int cores);

/// The first `seq` among the engines; null without one.
const EngineSettings* baseline(const std::vector<EngineSettings>& engines);

/// Of each kind of engine the one with the most threads, among those with several; also `plain` and
/// `naive`.
std::vector<const EngineSettings*> widest(const std::vector<EngineSettings>& engines);

/// The matches of the suite `strength`: of each kind of engine the one with the most threads, with
/// batches and without, against `seq` at equal time. Empty if `seq` is not among the engines.
///
/// They are few games each, and only choose. The suite `decision` then tries the chosen engine in
/// fresh games, from other openings: these had no part in the choice, so that its gain is not
/// flattered by having been picked (data splitting; Cox 1975), and beside them `seq` with half its
/// time, which says what the gain is worth and whether so many games tell a factor of 2.
std::vector<MatchOptions> suite_matches(const SuiteOptions& options);

/// Where the results go unless told otherwise: into results/runs/, to a run of the same settings,
/// build and machine that was stopped before its report was there, else into a new folder.
std::filesystem::path default_folder(const SuiteOptions& options);

/// Runs what the folder does not hold yet, and writes
///
///   run.json         provenance, settings, whether the run is finished
///   throughput.json  Google Benchmark's JSON
///   positions.json   the same in the middle and late in a game
///   ablation.json    the same of plain, and of the steps from naive to the full core
///   phases.json      samples of the phases of iterations
///   truth.json       failures on solved positions
///   strength.json    an object for each match
///   decision.json    likewise, of the engines that these chose
///   scaling.json     matches against time, if asked for; chaslot.json likewise
///   paper.json       the cells of a published experiment, if asked for
///   games.jsonl      a line for each game, of a match under way too
///   rows.jsonl       a row for each number: bench/rows/row.hpp; results.csv is the same
///   summary.md       the tables
///   report.html      the page, with figures/: page/report.hpp
///
/// Returns the exit status. Throws UsageError if the folder holds another run or is in use, or for
/// what its suites cannot measure, before anything is; FileError if it cannot be written.
int run_suite(const SuiteOptions& options, const std::stop_token& stop);

}  // namespace banyan::bench

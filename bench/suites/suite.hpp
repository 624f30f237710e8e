// The suites of measurements that `banyan bench` runs, and the folder that it writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/match/match.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The extent of a profile's measurements.
struct Profile {
  const char* name;
  const char* help;
  std::chrono::milliseconds search_time;  ///< per throughput search
  int repetitions;
  std::chrono::milliseconds move_time;          ///< in matches at equal time
  std::uint64_t move_playouts;                  ///< in matches at equal playouts
  std::uint64_t pairs;                          ///< per match; half to choose, 6 times to decide
  std::uint64_t truth_positions;                ///< solved positions per game
  std::vector<std::uint64_t> truth_iterations;  ///< per search, on these
  bool all_threads;                             ///< 1, 2, 4 ... to all cores instead of 1 and 2
};

/// smoke, standard, full.
const std::vector<Profile>& profiles();

/// A number of searches, positions or pairs that is given for the standard profile: smoke has a
/// hundredth, at least 2, and full five times as many.
std::uint64_t by_profile(const Profile& profile, std::uint64_t standard);

/// Searches of the ablation end after this many iterations, if not earlier by time: if a tree holds
/// the whole game, further iterations measure nothing.
inline constexpr std::uint64_t kAblationIterations = 1'000'000;

struct SuiteOptions {
  Profile profile;
  std::vector<std::string> suites;  ///< names of suite_kinds(), bench/suites/suites.hpp
  bool asked = false;               ///< by name: one that measures nothing is reported
  std::vector<GameChoice> games;
  std::vector<EngineSettings> engines;
  std::vector<EngineSettings> controls = {};  ///< of the suite gains; none: the first engine
  std::uint64_t seed = 1;
  std::filesystem::path out;
  std::string command;  ///< as given
  std::optional<Study> study;
  std::string paper;  ///< bench/papers/papers.hpp; empty: none
};

/// The engines that a profile compares on a machine with this many cores.
std::string default_engines(const Profile& profile, int cores);

/// The first `seq` among the engines; null if there is none.
const EngineSettings* baseline(const std::vector<EngineSettings>& engines);

/// Of each kind of engine with several threads, the one with most; also `plain` and `naive`.
std::vector<const EngineSettings*> widest(const std::vector<EngineSettings>& engines);

/// The matches of the suite `strength`: of each kind of engine the one with most threads, with and
/// without batches, against `seq` at equal time. Empty if `seq` is not among the engines.
///
/// They have few games each and only choose. The suite `decision` then tests the chosen engine in
/// new games from other openings. These had no part in the choice, so the gain is not inflated by
/// selection (data splitting; Cox 1975). Beside them plays `seq` with half its time, which gives
/// the gain a scale and shows whether so many games detect a factor of 2.
std::vector<MatchOptions> suite_matches(const SuiteOptions& options);

/// The default folder, in results/runs/: that of a run with the same settings, build and machine
/// that stopped before its report, otherwise a new one.
std::filesystem::path default_folder(const SuiteOptions& options);

/// Runs what the folder lacks, and writes
///
///   run.json         provenance, settings, plan, whether the run is finished
///   measured.jsonl   one line per result, as it was measured: bench/output/results.hpp
///   unfinished.json  the result that an interrupted run did not finish
///   games.jsonl      one line per game, of an unfinished match too
///   rows.jsonl       one row per number: bench/rows/row.hpp; results.csv is the same
///
/// Python makes summary.md, report.html and figures/ of it: bench/report/show.hpp.
///
/// Returns the exit status. Throws UsageError, before measuring, if the folder holds another run or
/// is in use, or for what its suites cannot measure; FileError if it cannot be written.
int run_suite(const SuiteOptions& options, const std::stop_token& stop);

}  // namespace banyan::bench

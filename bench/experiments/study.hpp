// A study: an experiment as data, a grid of games and engines that answers one question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {

enum class StudyMeasure : std::uint8_t {
  kSpeed,      ///< iterations/s from the first position
  kPositions,  ///< the value lost on solved positions
  kMatches,    ///< Elo over the control, at equal iterations and at equal time
};

struct Study {
  std::string name;
  std::string help;         ///< the question, one line
  std::string source = {};  ///< its source: a paper and its year; empty: ours
  std::string games;        ///< specs, separated by commas
  /// Specs. {a|b} stands for each of these, the last one in a spec varying fastest; * for each
  /// number of threads. All are compared with the first one.
  std::vector<std::string> engines;
  std::string column;  ///< the key of games or engines whose values become table columns
  /// Of solved positions: a key of the engines. Each entry takes the value that loses least on half
  /// of the positions. Empty: each value has its own entry.
  std::string tuned = {};
  StudyMeasure measure = StudyMeasure::kSpeed;
  /// Playouts per move on solved positions, in turn; none: each engine has its own budget.
  std::vector<std::uint64_t> playouts = {};
  /// Of matches: whom each engine plays, specs like `engines`; none: the first engine.
  std::vector<std::string> controls = {};
  /// Of matches: what each move has. With both there are matches of both kinds; with neither the
  /// profile's.
  Limits budget = {};
  std::uint64_t pairs = 0;  ///< of a match, in the standard profile; 0: the profile's

  [[nodiscard]] bool on_truth() const { return measure == StudyMeasure::kPositions; }
  /// Whether numbers of simulated workers are compared, rather than choices.
  [[nodiscard]] bool by_workers() const { return column == "workers"; }
  [[nodiscard]] bool of_matches() const { return measure == StudyMeasure::kMatches; }
};

/// The built-in ones: NAME.json of this directory.
const std::vector<Study>& studies();

/// Throws UsageError, in one sentence that names them all.
const Study& find_study(std::string_view name);

/// A built-in study, or the one described in a file whose name ends in .json. Throws UsageError.
Study study_of(const std::string& name_or_file);

/// The study of a run, by its settings in run.json; nothing if it had none. Throws UsageError.
std::optional<Study> study_of_run(const Field& settings);

/// A study from a file's description; and back.
Study read_study(const Field& description);
Json study_json(const Study& study);

/// The study's engines on a machine with `cores` cores, separated by ';': the sequential ones, and
/// the others with 1, 2, 4 ... threads and one thread per core. Without those that this build
/// cannot run.
std::string study_engines(const Study& study, int cores);

/// The same of its controls; empty without any.
std::string study_controls(const Study& study, int cores);

/// Whether this build can run the engine.
bool can_run(const std::string& engine);

}  // namespace banyan::bench

// A study: an experiment as data, a grid of games and engines that answers one question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

enum class StudyMeasure : std::uint8_t {
  kSpeed,      ///< iterations/s from the first position
  kPositions,  ///< the value lost on solved positions
  kMatches,    ///< Elo over the control, at equal iterations and at equal time
};

struct Study {
  std::string name;
  std::string help;         ///< the question, one line
  std::string source = {};  ///< whose it was: a paper and its year; empty: ours
  std::string games;        ///< specs, separated by commas
  /// Specs. {a|b} stands for each of these, the last one in a spec varying fastest; * for each
  /// number of threads. The first is what all are compared with.
  std::vector<std::string> engines;
  std::string column;  ///< the key of games or engines whose values stand side by side in tables
  StudyMeasure measure = StudyMeasure::kSpeed;
  /// Playouts of a move on solved positions, one after the other; none: each engine has a budget of
  /// its own.
  std::vector<std::uint64_t> playouts = {};

  [[nodiscard]] bool on_truth() const { return measure == StudyMeasure::kPositions; }
  [[nodiscard]] bool of_matches() const { return measure == StudyMeasure::kMatches; }
};

/// Those that are built in: a file of this directory each.
const std::vector<Study>& studies();

/// Throws UsageError, in one sentence that names them all.
const Study& find_study(std::string_view name);

/// The one of that name, or what a file whose name ends in .json describes. Throws UsageError.
Study study_of(const std::string& name_or_file);

/// The study of a run by its settings in run.json; nothing where it had none. Throws UsageError.
std::optional<Study> study_of_run(const Field& settings);

/// A study as a file describes it; and back.
Study read_study(const Field& description);
Json study_json(const Study& study);

/// The study's engines on a machine with so many cores, separated by ';': the sequential ones, and
/// the others with 1, 2, 4 ... threads, and a thread for every core. Those that this build cannot
/// run are left out.
std::string study_engines(const Study& study, int cores);

// The studies.
Study executors();
Study exploration();
Study locks();
Study phase_diagram();
Study playout_cost();
Study scaling_limits();
Study scaling_losses();
Study virtual_loss();

}  // namespace banyan::bench

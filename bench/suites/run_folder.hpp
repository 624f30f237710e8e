// The folder of one run: its content, and writing it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/output/output_folder.hpp"
#include "bench/suites/results.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// run.json of a new run.
Json json_of_run(const SuiteOptions& options);

/// Why such a run must not continue in the folder; nothing if it may.
std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run);

/// Not thread-safe, except for adding games. Every function throws FileError for what cannot be
/// written.
class RunFolder {
 public:
  /// Makes the folder and its run.json. Throws UsageError if it holds another run or something that
  /// is not ours, or is in use.
  explicit RunFolder(const SuiteOptions& options);

  [[nodiscard]] const Json& run() const { return run_; }
  [[nodiscard]] const Folder& folder() const { return folder_; }

  [[nodiscard]] const Results& results() const { return results_; }
  void add(Json result) { results_.add(folder_, std::move(result)); }
  void keep(Json result) { results_.keep(folder_, std::move(result)); }

  /// Writes the plan into run.json: for each suite the keys of its results.
  void plan(const Json& suites);

  /// The deals of a match that an interrupted run of the same suite left.
  [[nodiscard]] std::vector<Deal> read_games(const std::string& suite,
                                             const MatchOptions& match) const;

  /// Adds a deal's games to games.jsonl as soon as it is finished.
  void add_games(const std::string& suite, const MatchOptions& match, const Deal& deal) const;

  /// Writes the games of a match into games.jsonl in order, replacing those that it had there.
  void write_games(const std::string& suite, const MatchOptions& match,
                   const MatchResult& result) const;

  void mark_finished(bool finished);

 private:
  [[nodiscard]] std::filesystem::path path(const std::string& file) const {
    return folder_.at(file);
  }
  void write_run() const;
  [[nodiscard]] std::vector<Json> lines_of(const std::string& suite, const MatchOptions& match,
                                           const Deal& deal) const;

  OutputFolder folder_;
  Json run_;  ///< a continued run keeps its original provenance
  Results results_;
};

}  // namespace banyan::bench

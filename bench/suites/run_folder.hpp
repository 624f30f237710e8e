// The folder of one run: its content, and writing it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/output/output_folder.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/fields.hpp"
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

  /// The object in a file; nothing if there is no such file. Throws UsageError if it holds no
  /// object.
  [[nodiscard]] std::optional<Field> read(const std::string& file) const;
  void write(const std::string& file, const Json& whole) const;

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
  [[nodiscard]] std::vector<Json> lines_of(const std::string& suite, const MatchOptions& match,
                                           const Deal& deal) const;

  OutputFolder folder_;
  Json run_;  ///< a continued run keeps its original provenance
};

}  // namespace banyan::bench

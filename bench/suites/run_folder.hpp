// The folder of one run: what it holds already, and writing it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/json.hpp"
#include "bench/text/output_lock.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {

/// run.json of a run that begins.
Json json_of_run(const SuiteOptions& options);

/// What the folder holds that such a run must not be mixed with; nothing if it may go on there.
std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run);

/// Not for several threads at once, but for adding games. Every function throws FileError for what
/// cannot be written.
class RunFolder {
 public:
  /// Makes the folder and its run.json. Throws UsageError if it holds another run, or is in use.
  explicit RunFolder(const SuiteOptions& options);

  [[nodiscard]] const SuiteOptions& options() const { return options_; }
  [[nodiscard]] const Json& run() const { return run_; }

  /// The object in a file; nothing if there is no such file. Throws UsageError for one that holds
  /// no object.
  [[nodiscard]] std::optional<Field> read(const std::string& file) const;
  void write(const std::string& file, const Json& whole) const;

  /// Writes into run.json what is to be measured: for each suite the fields of its results.
  void plan(const Json& suites);

  /// The deals that an interrupted run of the same suite left of a match.
  [[nodiscard]] std::vector<Deal> read_games(const std::string& suite,
                                             const MatchOptions& match) const;

  /// Adds a deal's games to games.jsonl as soon as it is finished.
  void add_games(const std::string& suite, const MatchOptions& match, const Deal& deal) const;

  /// Puts the games of a match into games.jsonl in order, in place of those that it had there.
  void write_games(const std::string& suite, const MatchOptions& match,
                   const MatchResult& result) const;

  void mark_finished(bool finished);

 private:
  [[nodiscard]] std::filesystem::path path(const std::string& file) const;
  [[nodiscard]] std::vector<Json> lines_of(const std::string& suite, const MatchOptions& match,
                                           const Deal& deal) const;

  const SuiteOptions& options_;
  OutputLock lock_;
  Json run_;  ///< of one that goes on, with the provenance with which it began
};

}  // namespace banyan::bench

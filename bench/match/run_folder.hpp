// The folder of a run, of whatever it measures or plays: all that a run goes on from.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/output/output_folder.hpp"
#include "bench/output/results.hpp"
#include "bench/text/json.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {

/// The engine's budget; zeros if it has none.
Json limits_json(const EngineSettings& engine, const std::optional<Limits>& limits);

/// How games end early, their clocks, and whether records hold visits: fields that are there only
/// if they say something.
void add_further_settings(Json& settings, const MatchOptions& options);

/// What determines the games of a match, field by field.
Json match_settings(const MatchOptions& options);

/// A folder that only one run at a time writes:
///
///   run.json         provenance, environment, settings, whether the run is finished
///   measured.jsonl   one line per result: bench/output/results.hpp
///   unfinished.json  the result that an interrupted run did not finish
///   games.jsonl      one line per game: deals as they finish, at the end in order
///   games.sgf        the same games for other programs, at the end, if SGF has the game
///   openings.jsonl   one line per opening drawn, so that it need not be judged again
///
/// Torn lines after a crash, games of incomplete deals and damaged lines are dropped and played
/// again; damage is reported. A continued run keeps its original provenance. Not thread-safe,
/// except for the memory of matches. All functions throw FileError for what cannot be written.
class RunFolder {
 public:
  /// Throws UsageError if the folder is in use, holds something that is not ours, or a run with
  /// other settings, or of another build, machine or foreign program's version.
  RunFolder(const std::filesystem::path& folder, const Json& settings, const std::string& command,
            const ProgramNames& programs = {});

  [[nodiscard]] const Json& run() const { return run_; }
  [[nodiscard]] const Folder& folder() const { return folder_; }

  /// Adds a field to run.json, or replaces it.
  void note(const char* field, Json value);

  [[nodiscard]] const Results& results() const { return results_; }
  void add(Json result) { results_.add(folder_, std::move(result)); }
  void keep(Json result) { results_.keep(folder_, std::move(result)); }

  /// What earlier runs left of the match, of this suite if it is of one. Deals played with it are
  /// written here, and their openings too if they are given (those of a pool are shared). Must not
  /// outlive this.
  MatchMemory memory(const MatchOptions& match, std::shared_ptr<Openings> openings,
                     const std::string& suite = {});

  /// What a match has come to. Later games of it are dropped at the end of the run.
  void played(const MatchOptions& match, const MatchResult& result, const std::string& suite = {});

  /// Puts the games of all matches in order, and marks the run as finished or not.
  void finish(bool finished);

 private:
  /// A match of this run, and the deals that count.
  struct Played {
    Json key;
    std::size_t games_of_a_deal = 0;
    std::set<std::uint64_t> deals;
  };

  void write_run() const;
  void order_games() const;
  [[nodiscard]] Json game_line(const MatchOptions& match, const GameRecord& game,
                               const std::string& suite) const;

  OutputFolder folder_;
  Json run_;
  Results results_;
  std::vector<JsonLine> games_;     ///< those found
  std::vector<JsonLine> openings_;  ///< likewise
  std::set<std::uint64_t> openings_written_;
  std::vector<Played> played_;
  std::string sgf_;
};

/// Why such a run must not go on in the folder; nothing if it may.
std::optional<std::string> why_not_resumed(const std::filesystem::path& folder,
                                           const Json& settings);

}  // namespace banyan::bench

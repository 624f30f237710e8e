// The folder of a match or a pool: it stores games as they finish, so that a run can continue.
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
#include "bench/text/json.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {

/// The engine's budget; zeros if it has none.
Json limits_json(const EngineSettings& engine, const std::optional<Limits>& limits);

/// How games end early, their clocks, and whether records hold visits: fields that are there only
/// if they say something, since older runs have none of them.
void add_further_settings(Json& settings, const MatchOptions& options);

/// What determines the games of a match, field by field.
Json match_settings(const MatchOptions& options);

/// The complete deals of a match in the lines of a file. Damaged lines are reported and skipped:
/// their deals are played again. `openings` are the match's, if they come from a file: a line with
/// another opening is damaged.
std::vector<Deal> whole_deals(const MatchOptions& options, const std::filesystem::path& file,
                              const std::vector<JsonLine>& games, Openings* openings = nullptr);

/// A folder that only one run at a time writes:
///
///   run.json        provenance, settings, whether the run is finished, its result
///   games.jsonl     one line per game: deals as they finish, at the end in order
///   games.sgf       the same games for other programs, at the end, if SGF has the game
///   openings.jsonl  one line per opening drawn, so that it need not be judged again
///
/// Torn lines after a crash, games of incomplete deals and damaged lines are dropped and played
/// again; damage is reported. A continued run keeps its original provenance.
class GamesFolder {
 public:
  /// Throws UsageError if the folder is in use, holds something that is not ours, or a run with
  /// other settings, or of another build, machine or foreign program's version. Also throws
  /// FileError.
  GamesFolder(const std::filesystem::path& folder, Json settings, const std::string& command,
              const ProgramNames& programs);

  [[nodiscard]] const Folder& folder() const { return folder_; }

  /// What earlier runs left of the match. Deals played with it, and their openings, are written
  /// here (`openings` are shared by the matches of a pool). Must not outlive this.
  MatchMemory memory(const MatchOptions& options, std::shared_ptr<Openings> openings);

  /// Writes all games in order, and the result.
  void finish(const std::vector<std::pair<MatchOptions, MatchResult>>& matches, const Json& result,
              bool finished);

 private:
  void write_run() const;

  OutputFolder folder_;
  Json run_;
  std::vector<JsonLine> games_;     ///< those found
  std::vector<JsonLine> openings_;  ///< likewise
  std::set<std::uint64_t> openings_written_;
};

}  // namespace banyan::bench

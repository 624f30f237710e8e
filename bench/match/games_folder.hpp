// The folder of a match or a pool: its games as they are finished, to go on from after a stop.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/text/json.hpp"
#include "bench/text/json_lines.hpp"
#include "bench/text/output_lock.hpp"

namespace banyan::bench {

/// The budget that the engine plays with; zeros where it has none.
Json limits_json(const EngineSettings& engine, const std::optional<Limits>& limits);

/// The rule that ends games early, where there is one: older runs have no field for it.
void add_adjudication(Json& settings, const Adjudication& rule);

/// The clock of each game, likewise.
void add_clock(Json& settings, const std::optional<TimeControl>& clock);

/// Whether records hold visits, likewise.
void add_visits(Json& settings, bool visits);

/// What decides the games of a match, field by field.
Json match_settings(const MatchOptions& options);

/// The deals of a match that the lines of a file hold whole. Damaged lines are told of and passed
/// over: their deals are played again. `openings` are the match's, if it takes them from a file: a
/// line that begins otherwise is damaged.
std::vector<Deal> whole_deals(const MatchOptions& options, const std::filesystem::path& file,
                              const std::vector<JsonLine>& games, Openings* openings = nullptr);

/// A folder that one run at a time writes:
///
///   run.json        provenance, settings, whether the run is finished, its result
///   games.jsonl     a line for each game: deals as they are finished, at the end in order
///   games.sgf       the same games for other programs, at the end, where SGF has the game
///   openings.jsonl  a line for each opening that was drawn, so that it need not be judged again
///
/// Lines that a crash left torn, and the games of deals that are not whole, are dropped and played
/// again; so are those that are damaged, which is told. A run that goes on keeps the provenance
/// with which it began.
class GamesFolder {
 public:
  /// Throws UsageError if the folder holds a run of other settings, another build, machine or
  /// version of a foreign program, or is in use, and FileError.
  GamesFolder(std::filesystem::path folder, Json settings, const std::string& command,
              const ProgramNames& programs);

  /// What earlier runs left of the match. Deals that are played with it are written here, as are
  /// their openings (`openings`, to be shared by the matches of a pool). Must not outlive this.
  MatchMemory memory(const MatchOptions& options, std::shared_ptr<Openings> openings);

  /// Writes all games in order, and the result.
  void finish(const std::vector<std::pair<MatchOptions, MatchResult>>& matches, const Json& result,
              bool finished);

 private:
  void write_run() const;
  [[nodiscard]] std::filesystem::path games_path() const { return folder_ / "games.jsonl"; }
  [[nodiscard]] std::filesystem::path openings_path() const { return folder_ / "openings.jsonl"; }

  std::filesystem::path folder_;
  OutputLock lock_;
  Json run_;
  std::vector<JsonLine> games_;     ///< those found
  std::vector<JsonLine> openings_;  ///< likewise
  std::set<std::uint64_t> openings_written_;
};

}  // namespace banyan::bench

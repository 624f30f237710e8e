// The options of commands that play pairs of games.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/commands/commands.hpp"
#include "bench/match/match.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/folder.hpp"

namespace banyan::bench {

/// The options of commands that play pairs of games, except the engines.
struct GamesOptions {
  std::string game;
  std::string pairs;
  LimitOptions limits;
  std::string clock;
  std::string lag;
  bool visits = false;
  std::string openings = "random";
  std::string adjudicate = "none";
  std::string concurrency;
  std::string out;
  std::uint64_t seed = 1;
  bool json = false;

  void add_to(CLI::App& command);

  /// Without engines; reads a file of openings. Throws UsageError and FileError.
  [[nodiscard]] MatchOptions parse(const std::stop_token& stop) const;
};

/// Writes rows (bench/rows/row.hpp) and those of the matches that have Elo into a folder.
void write_match_rows(const Folder& folder, const std::string& experiment,
                      const std::vector<std::pair<MatchOptions, MatchResult>>& matches,
                      std::vector<Row> rows);

/// Plays a match of specs with lists (bench/match/together/sweep.hpp); `command` is what was asked.
/// Returns the exit status.
int play_sweep(const GamesOptions& games, const std::string& a, const std::string& b,
               const std::string& command, const std::stop_token& stop);

/// --sprt and --equivalent of a match. Throw UsageError.
SprtSettings parse_sprt(const std::string& text);
double parse_equivalent(const std::string& text);

}  // namespace banyan::bench

// The options of commands that play pairs of games.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/commands/commands.hpp"
#include "bench/match/match.hpp"
#include "bench/match/together/together.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/json.hpp"

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

/// What --json prints: the result, and who made it.
std::string with_maker(Json result);

/// Matches that a command plays together, and how it shows them.
struct TogetherCommand {
  const char* name;     ///< of its progress
  const char* subject;  ///< "'pool' is": the beginning of a sentence about games without Elo
  const char* instead;  ///< its end: what to do with these; may be empty
  std::string given;    ///< the command as it was given
  Json settings;
  std::vector<MatchOptions> matches;

  struct Shown {
    Json json;
    std::string text;
    std::vector<Row> rows;
  };
  std::function<Shown(const PlayedMatches& played)> show;
};

/// Plays and shows them. Returns the exit status.
int play_all(const GamesOptions& games, std::uint64_t seed, const TogetherCommand& command,
             const std::stop_token& stop);

/// The rows of matches that have Elo.
void add_match_rows(const std::string& experiment,
                    const std::vector<std::pair<MatchOptions, MatchResult>>& matches,
                    std::vector<Row>& rows);

/// Plays a match of specs with lists (bench/match/together/sweep.hpp); `command` is what was asked.
/// Returns the exit status.
int play_sweep(const GamesOptions& games, const std::string& a, const std::string& b,
               const std::string& command, const std::stop_token& stop);

/// --sprt and --equivalent of a match. Throw UsageError.
SprtSettings parse_sprt(const std::string& text);
double parse_equivalent(const std::string& text);

}  // namespace banyan::bench

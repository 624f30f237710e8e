// Matches: two engines play pairs of games, each opening twice with colours swapped.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/engines.hpp"
#include "bench/games.hpp"
#include "bench/json.hpp"
#include "bench/openings.hpp"
#include "bench/statistics.hpp"

namespace banyan::bench {

struct MatchOptions {
  GameChoice game;
  EngineSettings a;
  EngineSettings b;
  std::uint64_t pairs = 1;
  std::optional<Limits> limits;  ///< for engines without a budget of their own
  OpeningRule openings;
  std::optional<SprtSettings> sprt;  ///< ends the match early once it has decided
  std::uint64_t seed = 1;
};

/// What one engine did in one or more games.
struct Effort {
  std::uint64_t moves = 0;
  std::uint64_t iterations = 0;
  double seconds = 0;
  double depth_sum = 0;        ///< of the searches' mean depths
  double worst_overshoot = 0;  ///< seconds beyond a time limit, the worst move

  Effort& operator+=(const Effort& other);
};

/// One finished game.
struct GameRecord {
  std::uint64_t pair = 0;
  bool a_first = true;                 ///< whether engine A was player 0
  std::vector<std::uint32_t> opening;  ///< moves that were drawn
  std::vector<std::uint32_t> moves;    ///< moves that the engines chose
  Points result_a = kDraw;             ///< in half points, for engine A
  std::array<Effort, 2> effort;        ///< of engine A, of engine B
};

struct MatchResult {
  std::vector<GameRecord> games;  ///< whole pairs, in order
  Pentanomial pentanomial{};
  std::array<std::uint64_t, 3> losses_draws_wins{};  ///< of A, indexed by half points
  std::array<Effort, 2> effort;
  std::optional<double> llr;
  Verdict verdict = Verdict::kContinue;
  bool interrupted = false;

  void add_pair(const GameRecord& first, const GameRecord& second);
};

/// How many games are played at once so that two running engines never share a core: the engines
/// of one game take turns, so it needs as many cores as the wider of them has threads.
/// Pinned engines would all take the same: one game at a time.
int games_at_once(const EngineSettings& a, const EngineSettings& b, int cores);

/// Plays the match. With fixed iterations the result depends on the options alone, however many
/// games are played at once. `progress` is called after each pair, by one thread at a time, with
/// the result so far. A stop request ends the match; whole pairs finished by then are kept.
MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop);

/// The fields of `match --json`.
Json match_json(const MatchOptions& options, const MatchResult& result);

/// One line of games.jsonl.
Json game_json(const MatchOptions& options, const GameRecord& game);

/// The match as people read it, several lines.
std::string match_text(const MatchOptions& options, const MatchResult& result);

}  // namespace banyan::bench

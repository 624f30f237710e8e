// Seat matches: two engines at games of any number of players, with chance and hidden cards or not.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// Who sits where: bit i says that engine A has seat i. All ways in which both engines have one, so
/// that each has every seat equally often: 2^n - 2 for n >= 2 players. One player: A alone, then B.
std::vector<unsigned> seat_orders(int players);

/// The games of one deal, one for each order of seats, all with the same stream of chance: the same
/// cards and, as long as the moves agree, the same dice.
struct Deal {
  std::uint64_t number = 0;
  std::array<double, 2>
      score{};  ///< of engine A and of B: the mean of its seats, then of the games
  std::array<Effort, 2> effort;

  /// What A is ahead by, in the game's unit.
  [[nodiscard]] double lead() const { return score[0] - score[1]; }
};

struct SeatResult {
  std::vector<Deal> deals;  ///< in order, finished ones alone
  bool interrupted = false;

  /// Engine 0 is A. NaN without deals.
  [[nodiscard]] double score(std::size_t engine) const;
  /// A's lead with its 95 % interval, by Student's t over deals, which are independent.
  [[nodiscard]] Estimate lead() const;
  [[nodiscard]] Effort effort(std::size_t engine) const;
};

/// Plays `pairs` deals of any game. Openings are as many random moves as the options say, the same
/// in all games of a deal; their filter means nothing here. With fixed iterations the games depend
/// on the options alone, however many are played at once. `progress` is called after each deal, by
/// one thread at a time. A stop request ends the match; deals finished by then are kept. Throws
/// UsageError for an engine that does not play the game and for a concurrency without the cores.
SeatResult play_seats(const MatchOptions& options,
                      const std::function<void(const SeatResult&)>& progress,
                      const std::stop_token& stop);

/// The fields of `match --json` for such games.
Json seats_json(const MatchOptions& options, const SeatResult& result);

/// The match as people read it; the last line says what to do.
std::string seats_text(const MatchOptions& options, const SeatResult& result);

}  // namespace banyan::bench

// Quality: how often engines throw away what perfect play would keep, on solved positions.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/any_game.hpp"
#include "bench/engines.hpp"
#include "bench/games.hpp"
#include "bench/json.hpp"
#include "bench/statistics.hpp"

namespace banyan::bench {

/// A position in which some move keeps the value and some other loses some of it.
struct SolvedPosition {
  std::unique_ptr<AnyGame> position;
  std::vector<std::uint32_t> moves;  ///< legal moves
  std::vector<double> values;        ///< of the moves for the side to move: 0 loss, 0.5, 1 win
  double best = 0;                   ///< the greatest of them
};

/// Positions that ask for a decision, and how many others were met and left out: whatever an engine
/// plays there is right.
struct SolvedPositions {
  std::vector<SolvedPosition> positions;
  std::uint64_t left_out = 0;
};

/// The position after so many moves, each legal one as likely; nothing if the game ended before.
std::unique_ptr<AnyGame> play_randomly(const AnyGame& start, int plies, Random& random);

/// Random play from the first position, for a number of plies drawn uniformly from the range,
/// solved by the engine `solver`, until `count` positions are found that ask for a decision; the
/// same seed finds the same. Fewer if a stop is requested. Throws UsageError for a game without
/// an oracle or a range in which 10 000 positions in a row ask for none.
SolvedPositions solved_positions(const GameChoice& game, int min_plies, int max_plies,
                                 std::uint64_t count, std::uint64_t seed,
                                 const std::function<void()>& progress,
                                 const std::stop_token& stop);

/// The positions of a text, a line each: the moves so far, one character each ("4453"), and if it
/// is known a number whose sign is the value for the side to move (-1 loss, 0 draw, 2 win), as in
/// Pascal Pons's test sets of connect four. The first `count` that ask for a decision; fewer if
/// there are no more or a stop is requested. `file` is for messages. Throws UsageError for an
/// illegal move, a number that the solver contradicts, a game without an oracle, or no position.
SolvedPositions read_positions(const GameChoice& game, std::string_view text,
                               const std::string& file, std::uint64_t count,
                               const std::function<void()>& progress, const std::stop_token& stop);

/// What one engine did on all positions.
struct QualityRow {
  EngineSettings engine;
  std::vector<double> losses;  ///< value lost on each position: 0 for a best move
  std::uint64_t iterations = 0;
  double seconds = 0;

  /// Positions where any value was lost.
  [[nodiscard]] std::uint64_t failures() const;
  /// The mean loss ("simple regret").
  [[nodiscard]] Estimate regret() const;
};

/// How many more failures per position than the other's, on the same positions: the mean of the
/// paired differences with its 95 % interval, which is not empty where none was seen to differ.
Estimate failure_difference(const QualityRow& a, const QualityRow& b);

/// How much more value a search lost a position than another on the same positions, from the losses
/// of both: likewise.
Estimate loss_difference(const std::vector<double>& a, const std::vector<double>& b);

/// Searches every position with every engine, the engines in turns at each, so that a machine's
/// drift touches all alike. Stops after a whole position if a stop is requested. `earlier` are the
/// rows that a stopped measurement of the same left, or none: it goes on behind their positions.
/// `progress` is told all rows after each position.
std::vector<QualityRow> measure_quality(
    const std::vector<SolvedPosition>& positions, const std::vector<EngineSettings>& engines,
    const std::optional<Limits>& limits, std::uint64_t seed,
    const std::function<void(const std::vector<QualityRow>& so_far)>& progress,
    const std::stop_token& stop, std::vector<QualityRow> earlier = {});

/// The value lost on each position, in half points, as a digit each: "00201"; and back.
std::string lost_text(const std::vector<double>& losses);
std::vector<double> parse_lost(std::string_view text);

Json quality_json(const std::vector<QualityRow>& rows);

/// The table; "more" are failures beyond the first engine's, in percentage points.
std::string quality_text(const std::vector<QualityRow>& rows);

}  // namespace banyan::bench

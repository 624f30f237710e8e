// Quality: what engines throw away of a position's value, where the value of every move is known:
// by an exact solver, or by labels (bench/quality/labels.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// A position in which some move keeps the value and some other loses some of it.
struct ValuedPosition {
  std::unique_ptr<AnyGame> position;
  std::vector<std::uint32_t> moves = {};  ///< legal moves
  std::vector<double> values = {};        ///< of the moves for the side to move, 0 loss to 1 win
  double best = 0;                        ///< the greatest of them
};

/// How many moves come before a position, at least and at most.
struct Plies {
  int first = 0;
  int last = 0;
};

/// "14-24", or one number. Throws UsageError, which names --plies.
Plies parse_plies(const std::string& text);

/// Each number of the range as likely.
int draw_plies(Plies plies, Random& random);

/// Every legal move of the position valued by a search of what follows, move i with the stream of
/// `key` at move i.
ValuedPosition value_moves(std::unique_ptr<AnyGame> position, AnyEngine& judge,
                           const Limits& limits, const StreamKey& key, const std::stop_token& stop);

/// Positions that ask for a decision, and how many others were met and left out: whatever an engine
/// plays there is right.
struct ValuedPositions {
  std::vector<ValuedPosition> positions;
  std::uint64_t left_out = 0;
};

/// The position after so many moves, each legal one as likely; nothing if the game ended before.
std::unique_ptr<AnyGame> play_randomly(const AnyGame& start, int plies, Random& random);

/// Random play from the first position, for a number of plies drawn uniformly from the range,
/// solved by the engine `solver`, until `count` positions are found that ask for a decision; the
/// same seed finds the same. Fewer if a stop is requested. Throws UsageError for a game without
/// an oracle or a range in which 10 000 positions in a row ask for none, which ends in `remedy`.
ValuedPositions solved_positions(const GameChoice& game, Plies plies, std::uint64_t count,
                                 std::uint64_t seed, const std::function<void()>& progress,
                                 const std::stop_token& stop,
                                 std::string_view remedy = "give other --plies");

/// The positions of a text, a line each: the moves so far, written together ("4453", "f5d6c3"), and
/// if it is known a number whose sign is the value for the side to move (-1 loss, 0 draw, 2 win),
/// as in Pascal Pons's test sets of connect four; or a board (bench/notation/board_text.hpp). Lines
/// that begin with # are comments. The first `count` that ask for a decision; fewer if there are no
/// more or a stop is requested. `file` is for messages. Throws UsageError for an illegal move, a
/// value that the solver contradicts, a game without an oracle, or no position.
ValuedPositions read_positions(const GameChoice& game, std::string_view text,
                               const std::string& file, std::uint64_t count,
                               const std::function<void()>& progress, const std::stop_token& stop);

/// What one engine did on all positions.
struct QualityRow {
  EngineSettings engine;
  std::vector<double> losses = {};  ///< value lost on each position: 0 for a best move
  std::uint64_t iterations = 0;
  std::uint64_t played = 0;  ///< of them, those that had a playout
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
    const std::vector<ValuedPosition>& positions, const std::vector<EngineSettings>& engines,
    const std::optional<Limits>& limits, std::uint64_t seed,
    const std::function<void(const std::vector<QualityRow>& so_far)>& progress,
    const std::stop_token& stop, std::vector<QualityRow> earlier = {});

/// Who knows the values of moves.
enum class ValuedBy : std::uint8_t { kSolver, kLabels };

/// The first engine of a table with `factor` times its budget.
struct Reference {
  double factor = 1;
  EngineSettings engine;
};

/// The engine with each of these factors of the budget that it has, as far as there are such: none
/// for one that heeds none, and none of a half for one of 3 iterations.
std::vector<Reference> references(const EngineSettings& engine, const std::optional<Limits>& limits,
                                  std::span<const double> factors);

/// What half the budget is to a table: the difference that it must be able to show.
inline constexpr double kControl = 0.5;

/// The factors of a table that reckons strength speed-ups too.
inline constexpr std::array<double, 4> kSpeedupFactors{0.25, kControl, 2, 4};

/// What is measured on one set of positions.
struct QualityTable {
  ValuedBy by = ValuedBy::kSolver;
  std::vector<QualityRow> rows;  ///< the engines; others are compared with the first
  std::vector<std::pair<double, QualityRow>> references;  ///< it again, by factor of its budget

  /// Takes rows apart that were measured of engines and references, in this order.
  QualityTable(ValuedBy by, std::vector<QualityRow> measured, const std::vector<Reference>& others);

  /// The row of half the budget; null without one.
  [[nodiscard]] const QualityRow* control() const;

  /// How much worse than the first, with its 95 % interval: failures more a position, or value lost
  /// by labels, for which there are no failures.
  [[nodiscard]] Estimate more(const QualityRow& row) const;

  /// Whether reference rows beyond the control were measured.
  [[nodiscard]] bool has_speedups() const { return references.size() > 1; }

  /// The strength speed-up over the first engine, from the values lost
  /// (bench/statistics/speedup.hpp).
  [[nodiscard]] Estimate speedup(const QualityRow& row) const;
};

/// Positions in all after which 80 % of sets so large show this difference, the mean of that many:
/// at least 1, infinite where none was seen.
double positions_to_find(const Estimate& difference, std::size_t positions);

/// One or two sentences: whether half the budget was found to be worse, and what it means that it
/// was not. `more` and what it is counted in are as the table says it.
std::string control_text(const std::string& engine, const Estimate& more, std::size_t positions);

/// That of a table; it says so where there is no control.
std::string control_text(const QualityTable& table);

/// The value lost on each position, in half points, as a digit each: "00201"; and back.
std::string lost_text(const std::vector<double>& losses);
std::vector<double> parse_lost(std::string_view text);

/// An object a row: of the engines, of the control (null without one), and of the first engine's
/// curve.
Json quality_json(const QualityTable& table);
Json control_json(const QualityTable& table);
Json curve_json(const QualityTable& table);

/// The table, and what the control says. "more" are failures beyond the first engine's, or value
/// lost beyond its, in percentage points.
std::string quality_text(const QualityTable& table);

}  // namespace banyan::bench

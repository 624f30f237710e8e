// Quality: how much of a position's value engines lose, where every move's value is known from an
// exact solver or from labels (bench/quality/labels.hpp).
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

/// The number of moves before a position, minimum and maximum.
struct Plies {
  int first = 0;
  int last = 0;
};

/// Reads "14-24", or one number. Throws UsageError, which names --plies.
Plies parse_plies(const std::string& text);

/// Each number of the range is equally likely.
int draw_plies(Plies plies, Random& random);

/// Values every legal move of the position by a search of what follows; move i uses the stream of
/// `key` at move i.
ValuedPosition value_moves(std::unique_ptr<AnyGame> position, AnyEngine& judge,
                           const Limits& limits, const StreamKey& key, const std::stop_token& stop);

/// A line of a file that gives no position, and why.
struct LeftOutLine {
  int number = 0;
  std::string why;
};

/// Positions that need a decision, and how many others were left out, since every move there is
/// right.
struct ValuedPositions {
  std::vector<ValuedPosition> positions;
  std::uint64_t left_out = 0;
  std::vector<LeftOutLine> lines = {};  ///< left out of a file, for whatever reason
};

/// The position after `plies` uniformly random moves; nothing if the game ended first.
std::unique_ptr<AnyGame> play_randomly(const AnyGame& start, int plies, Random& random);

/// The mean length of `games` games of uniformly random moves.
double mean_plies(const AnyGame& start, int games, Random& random);

/// Plays randomly from the first position, for a uniform number of plies in the range, and solves
/// the positions with the engine `solver`. Goes on until `count` positions need a decision; the
/// same seed finds the same ones. Fewer if a stop is requested. Throws UsageError, ending in
/// `remedy`, for a game without an oracle, or if 10 000 positions in a row need no decision.
ValuedPositions solved_positions(const GameChoice& game, Plies plies, std::uint64_t count,
                                 std::uint64_t seed, const std::function<void()>& progress,
                                 const std::stop_token& stop,
                                 std::string_view remedy = "give other --plies");

/// Reads the positions of a text, one per line: a board (bench/notation/board_text.hpp), or the
/// moves so far, written together ("4453", "f5d6c3"). If known, a number follows whose sign is the
/// value for the side to move (-1 loss, 0 draw, 2 win), as in Pascal Pons's test sets of Connect
/// Four. Lines that begin with # are comments. Returns the first `count` that need a decision;
/// fewer if there are no more or a stop is requested.
///
/// Each line is judged by itself. One beyond the solver is left out. If `trusted`, a line with
/// values of all moves is not solved: its values count. `file` is for messages. Throws UsageError
/// for an illegal move, a value that the solver contradicts, or no position.
ValuedPositions read_positions(const GameChoice& game, std::string_view text,
                               const std::string& file, std::uint64_t count, bool trusted,
                               const std::function<void()>& progress, const std::stop_token& stop);

/// One engine's results on all positions.
struct QualityRow {
  EngineSettings engine;
  std::vector<double> losses = {};  ///< value lost per position: 0 for a best move
  std::uint64_t iterations = 0;
  std::uint64_t played = 0;  ///< those with a playout
  double seconds = 0;

  /// The number of positions where any value was lost.
  [[nodiscard]] std::uint64_t failures() const;
  /// The mean loss ("simple regret").
  [[nodiscard]] Estimate regret() const;
};

/// The mean of losses on positions, or of paired differences of losses, with its 95 % interval,
/// which is not empty even if all are 0. NaN without any.
Estimate mean_loss(const std::vector<double>& losses);

/// The difference in failures per position, on the same positions: the mean of paired differences
/// with its 95 % interval, which is not empty even if none differs.
Estimate failure_difference(const QualityRow& a, const QualityRow& b);

/// The difference in value lost per position by two searches, from their losses: likewise.
Estimate loss_difference(const std::vector<double>& a, const std::vector<double>& b);

/// Searches every position with every engine, the engines in turns, so that machine drift affects
/// all equally. After a stop request, it stops at the end of a position. `earlier` are the rows of
/// a stopped measurement of the same, or none: it continues after their positions. `progress` gets
/// all rows after each position.
std::vector<QualityRow> measure_quality(
    const std::vector<ValuedPosition>& positions, const std::vector<EngineSettings>& engines,
    const std::optional<Limits>& limits, std::uint64_t seed,
    const std::function<void(const std::vector<QualityRow>& so_far)>& progress,
    const std::stop_token& stop, std::vector<QualityRow> earlier = {});

/// The source of the moves' values.
enum class ValuedBy : std::uint8_t { kSolver, kLabels };

/// The first engine of a table with `factor` times its budget.
struct Reference {
  double factor = 1;
  EngineSettings engine;
};

/// The engine with each of these factors of its budget, if possible: none for an engine that
/// ignores budgets, and no half of 3 iterations.
std::vector<Reference> references(const EngineSettings& engine, const std::optional<Limits>& limits,
                                  std::span<const double> factors);

/// The control of a table is half the budget: a difference that the table must be able to show.
inline constexpr double kControl = 0.5;

/// The factors of a table that also computes strength speed-ups.
inline constexpr std::array<double, 4> kSpeedupFactors{0.25, kControl, 2, 4};

/// The measurements on one set of positions.
struct QualityTable {
  ValuedBy by = ValuedBy::kSolver;
  std::vector<QualityRow> rows;  ///< the engines; others are compared with the first
  std::vector<std::pair<double, QualityRow>> references;  ///< the first, by factor of its budget

  /// Splits rows measured for engines and references, in this order.
  QualityTable(ValuedBy by, std::vector<QualityRow> measured, const std::vector<Reference>& others);

  /// The row with half the budget; null if there is none.
  [[nodiscard]] const QualityRow* control() const;

  /// How much worse than the first engine, with its 95 % interval: more failures per position, or
  /// with labels, more value lost.
  [[nodiscard]] Estimate more(const QualityRow& row) const;

  /// Whether reference rows besides the control were measured.
  [[nodiscard]] bool has_speedups() const { return references.size() > 1; }

  /// The strength speed-up over the first engine, from the values lost
  /// (bench/statistics/speedup.hpp).
  [[nodiscard]] Estimate speedup(const QualityRow& row) const;
};

/// The number of positions with which 80 % of sets show this difference, its mean being true: at
/// least 1, infinite if none was seen.
double positions_to_find(const Estimate& difference, std::size_t positions);

/// One or two sentences: whether half the budget was found worse, and what it means if not; it says
/// so if there is no control.
std::string control_text(const QualityTable& table);

/// The value lost per position, from half points, one digit each: "00201".
std::vector<double> parse_lost(std::string_view text);

/// One object per row: of the engines, of the control (null without one), and of the first engine's
/// curve.
Json quality_json(const QualityTable& table);
Json control_json(const QualityTable& table);
Json curve_json(const QualityTable& table);

/// The table, and what the control shows. "more" are failures beyond the first engine's, or value
/// lost beyond its, in percentage points.
std::string quality_text(const QualityTable& table);

}  // namespace banyan::bench

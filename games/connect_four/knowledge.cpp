// Connect Four's heuristics. Threats are cells that complete four in a row.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/game/knowledge.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

/// The cells, occupied or not and some off the board, that complete three stones to a line of four.
std::uint64_t fourths(std::uint64_t stones) {
  std::uint64_t cells = stones << 1 & stones << 2 & stones << 3;
  for (const int step : {6, 7, 8}) {
    const std::uint64_t after_two = stones << step & stones << 2 * step;
    const std::uint64_t before_two = stones >> step & stones >> 2 * step;
    cells |= after_two & (stones << 3 * step | stones >> step);
    cells |= before_two & (stones >> 3 * step | stones << step);
  }
  return cells;
}

ConnectFour::Move column_of(std::uint64_t cell) {
  return static_cast<ConnectFour::Move>(std::countr_zero(cell) / 7);
}

constexpr std::array<float, 7> kCentral{1, 1.5F, 2, 3, 2, 1.5F, 1};

}  // namespace

struct ConnectFour::Threats {
  explicit Threats(const ConnectFour& position)
      : landing((position.occupied_ + kBottom) & kBoard),
        own(fourths(position.own_) & kBoard & ~position.occupied_),
        other(fourths(position.own_ ^ position.occupied_) & kBoard & ~position.occupied_) {}

  /// A cell where the side to move wins at once, else one where the opponent would; or 0.
  [[nodiscard]] std::uint64_t decisive() const {
    const std::uint64_t win = landing & own;
    const std::uint64_t cells = win != 0 ? win : landing & other;
    return cells & ~(cells - 1);
  }

  std::uint64_t landing;  // where the next stones fall
  std::uint64_t own;
  std::uint64_t other;
};

/// Prefers central columns, wins and blocks, and new threats; avoids the cell below a threat.
void ConnectFour::weigh(std::span<const Move> moves, std::span<float> weights) const {
  const Threats now(*this);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::uint64_t stone = landing(occupied_, moves[i]);
    float weight = kCentral[moves[i]];
    const std::uint64_t threats = fourths(own_ | stone) & kBoard & ~(occupied_ | stone);
    weight *= 1 + static_cast<float>(std::popcount(threats & ~now.own));
    if ((stone << 1 & now.other) != 0) weight *= 0.02F;
    if ((stone & now.other) != 0) weight = 100;
    if ((stone & now.own) != 0) weight = 1000;
    weights[i] = weight;
  }
}

/// From open threats and stones near the middle, scaled into 0 to 1.
double ConnectFour::estimate() const {
  const Threats now(*this);
  double own = 0;
  if ((now.landing & now.own) != 0) {
    own = 6;
  } else if (std::popcount(now.landing & now.other) > 1) {
    own = -6;
  } else {
    const std::uint64_t middle = kColumn << 21U;
    const std::uint64_t other = own_ ^ occupied_;
    own = 0.6 * (std::popcount(now.own) - std::popcount(now.other)) +
          0.15 * (std::popcount(own_ & middle) - std::popcount(other & middle));
  }
  return 1 / (1 + std::exp(to_move() == 0 ? -own : own));
}

std::optional<ConnectFour::Move> ConnectFour::decisive_move(std::span<const Move> /*last*/,
                                                            Random& /*random*/) const {
  const std::uint64_t cell = Threats(*this).decisive();
  if (cell == 0) return std::nullopt;
  return column_of(cell);
}

/// A win or a block, otherwise no cell below an opponent's threat.
std::optional<ConnectFour::Move> ConnectFour::heavy_move(std::span<const Move> /*last*/,
                                                         Random& random) const {
  const Threats now(*this);
  if (const std::uint64_t cell = now.decisive(); cell != 0) return column_of(cell);
  const std::uint64_t safe = now.landing & ~(now.other >> 1);
  if (safe == 0 || safe == now.landing) return std::nullopt;
  return column_of(
      nth_set_bit(safe, random.below(static_cast<std::uint32_t>(std::popcount(safe)))));
}

static_assert(HeuristicGame<ConnectFour> && EstimatedGame<ConnectFour> &&
              DecisiveGame<ConnectFour> && HeavyGame<ConnectFour> && NumberedMoves<ConnectFour>);

}  // namespace banyan

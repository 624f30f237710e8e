// Hex's heuristics.
#include <array>
#include <cstddef>

#include "core/game/knowledge.hpp"
#include "games/hex/hex.hpp"

namespace banyan {

template <int MaxSize>
Playout Hex<MaxSize>::fill(Cells& white, Random& random) const {
  white = random_share(random);
  return {joins_left_and_right(white_ | white) ? kLoss : kWin, empty_.size()};
}

/// Saves a bridge that the last move intruded on (Arneson, Hayward, Henderson 2010). If an own
/// stone, an empty cell and an own stone follow each other around the last stone, the empty cell
/// joins them again. Beyond an edge all cells count as its owner's.
template <int MaxSize>
std::optional<typename Hex<MaxSize>::Move> Hex<MaxSize>::heavy_move(std::span<const Move> last,
                                                                    Random& random) const {
  if (last.empty() || last.back() == swap()) return std::nullopt;
  const int row = last.back() / columns_;
  const int column = last.back() % columns_;
  constexpr std::array<Cell, 6> kAround{
      {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};  // column, row; in a circle
  const Player mover = to_move();
  unsigned own = 0;
  unsigned open = 0;
  std::array<int, 6> cells{};
  for (unsigned i = 0; i < 6; ++i) {
    const int r = row + kAround[i].row;
    const int c = column + kAround[i].column;
    const bool beyond_row = r < 0 || r >= rows_;
    const bool beyond_column = c < 0 || c >= columns_;
    if (beyond_row || beyond_column) {
      if (mover == 0 ? beyond_row : beyond_column) own |= 1U << i;
      continue;
    }
    cells[i] = r * columns_ + c;
    if (empty_.contains(cells[i])) {
      open |= 1U << i;
    } else if (owner(cells[i]) == mover) {
      own |= 1U << i;
    }
  }
  const unsigned before = own << 1U | own >> 5U;  // neighbour i - 1 is own
  const unsigned after = own >> 1U | own << 5U;
  const unsigned broken = open & before & after & 0x3fU;
  if (broken == 0) return std::nullopt;
  const auto choices = static_cast<std::uint32_t>(std::popcount(broken));
  const std::uint64_t chosen = nth_set_bit(broken, random.below(choices));
  return static_cast<Move>(cells[static_cast<unsigned>(std::countr_zero(chosen))]);
}

template Playout Hex<11>::fill(Cells&, Random&) const;
template Playout Hex<14>::fill(Cells&, Random&) const;
template std::optional<Hex<11>::Move> Hex<11>::heavy_move(std::span<const Move>, Random&) const;
template std::optional<Hex<14>::Move> Hex<14>::heavy_move(std::span<const Move>, Random&) const;
static_assert(HeavyGame<Hex<11>> && RecordedPlayout<Hex<11>> && NumberedMoves<Hex<11>>);

}  // namespace banyan

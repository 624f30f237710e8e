// The search of the Connect Four solver.
#include "games/connect_four/oracle.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace banyan::oracle {
namespace {

constexpr int kColumns = 7;
constexpr int kCells = 42;
constexpr std::uint64_t kBottom = 0x0040810204081;  // row 0
constexpr std::uint64_t kColumn = 0x3f;             // column 0
constexpr std::uint64_t kBoard = kBottom * kColumn;
constexpr std::array kCentreFirst{3, 2, 4, 1, 5, 0, 6};

using Stones = ConnectFourStones;

constexpr std::uint64_t column_cells(int column) { return kColumn << (7 * column); }

int stone_count(const Stones& position) { return std::popcount(position.occupied); }

/// The cells where stones may land.
std::uint64_t landings(std::uint64_t occupied) { return (occupied + kBottom) & kBoard; }

/// The empty cells, reachable now or not, that would complete four of `stones`.
std::uint64_t winning_cells(std::uint64_t stones, std::uint64_t occupied) {
  std::uint64_t cells = stones << 1 & stones << 2 & stones << 3;  // only upwards in a column
  for (const int step : {6, 7, 8}) {
    const std::uint64_t pairs_below = stones << step & stones << 2 * step;
    const std::uint64_t pairs_above = stones >> step & stones >> 2 * step;
    cells |= pairs_below & (stones << 3 * step | stones >> step);
    cells |= pairs_above & (stones >> 3 * step | stones << step);
  }
  return cells & (kBoard ^ occupied);
}

Stones after(const Stones& position, std::uint64_t landing) {
  return {position.own ^ position.occupied, position.occupied | landing};
}

bool wins_at_once(const Stones& position) {
  return (winning_cells(position.own, position.occupied) & landings(position.occupied)) != 0;
}

/// The score of a side that wins with its next stone.
int score_of_win_now(const Stones& position) { return (kCells + 1 - stone_count(position)) / 2; }

/// The landings after which the opponent cannot win at once, given that the side to move cannot.
std::uint64_t landings_that_do_not_lose(const Stones& position) {
  const std::uint64_t theirs = winning_cells(position.own ^ position.occupied, position.occupied);
  std::uint64_t moves = landings(position.occupied);
  if (const std::uint64_t forced = moves & theirs; forced != 0) {
    if ((forced & (forced - 1)) != 0) return 0;  // two threats cannot be met
    moves = forced;
  }
  return moves & ~(theirs >> 1);  // not below a cell where they win
}

/// A key of a position: the own stones, and one more stone on top of each column to mark its height
/// (Tromp 1995). Mirror images share a key.
std::uint64_t key_of(const Stones& position) {
  const std::uint64_t key = position.own + position.occupied + kBottom;
  std::uint64_t mirrored = 0;
  for (int column = 0; column < kColumns; ++column) {
    mirrored = mirrored << 7 | (key >> 7 * column & 0x7f);
  }
  return std::min(key, mirrored);
}

/// Orders moves: most threats first, ties as they were added.
class MoveOrder {
 public:
  void add(std::uint64_t landing, int threats) {
    int at = size_++;
    for (; at > 0 && moves_[at - 1].threats < threats; --at) moves_[at] = moves_[at - 1];
    moves_[at] = {landing, threats};
  }
  [[nodiscard]] int size() const { return size_; }
  std::uint64_t operator[](int i) const { return moves_[i].landing; }

 private:
  struct Entry {
    std::uint64_t landing;
    int threats;
  };
  Entry moves_[kColumns];
  int size_ = 0;
};

MoveOrder ordered(const Stones& position, std::uint64_t moves) {
  MoveOrder order;
  for (const int column : kCentreFirst) {
    const std::uint64_t landing = moves & column_cells(column);
    if (landing == 0) continue;
    const std::uint64_t threats =
        winning_cells(position.own | landing, position.occupied | landing);
    order.add(landing, std::popcount(threats));
  }
  return order;
}

}  // namespace

ConnectFourStones stones_of(const ConnectFour& position) {
  Stones stones;
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < 6; ++row) {
      const Player owner = position.owner(column, row);
      const std::uint64_t cell = std::uint64_t{1} << (7 * column + row);
      if (owner != kNobody) stones.occupied |= cell;
      if (owner == position.to_move()) stones.own |= cell;
    }
  }
  return stones;
}

/// Whether the score is `goal` or more. If so, returns a lower bound of the score, otherwise an
/// upper bound. The side to move must have no win at once.
int ConnectFourSolver::negamax(const Stones& position, int goal) {
  patience_->spend();
  const int stones = stone_count(position);
  const std::uint64_t moves = landings_that_do_not_lose(position);
  if (moves == 0) return -((kCells - stones) / 2);
  if (stones >= kCells - 2) return 0;

  // Neither side can win with its next stone.
  ConnectFourTable::Bounds bounds{-((kCells - 2 - stones) / 2), (kCells - 1 - stones) / 2};
  const std::uint64_t key = key_of(position);
  if (const auto known = table_.find(key)) bounds = *known;
  if (bounds.lower >= goal) return bounds.lower;
  if (bounds.upper < goal) return bounds.upper;

  const std::uint64_t before = patience_->positions();
  const MoveOrder order = ordered(position, moves);
  int best = bounds.lower;
  for (int i = 0; i < order.size() && best < goal; ++i) {
    best = std::max(best, -negamax(after(position, order[i]), 1 - goal));
  }
  (best >= goal ? bounds.lower : bounds.upper) = best;
  table_.store(key, bounds, patience_->positions() - before + 1);
  return best;
}

int ConnectFourSolver::score(const ConnectFour& position, Patience& patience) {
  patience_ = &patience;
  const Stones stones = stones_of(position);
  if (wins_at_once(stones)) return score_of_win_now(stones);
  int lower = -((kCells - stone_count(stones)) / 2);
  int upper = (kCells + 1 - stone_count(stones)) / 2;
  while (lower < upper) {
    // Halves the interval, but asks cheap questions first: who wins at all, then whether early.
    int middle = lower + (upper - lower) / 2;
    if (middle <= 0 && lower / 2 < middle) middle = lower / 2;
    if (middle >= 0 && upper / 2 > middle) middle = upper / 2;
    const int found = negamax(stones, middle + 1);
    (found <= middle ? upper : lower) = found;
  }
  return lower;
}

ConnectFour::Move ConnectFourSolver::best_move(const ConnectFour& position, int score,
                                               Patience& patience) {
  patience_ = &patience;
  const Stones stones = stones_of(position);
  const std::uint64_t wins = winning_cells(stones.own, stones.occupied) & landings(stones.occupied);
  ConnectFour::Move any = 0;
  for (const int column : kCentreFirst) {
    const std::uint64_t landing = landings(stones.occupied) & column_cells(column);
    if (landing == 0) continue;
    any = static_cast<ConnectFour::Move>(column);
    if (wins != 0 ? (wins & landing) != 0 : !at_least(after(stones, landing), 1 - score)) {
      return any;
    }
  }
  return any;
}

/// Whether the side to move scores `score` or more.
bool ConnectFourSolver::at_least(const Stones& position, int score) {
  if (stone_count(position) == kCells) return score <= 0;
  if (wins_at_once(position)) return score_of_win_now(position) >= score;
  return negamax(position, score) >= score;
}

}  // namespace banyan::oracle

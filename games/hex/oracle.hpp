// Small Hex boards solved exactly, by a search restricted to the cells that matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/hex/hex.hpp"
#include "games/oracle/distance.hpp"
#include "games/oracle/oracle.hpp"
#include "games/oracle/patience.hpp"
#include "games/oracle/table.hpp"

namespace banyan::oracle {

/// The stones of both players, cell row * columns + column in bit of that number.
struct HexStones {
  std::array<std::uint64_t, 2> of{};  ///< by player
  Player to_move = 0;

  friend bool operator==(const HexStones&, const HexStones&) = default;
};

template <int MaxSize>
HexStones stones_of(const Hex<MaxSize>& position) {
  HexStones stones;
  stones.to_move = position.to_move();
  for (int cell = 0; cell < position.size().cells(); ++cell) {
    const Player owner = position.owner(cell);
    if (owner != kNobody) stones.of[static_cast<unsigned>(owner)] |= std::uint64_t{1} << cell;
  }
  return stones;
}

/// Finds the winner at Hex by depth-first search. Every answer comes with its carrier: the empty
/// cells that the winner may need; what happens elsewhere changes nothing. A losing move's carrier
/// shows which other moves lose as well, all those outside it, so few are ever tried (the mustplay
/// region; Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck 2003). Chains and edges joined
/// by bridges that do not overlap count as joined.
class HexSolver {
 public:
  static constexpr int kMaxSize = 5;
  static constexpr std::size_t kCells = kMaxSize * kMaxSize;
  static constexpr std::size_t kDefaultMemory = std::size_t{16} << 20;

  /// `memory` bounds the bytes of the table.
  explicit HexSolver(BoardSize size, std::size_t memory = kDefaultMemory);

  /// The winner of a position that is not over. Throws Interrupted.
  Player winner(const HexStones& position, Patience& patience);

  /// A winning move, or if there is none, one of the cells that the opponent may need. The position
  /// is not over. Throws Interrupted.
  int best_move(const HexStones& position, Patience& patience);

 private:
  using Cells = std::uint64_t;
  using Ranks = std::array<int, kCells>;

  /// The result of a search for the side to move.
  struct Outcome {
    bool wins = false;
    std::uint8_t move = 0;  ///< if it wins, with this
    Cells carrier = 0;
  };

  /// Two cells with two neighbours in common: if both neighbours are empty, cutting one leaves the
  /// other.
  struct Bridge {
    Cells to;
    Cells carrier;
  };

  /// A step from a cell by this many bits, if it arrives among `targets`.
  struct Step {
    int shift = 0;
    Cells targets = 0;

    [[nodiscard]] Cells from(Cells cells) const {
      return (shift > 0 ? cells << shift : cells >> -shift) & targets;
    }
  };

  Outcome solve(const HexStones& position);
  Outcome search(const HexStones& position, Cells empty);
  [[nodiscard]] std::optional<Cells> joined(Player player, Cells own, Cells empty) const;
  [[nodiscard]] Cells chain(Cells from, Cells own) const;
  [[nodiscard]] Ranks ranks(const HexStones& position, Cells empty) const;
  [[nodiscard]] Cells bridged_to_edge(const std::array<Cells, kCells>& edge, Cells cells,
                                      Cells free) const;
  [[nodiscard]] Cells cell_at(int row, int column) const;
  [[nodiscard]] static int choose(const Ranks& ranks, Cells moves);

  BoardSize size_;
  Cells board_ = 0;
  std::array<Step, 6> steps_{};                      // in a ring
  std::array<Step, 6> jumps_{};                      // over step i and its successor
  std::array<std::vector<Bridge>, kCells> bridges_;  // by cell
  std::array<std::array<Cells, 2>, 2> edges_{};      // by player: cells at its edges
  // By player, edge and cell: the pair of its bridge to that edge, or 0.
  std::array<std::array<std::array<Cells, kCells>, 2>, 2> to_edge_{};
  Table<HexStones, Outcome> table_;
  Patience* patience_ = nullptr;
};

/// Wins as early and loses as late as a short search shows: the distance of an end can be too much
/// to compute.
template <int MaxSize>
class HexOracle {
 public:
  using Position = Hex<MaxSize>;
  static constexpr std::uint64_t kMostPositions = 5000;  // a millisecond

  explicit HexOracle(const Position& start) : solver_(start.size()) {}

  static bool knows(const Position& start) { return start.size().longer() <= HexSolver::kMaxSize; }

  Solution<typename Position::Move> solve(const Position& position, Patience& patience) {
    Solution<typename Position::Move> found = value_and_move(position, patience);
    found.move = distance_.best_move(position, found, kMostPositions, patience);
    return found;
  }

 private:
  Solution<typename Position::Move> value_and_move(const Position& position, Patience& patience) {
    const HexStones stones = stones_of(position);
    const bool wins = solver_.winner(stones, patience) == position.to_move();
    const int move = solver_.best_move(stones, patience);
    // By the pie rule, white takes over a winning first stone, so every first move loses.
    if (position.may_swap() && !wins) return {kWin, position.swap()};
    if (position.pie() && (stones.of[0] | stones.of[1]) == 0) {
      return {kLoss, static_cast<typename Position::Move>(move)};
    }
    return {wins ? kWin : kLoss, static_cast<typename Position::Move>(move)};
  }

  HexSolver solver_;
  DistanceSearch<Position> distance_;
};
static_assert(Oracle<HexOracle<11>, Hex<11>>);

}  // namespace banyan::oracle

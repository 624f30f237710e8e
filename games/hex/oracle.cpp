// The search of the Hex solver.
#include "games/hex/oracle.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "core/base/random.hpp"

namespace banyan::oracle {
namespace {

using Cells = std::uint64_t;

Cells bit(int cell) { return Cells{1} << cell; }

/// Calls visit(cell) for every member, until it returns true.
template <class Visit>
bool any_of(Cells cells, Visit visit) {
  for (; cells != 0; cells &= cells - 1) {
    if (visit(std::countr_zero(cells))) return true;
  }
  return false;
}

std::uint64_t hash_of(const HexStones& position) {
  return scramble(scramble(position.of[0] + 1) + position.of[1]);
}

}  // namespace

/// 0 off the board.
Cells HexSolver::cell_at(int row, int column) const {
  const bool inside = row >= 0 && row < size_.rows && column >= 0 && column < size_.columns;
  return inside ? bit(row * size_.columns + column) : 0;
}

HexSolver::HexSolver(BoardSize size, std::size_t memory) : size_(size), table_(memory) {
  assert(size.shorter() >= 3 && size.longer() <= kMaxSize);
  struct Offset {
    int row;
    int column;
  };
  // The six neighbours in a ring: two consecutive ones form a bridge to the cell beyond both.
  constexpr std::array<Offset, 6> kRing{{{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}};
  const auto [columns, rows] = size;
  for (int row = 0; row < rows; ++row) {
    edges_[1][0] |= cell_at(row, 0);
    edges_[1][1] |= cell_at(row, columns - 1);
    for (int column = 0; column < columns; ++column) {
      edges_[0][0] |= cell_at(0, column);
      edges_[0][1] |= cell_at(rows - 1, column);
      const Cells here = cell_at(row, column);
      const auto cell = static_cast<unsigned>(row * size.columns + column);
      board_ |= here;
      const auto neighbour = [&](const Offset& by) {
        return cell_at(row + by.row, column + by.column);
      };
      for (unsigned i = 0; i < 6; ++i) {
        const Offset& one = kRing[i];
        const Offset& other = kRing[(i + 1) % 6];
        const Offset both{one.row + other.row, one.column + other.column};
        steps_[i].shift = columns * one.row + one.column;
        jumps_[i].shift = columns * both.row + both.column;
        if (cell_at(row - one.row, column - one.column) != 0) steps_[i].targets |= here;
        if (cell_at(row - both.row, column - both.column) != 0) jumps_[i].targets |= here;
        if (neighbour(both) != 0) {
          bridges_[cell].push_back({neighbour(both), neighbour(one) | neighbour(other)});
        }
      }
      const auto pair = [&](const Offset& one, const Offset& other) {
        const bool both = neighbour(one) != 0 && neighbour(other) != 0;
        return both ? neighbour(one) | neighbour(other) : 0;
      };
      if (row == 1) to_edge_[0][0][cell] = pair({-1, 0}, {-1, 1});
      if (row == rows - 2) to_edge_[0][1][cell] = pair({1, 0}, {1, -1});
      if (column == 1) to_edge_[1][0][cell] = pair({0, -1}, {1, -1});
      if (column == columns - 2) to_edge_[1][1][cell] = pair({0, 1}, {-1, 1});
    }
  }
}

/// All of `own` connected to `from`.
Cells HexSolver::chain(Cells from, Cells own) const {
  Cells cells = from;
  for (Cells before = 0; before != cells;) {
    before = cells;
    for (const Step& step : steps_) cells |= step.from(before) & own;
  }
  return cells;
}

/// For every empty cell, how many stones the shortest ways from edge to edge through it still need,
/// summed over both players. A bridge counts as joined. Cells that both sides want are tried first.
HexSolver::Ranks HexSolver::ranks(const HexStones& position, Cells empty) const {
  std::array<Cells, 6> open{};  // where the pair of a bridge is empty, by its target
  for (unsigned i = 0; i < 6; ++i) {
    open[i] = steps_[i].from(empty) & steps_[(i + 1) % 6].from(empty);
  }
  Ranks ranks{};
  for (unsigned player = 0; player < 2; ++player) {
    const Cells own = position.of[player];
    const auto joined_to = [&](Cells cells) {
      Cells targets = 0;
      for (unsigned i = 0; i < 6; ++i) {
        targets |= steps_[i].from(cells) | (jumps_[i].from(cells) & open[i]);
      }
      return targets;
    };
    for (unsigned edge = 0; edge < 2; ++edge) {
      Cells next = edges_[player][edge];
      any_of(board_, [&](int cell) {
        const Cells pair = to_edge_[player][edge][static_cast<unsigned>(cell)];
        if (pair != 0 && (pair & ~empty) == 0) next |= bit(cell);
        return false;
      });
      Cells seen = 0;
      for (int distance = 1; (next & ~seen) != 0; ++distance) {
        // Own stones cost nothing.
        Cells stones = 0;
        for (Cells more = next & own; (more & ~stones) != 0; more = next & own) {
          stones |= more;
          next |= joined_to(more);
        }
        const Cells layer = next & empty & ~seen;
        any_of(layer, [&](int cell) {
          ranks[static_cast<unsigned>(cell)] += distance;
          return false;
        });
        seen |= layer | stones;
        next = joined_to(layer);
      }
      any_of(empty & ~seen, [&](int cell) {  // cut off
        ranks[static_cast<unsigned>(cell)] += 2 * size_.longer();
        return false;
      });
    }
  }
  return ranks;
}

/// The carrier of a bridge from one of the cells to an edge, within `free`; 0 if there is none.
Cells HexSolver::bridged_to_edge(const std::array<Cells, kCells>& edge, Cells cells,
                                 Cells free) const {
  Cells carrier = 0;
  any_of(cells, [&](int cell) {
    const Cells pair = edge[static_cast<unsigned>(cell)];
    if (pair == 0 || (pair & ~free) != 0) return false;
    carrier = pair;
    return true;
  });
  return carrier;
}

/// The carrier with which the player's edges are joined although the opponent is to move: 0 if
/// stones alone do. A greedy search, which may miss a connection but never invents one.
std::optional<Cells> HexSolver::joined(Player player, Cells own, Cells empty) const {
  const auto side = static_cast<unsigned>(player);
  struct Chain {
    Cells cells;
    Cells carrier;  // of the bridges between it and the first edge
  };
  std::array<Chain, kCells + 1> chains;
  std::size_t count = 0;
  Cells reached = 0;
  const auto reach = [&](Cells from, Cells carrier) {
    chains[count] = {chain(from, own), carrier};
    reached |= chains[count++].cells;
  };
  if ((own & edges_[side][0]) != 0) reach(own & edges_[side][0], 0);
  any_of(own & ~reached, [&](int cell) {
    const Cells pair = to_edge_[side][0][static_cast<unsigned>(cell)];
    if (pair != 0 && (pair & ~empty) == 0 && (reached & bit(cell)) == 0) reach(bit(cell), pair);
    return false;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const auto [cells, carrier] = chains[i];
    if ((cells & edges_[side][1]) != 0) return carrier;
    const Cells free = empty & ~carrier;
    if (const Cells last = bridged_to_edge(to_edge_[side][1], cells, free)) return carrier | last;
    any_of(cells, [&, used = carrier](int cell) {
      for (const Bridge& bridge : bridges_[static_cast<unsigned>(cell)]) {
        if ((bridge.to & own & ~reached) == 0 || (bridge.carrier & ~free) != 0) continue;
        reach(bridge.to, used | bridge.carrier);
      }
      return false;
    });
  }
  return std::nullopt;
}

/// The next move to try, of lowest rank; -1 if there is none.
int HexSolver::choose(const Ranks& ranks, Cells moves) {
  int best = -1;
  any_of(moves, [&](int cell) {
    if (best < 0 || ranks[static_cast<unsigned>(cell)] < ranks[static_cast<unsigned>(best)]) {
      best = cell;
    }
    return false;
  });
  return best;
}

HexSolver::Outcome HexSolver::solve(const HexStones& position) {
  patience_->spend();
  const Player mover = position.to_move;
  const Cells theirs = position.of[static_cast<unsigned>(1 - mover)];
  const Cells empty = board_ & ~(position.of[0] | position.of[1]);
  if (const auto carrier = joined(1 - mover, theirs, empty)) return {false, 0, *carrier};
  const std::uint64_t hash = hash_of(position);
  if (const auto known = table_.find(position, hash)) return *known;
  const std::uint64_t before = patience_->positions();
  const Outcome outcome = search(position, empty);
  table_.store(position, hash, outcome, patience_->positions() - before + 1);
  return outcome;
}

HexSolver::Outcome HexSolver::search(const HexStones& position, Cells empty) {
  const auto mover = static_cast<unsigned>(position.to_move);
  const Ranks order = ranks(position, empty);
  Outcome outcome;
  Cells mustplay = empty;
  int next = choose(order, mustplay);
  while (next >= 0) {
    HexStones after = position;
    after.of[mover] |= bit(next);
    after.to_move = 1 - after.to_move;
    const Outcome reply = solve(after);
    if (!reply.wins) {
      return {true, static_cast<std::uint8_t>(next), reply.carrier | bit(next)};
    }
    outcome.carrier |= reply.carrier;
    mustplay &= reply.carrier;
    // The cell of the refutation is often the cell to play.
    next = (mustplay & bit(reply.move)) != 0 ? reply.move : choose(order, mustplay);
  }
  return outcome;
}

Player HexSolver::winner(const HexStones& position, Patience& patience) {
  patience_ = &patience;
  return solve(position).wins ? position.to_move : 1 - position.to_move;
}

int HexSolver::best_move(const HexStones& position, Patience& patience) {
  patience_ = &patience;
  const Outcome outcome = solve(position);
  if (outcome.wins) return outcome.move;
  const Cells empty = board_ & ~(position.of[0] | position.of[1]);
  return std::countr_zero((empty & outcome.carrier) != 0 ? outcome.carrier : empty);
}

}  // namespace banyan::oracle

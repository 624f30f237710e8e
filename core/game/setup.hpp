// Positions given by stones instead of moves: refinements for games that can start from one.
#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"

namespace banyan {

/// The owner of the stone on each cell, or kNobody, row by row from the top left as board() shows
/// them; and the player to move.
struct BoardSetup {
  std::vector<Player> owners;
  Player to_move = 0;

  [[nodiscard]] bool has_stones(Player player) const {
    for (const Player owner : owners) {
      if (owner == player) return true;
    }
    return false;
  }

  friend bool operator==(const BoardSetup&, const BoardSetup&) = default;
};

/// Refinement: a game that can start from stones.
///
///   setup()          the stones of this position, and who is to move
///   set_up(setup)    the position with these stones, by this board's rules and without history.
///                    Throws std::invalid_argument if it is impossible; what() is the rest of a
///                    sentence that says why
template <class G>
concept SetupGame = TextGame<G> && requires(const G position, const BoardSetup& setup) {
  { position.setup() } -> std::same_as<BoardSetup>;
  { position.set_up(setup) } -> std::same_as<G>;
};

/// Refinement: a game that players can end by agreement and then resume, like Go after two
/// passes. `resume()` revokes the agreement, or a limit of length that is none of the rules; an end
/// by the rules stays.
template <class G>
concept ResumableGame = Game<G> && requires(G position) {
  { position.resume() } -> std::same_as<void>;
};

/// The stones on a board; `owner` tells a cell's player or kNobody, as for grid_text().
template <class Owner>
BoardSetup setup_of(int columns, int rows, Player to_move, Owner owner) {
  BoardSetup setup{{}, to_move};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      setup.owners.push_back(owner(Cell{column, row}));
    }
  }
  return setup;
}

/// Calls visit(cell, owner) for each stone of a board with `columns` columns.
template <class Visit>
void for_stones(const BoardSetup& setup, int columns, Visit visit) {
  for (std::size_t i = 0; i < setup.owners.size(); ++i) {
    if (setup.owners[i] == kNobody) continue;
    const int at = static_cast<int>(i);
    visit(Cell{at % columns, at / columns}, setup.owners[i]);
  }
}

}  // namespace banyan

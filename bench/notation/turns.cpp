// Turns that the rules do not allow.
#include "bench/notation/turns.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "bench/notation/dialect.hpp"
#include "bench/registry/games.hpp"
#include "games/hex/swap_text.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> with_turn(const AnyGame& position, Player player) {
  if (position.to_move() == player) return position.clone();
  // There is no pass before the first move: the other player begins.
  const bool begun = !position.moves().empty();
  if (const auto pass = begun ? legal_pass(*resumed(position)) : std::nullopt) {
    auto next = position.clone();
    next->play(*pass);
    return next;
  }
  auto setup = position.setup();
  if (!setup) return nullptr;
  setup->to_move = player;
  try {
    return set_up(position, *setup);
  } catch (const std::invalid_argument&) {
    return nullptr;
  }
}

std::unique_ptr<AnyGame> swapped(const AnyGame& position, HexSwap swap) {
  const Dialect dialect = dialect_of(position);
  if (dialect.game.name != "hex") return nullptr;
  if (const auto move = position.parse(kSwapText)) {  // a move of the game itself: pie=on
    if (swap == HexSwap::kSides || !is_legal(position, *move)) return nullptr;
    auto next = position.clone();
    next->play(*move);
    return next;
  }
  BoardSetup setup = position.setup().value();
  const auto is_stone = [](Player owner) { return owner != kNobody; };
  const auto stone = std::find_if(setup.owners.begin(), setup.owners.end(), is_stone);
  if (stone == setup.owners.end() || *stone == setup.to_move ||
      std::any_of(stone + 1, setup.owners.end(), is_stone)) {
    return nullptr;
  }
  if (swap == HexSwap::kSides) return position.clone();
  if (!dialect.size.is_square()) return nullptr;  // a stone cannot be mirrored
  const auto size = static_cast<std::size_t>(dialect.size.columns);
  const auto cell = static_cast<std::size_t>(stone - setup.owners.begin());
  *stone = kNobody;
  setup.owners[cell % size * size + cell / size] = setup.to_move;
  setup.to_move = 1 - setup.to_move;
  return set_up(position, setup);
}

}  // namespace banyan::bench

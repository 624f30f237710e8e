// Positions that records and controllers request though no move leads there.
#pragma once

#include <cstdint>
#include <memory>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The position with that player to move: after a pass of the opponent, or set up anew with the
/// same stones. Null if the game allows neither. An end by agreement stays.
std::unique_ptr<AnyGame> with_turn(const AnyGame& position, Player player);

/// How the second player of Hex may answer the first stone.
enum class HexSwap : std::uint8_t {
  kPieces,  ///< the stone becomes the other player's, mirrored, on a square board
  kSides,   ///< the players change colours: the stone stays, and the same colour is to move
};

/// The position of Hex after that answer; null unless it is possible there.
std::unique_ptr<AnyGame> swapped(const AnyGame& position, HexSwap swap);

}  // namespace banyan::bench

// Positions as UCI writes them.
#pragma once

#include <memory>
#include <vector>

#include "bench/notation/dialect.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/uci/protocol.hpp"

namespace banyan::bench::uci {

/// The position of "position startpos moves M1 M2" or "position fen F moves M1". A FEN has rows
/// from the top with capitals for the first player, small letters for the second, and then w or b;
/// boards in our own text are read too. Throws UsageError.
std::shared_ptr<const AnyGame> read_position(const AnyGame& start, const Dialect& dialect,
                                             const Words& words);

/// The legal move with that text; nothing if there is none or the game is over.
std::optional<std::uint32_t> read_move(const AnyGame& position, std::string_view text);

}  // namespace banyan::bench::uci

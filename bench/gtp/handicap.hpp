// The stones of a fixed handicap on a board of Go.
#pragma once

#include <string>
#include <vector>

#include "core/game/game_text.hpp"

namespace banyan::bench::gtp {

/// The vertices of `stones` stones by the GTP specification (version 2, section 4.1.1). None for a
/// number that the board does not allow: 2 to 9, or 2 to 4 on boards below 9 x 9 or without a
/// middle. Columns and rows each count like those of a square board.
std::vector<std::string> fixed_handicap(BoardSize size, int stones);

/// The most stones that the board allows; 0 for none.
int most_handicap(BoardSize size);

}  // namespace banyan::bench::gtp

// Where the stones of a fixed handicap lie on a board of Go.
#pragma once

#include <string>
#include <vector>

#include "core/rules/game_text.hpp"

namespace banyan::bench::gtp {

/// The vertices of so many stones by the GTP specification (version 2, section 4.1.1); none for a
/// number that the board does not take: 2 to 9, on boards below 9 x 9 or without a middle 2 to 4.
/// Columns and rows each count as those of a square board of so many.
std::vector<std::string> fixed_handicap(BoardSize size, int stones);

/// The most that the board takes; 0 for none.
int most_handicap(BoardSize size);

}  // namespace banyan::bench::gtp

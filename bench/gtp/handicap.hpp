// Where the stones of a fixed handicap lie on a board of Go.
#pragma once

#include <string>
#include <vector>

namespace banyan::bench::gtp {

/// The vertices of so many stones by the GTP specification (version 2, section 4.1.1); none for a
/// number that the board does not take: 2 to 9, on boards below 9 x 9 or without a middle 2 to 4.
std::vector<std::string> fixed_handicap(int size, int stones);

/// The most that the board takes; 0 for none.
int most_handicap(int size);

}  // namespace banyan::bench::gtp

// The seatings of a deal.
#pragma once

#include <cstddef>
#include <vector>

namespace banyan::bench {

/// The engine of each seat, by its number in the match: 0 for A.
using Seating = std::vector<std::size_t>;

/// The seatings of a deal: every assignment of different engines to the seats, as many as fit.
/// Exchanging two seats in all of them, or two engines, gives the same set, so the design is
/// balanced. Each engine has each seat equally often, alone and with others, and sits before each
/// other engine as often as behind it. Games differ only in who plays them, and the values of seats
/// cancel out.
///
///   seats  engines  games
///       1        2      2  A, B (each alone)
///       2        2      2  AB, BA
///       3        2      6  AAB, ABA, ABB, BAA, BAB, BBA
///       3        3      6  ABC, ACB, BAC, BCA, CAB, CBA
///       4    2 3 4     14 36 24
std::vector<Seating> seatings(int seats, std::size_t engines);

}  // namespace banyan::bench

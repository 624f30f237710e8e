// Assigns engines to seats.
#include "bench/match/seats.hpp"

#include <algorithm>
#include <set>

namespace banyan::bench {

std::vector<Seating> seatings(int seats, std::size_t engines) {
  const auto different = std::min(static_cast<std::size_t>(seats), engines);
  std::vector<Seating> all;
  Seating seating(static_cast<std::size_t>(seats), 0);
  for (;;) {
    if (std::set(seating.begin(), seating.end()).size() == different) all.push_back(seating);
    // The next seating in lexicographic order.
    auto last = std::find_if(seating.rbegin(), seating.rend(),
                             [&](std::size_t engine) { return engine + 1 < engines; });
    if (last == seating.rend()) return all;
    ++*last;
    std::fill(seating.rbegin(), last, std::size_t{0});
  }
}

}  // namespace banyan::bench

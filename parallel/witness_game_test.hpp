// A game that shows tests the random numbers that its playouts get.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Connect Four that records a random number of every playout.
class WitnessGame : public ConnectFour {
 public:
  Playout playout(Random& random) const {
    {
      const std::lock_guard lock(mutex);
      seen.push_back(random.next());
    }
    return ConnectFour::playout(random);
  }

  static inline std::mutex mutex;
  static inline std::vector<std::uint64_t> seen;
};

}  // namespace banyan

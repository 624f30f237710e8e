// A game that throws, as a user's may: what a strategy leaves behind when it does.
#pragma once

#include <atomic>
#include <stdexcept>

#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Connect Four one of whose playouts or lists of moves fails: the next after so many.
class FailingGame : public ConnectFour {
 public:
  struct Failure : std::runtime_error {
    Failure() : std::runtime_error("as told") {}
  };

  Playout playout(Random& random) const {
    fail_in_time(playouts_left);
    return ConnectFour::playout(random);
  }
  [[nodiscard]] MovesOf<ConnectFour> legal_moves() const {
    fail_in_time(lists_left);
    return ConnectFour::legal_moves();
  }

  static constexpr int kNever = 1 << 30;
  static inline std::atomic<int> playouts_left = kNever;
  static inline std::atomic<int> lists_left = kNever;

 private:
  static void fail_in_time(std::atomic<int>& left) {
    if (left.fetch_sub(1) == 0) throw Failure();
  }
};

}  // namespace banyan

// A game that throws, as a user's game may: it tests what a strategy leaves behind.
#pragma once

#include <atomic>
#include <stdexcept>

#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Connect Four that throws once, in a playout, a move list or the question whose turn it is, after
/// a given number of them.
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

  [[nodiscard]] Player to_move() const {
    fail_in_time(turns_left);
    return ConnectFour::to_move();
  }

  static constexpr int kNever = 1 << 30;
  static inline std::atomic<int> playouts_left = kNever;
  static inline std::atomic<int> lists_left = kNever;
  static inline std::atomic<int> turns_left = kNever;

 private:
  static void fail_in_time(std::atomic<int>& left) {
    if (left.fetch_sub(1) == 0) throw Failure();
  }
};

}  // namespace banyan

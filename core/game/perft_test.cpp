// Tests of perft.hpp.
#include "core/game/perft.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace banyan {
namespace {

/// A long game with one move per position and positions of 100 kB.
struct LargeGame {
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 1;

  [[nodiscard]] Player to_move() const { return 0; }
  [[nodiscard]] MovesOf<LargeGame> legal_moves() const {
    MovesOf<LargeGame> moves;
    moves.push_back(0);
    return moves;
  }
  void play(Move /*move*/) { ++made; }
  [[nodiscard]] bool over() const { return made == 150; }
  [[nodiscard]] Points result(Player /*player*/) const { return kWin; }

  bool operator==(const LargeGame&) const = default;

  std::uint32_t made = 0;
  std::array<std::uint8_t, 100'000> large{};
};

// They do not fit a stack of 8 MB.
TEST(Perft, KeepsItsPositionsOffTheStack) {
  EXPECT_EQ(count_lines(LargeGame(), 120).whole, 1U);
  EXPECT_EQ(count_lines(LargeGame(), 200).ended, 1U);
}

}  // namespace
}  // namespace banyan

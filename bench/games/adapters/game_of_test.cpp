// Tests of game_of.hpp by a game that the program does not have.
#include "bench/games/adapters/game_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/registry/engines.hpp"
#include "core/search/search.hpp"

namespace banyan::bench {
namespace {

/// A coin on a strip goes one to twenty steps on; who reaches the end wins. Its moves are many, but
/// not given as a set, so that no tree of plain search proves it.
class Strip {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 20;
  static constexpr bool kAlternates = true;
  static constexpr int kEnd = 25;

  [[nodiscard]] Player to_move() const { return moves_ % 2; }
  [[nodiscard]] MovesOf<Strip> legal_moves() const {
    MovesOf<Strip> moves;
    for (int steps = 1; steps <= 20 && at_ + steps <= kEnd; ++steps) {
      moves.push_back(static_cast<Move>(steps));
    }
    return moves;
  }
  void play(Move steps) {
    at_ += steps;
    ++moves_;
  }
  [[nodiscard]] bool over() const { return at_ == kEnd; }
  [[nodiscard]] Points result(Player player) const { return player == to_move() ? kLoss : kWin; }
  [[nodiscard]] std::string to_text(Move steps) const { return std::to_string(steps); }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    for (const Move steps : legal_moves()) {
      if (text == to_text(steps)) return steps;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string board() const { return std::to_string(at_) + '\n'; }
  friend bool operator==(const Strip&, const Strip&) = default;

 private:
  int at_ = 0;
  int moves_ = 0;
};
static_assert(TextGame<Strip> && !HasProvingTree<Strip>);

TEST(GameOf, ManyMovesWithoutASetOfThemAreProvedByTheTableOfTheGame) {
  const GameOf<Strip, kPlainSearch> start{Strip()};
  for (const char* const spec : {"seq:solver=on", "root:threads=2,solver=on",
                                 "tree:threads=2,solver=on", "seq:batch=64,solver=on"}) {
    const auto engine = start.make_engine(parse_engine(spec));
    const SearchResult found = engine->search(start, {.iterations = 20'000}, {.seed = 1}, {});
    EXPECT_EQ(found.best_move, 3U) << spec;  // the place of 4 steps, which leave 21
  }
  const auto engine = start.make_engine(parse_engine("seq"));
  const SearchResult found = engine->search(start, {.iterations = 20'000}, {.seed = 1}, {});
  EXPECT_EQ(found.best_move, 4U);
}

}  // namespace
}  // namespace banyan::bench

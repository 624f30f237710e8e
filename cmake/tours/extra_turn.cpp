// A game whose players do not alternate, solved by exhaustive search, and a search that agrees.
#include <cstdint>
#include <cstdio>

#include <banyan/core/game/game.hpp>
#include <banyan/core/search/search.hpp>

/// Players take one to three sticks. A player who leaves 5, 10, 15 ... moves again. Taking the last
/// one wins.
class ExtraTurn {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 3;
  // A game of strict turns declares `static constexpr bool kAlternates = true;` and is searched
  // slightly faster. Without it, the search asks whose turn it is.

  explicit ExtraTurn(std::uint32_t sticks) : sticks_(sticks) {}

  banyan::Player to_move() const { return player_; }
  banyan::MovesOf<ExtraTurn> legal_moves() const {
    banyan::MovesOf<ExtraTurn> moves;
    for (Move taken = 1; taken <= 3 && taken <= sticks_; ++taken) moves.push_back(taken);
    return moves;
  }
  void play(Move taken) {
    sticks_ -= taken;
    if (sticks_ == 0) winner_ = player_;
    if (sticks_ % 5 != 0) player_ = 1 - player_;
  }
  bool over() const { return sticks_ == 0; }
  banyan::Points result(banyan::Player player) const {
    return player == winner_ ? banyan::kWin : banyan::kLoss;
  }

  friend bool operator==(const ExtraTurn&, const ExtraTurn&) = default;

 private:
  std::uint32_t sticks_;
  banyan::Player player_ = 0;
  banyan::Player winner_ = 0;
};
static_assert(banyan::TwoPlayerGame<ExtraTurn>);

/// Whether the player to move wins.
bool wins(const ExtraTurn& position) {
  for (const auto taken : position.legal_moves()) {
    ExtraTurn next = position;
    next.play(taken);
    const bool moves_on = next.to_move() == position.to_move();
    if (next.over() || wins(next) == moves_on) return true;
  }
  return false;
}

int main() {
  banyan::SequentialSearch<ExtraTurn> engine({});
  for (const unsigned sticks : {3U, 4U, 7U, 9U, 10U, 11U, 14U, 18U}) {
    const ExtraTurn position(sticks);
    const auto found = engine.search(position, {.iterations = 100'000}, {.seed = 1});
    ExtraTurn next = position;
    next.play(static_cast<ExtraTurn::Move>(found.best_move));
    const bool keeps = next.over() || wins(next) == (next.to_move() == position.to_move());
    std::printf("%2u sticks: %s\n", sticks,
                !wins(position) ? "lost"
                : keeps         ? "won, and the search wins"
                                : "THROWN AWAY");
  }
}

// A game of hidden information, and the error of a search that knows what it cannot see.
#include <cstdint>
#include <cstdio>

#include <banyan/core/game/hidden_game.hpp>
#include <banyan/parallel/strategies/hidden_search.hpp>

/// A coin lies under a cup. Player 0 takes a safe 3 of 4 points, or guesses its side for all or
/// nothing, which is worth 2. In each of the two worlds alone guessing seems to be worth 4: that is
/// what a search of determinizations believes (strategy fusion; Frank and Basin 1998).
class HiddenCoin {
 public:
  using Move = std::uint8_t;
  static constexpr Move kHeads = 0;
  static constexpr Move kTails = 1;
  static constexpr Move kSafe = 2;
  static constexpr std::size_t kMaxMoves = 3;

  banyan::Player to_move() const { return fallen_ ? 0 : banyan::kChance; }
  std::uint64_t legal_mask() const { return fallen_ ? 0b111 : 0b011; }
  banyan::MovesOf<HiddenCoin> legal_moves() const {
    return banyan::moves_of<HiddenCoin>(legal_mask());
  }
  Move draw(banyan::Random& random) const {
    return static_cast<Move>(banyan::random_bit(0b011, random));
  }
  double probability(Move) const { return 0.5; }
  void play(Move move) {
    if (fallen_) {
      taken_ = move;
      over_ = true;
    } else {
      coin_ = move;
      fallen_ = true;
    }
  }
  bool over() const { return over_; }
  int score(banyan::Player player) const {
    const int points = taken_ == kSafe ? 3 : taken_ == coin_ ? 4 : 0;
    return player == 0 ? points : 4 - points;
  }
  banyan::Points result(banyan::Player player) const {
    return score(player) > 2 ? banyan::kWin : banyan::kLoss;
  }
  banyan::Stakes stakes() const { return {0, 4, 1}; }

  // What is hidden, and from whom: player 1 has seen the coin.
  HiddenCoin determinize(banyan::Player observer, banyan::Random& random) const {
    HiddenCoin world = *this;
    if (observer == 0 && fallen_) world.coin_ = draw(random);
    return world;
  }
  std::uint32_t observe(Move move, banyan::Player observer) const {
    return !fallen_ && observer == 0 ? banyan::kFirstCode : move;
  }
  std::uint64_t information(banyan::Player observer) const {
    return banyan::scramble(1U * fallen_ + 2U * over_ + 4U * taken_ +
                            16U * (observer == 0 ? 0U : coin_));
  }

  friend bool operator==(const HiddenCoin&, const HiddenCoin&) = default;

 private:
  Move coin_ = 0;
  Move taken_ = 0;
  bool fallen_ = false;
  bool over_ = false;
};
static_assert(banyan::HiddenGame<HiddenCoin>);

int main() {
  HiddenCoin position;
  position.play(HiddenCoin::kTails);
  for (const auto kind : {banyan::HiddenEngine::kSoIsmcts, banyan::HiddenEngine::kPimc}) {
    banyan::HiddenOptions options;
    options.threads = 1;
    options.engine = kind;
    banyan::HiddenSearch<HiddenCoin> engine(options);
    const auto found = engine.search(position, {.iterations = 20'000}, {.seed = 1});
    std::printf("%s %s\n", kind == banyan::HiddenEngine::kPimc ? "pimc" : "so_ismcts",
                found.best_move == HiddenCoin::kSafe ? "is safe" : "guesses");
  }
}

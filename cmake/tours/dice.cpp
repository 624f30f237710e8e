// A game of chance for one player, whose best play is easy to compute.
#include <cstdint>
#include <cstdio>

#include <banyan/core/game/game.hpp>
#include <banyan/parallel/strategies/general_search.hpp>

/// A die shows a number. You keep it, or roll once more and get the new number. A roll is worth
/// 3.5, so 4 and more should be kept.
class SecondRoll {
 public:
  using Move = std::uint8_t;  // keep or roll; of chance the number, 1 to 6
  static constexpr Move kKeep = 0;
  static constexpr Move kRoll = 7;
  static constexpr std::size_t kMaxMoves = 6;
  static constexpr int kMaxPlayers = 1;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 6;

  explicit SecondRoll(int shown) : shown_(shown) {}

  int players() const { return 1; }
  banyan::Player to_move() const { return rolling_ ? banyan::kChance : 0; }
  banyan::MovesOf<SecondRoll> legal_moves() const {
    banyan::MovesOf<SecondRoll> moves;
    if (rolling_) {
      for (Move number = 1; number <= 6; ++number) moves.push_back(number);
    } else {
      moves.push_back(kKeep);
      moves.push_back(kRoll);
    }
    return moves;
  }
  void play(Move move) {
    over_ = move != kRoll;
    rolling_ = move == kRoll;
    if (move != kRoll && move != kKeep) shown_ = move;
  }
  bool over() const { return over_; }
  banyan::Points result(banyan::Player) const { return banyan::kDraw; }  // only rewards count
  double reward(banyan::Player) const { return over_ ? shown_ : 0; }

  Move draw(banyan::Random& random) const { return static_cast<Move>(1 + random.below(6)); }
  double probability(Move) const { return 1.0 / 6; }

  friend bool operator==(const SecondRoll&, const SecondRoll&) = default;

 private:
  int shown_;
  bool rolling_ = false;
  bool over_ = false;
};
static_assert(banyan::ChanceGame<SecondRoll> && banyan::RewardGame<SecondRoll>);

int main() {
  banyan::GeneralOptions options;
  options.threads = 2;
  banyan::GeneralSearch<SecondRoll> engine(options);
  for (const int shown : {1, 2, 3, 4, 5, 6}) {
    const auto found = engine.search(SecondRoll(shown), {.iterations = 20'000}, {.seed = 1});
    std::printf("%d: %s\n", shown, found.best_move == SecondRoll::kKeep ? "keep" : "roll");
  }
}

// Proven results of games of many players, of chance, and of both.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/tree/policy/proof_of_all.hpp"
#include "games/nim/nim.hpp"
#include "games/rolit/rolit.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan {
namespace {

/// A game drawn from its seed: three players and chance in any order, one to three moves each, over
/// after five moves. Nobody wins, or one player does; then the next player gets a draw.
class Drawn {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 3;
  static constexpr int kMaxPlayers = 3;

  explicit Drawn(std::uint64_t seed = 1) : state_(mixed(seed)) {
    while (to_move() == kChance) state_ = mixed(state_);
  }
  [[nodiscard]] int players() const { return 3; }
  [[nodiscard]] Player to_move() const {
    const auto turn = static_cast<Player>(state_ >> 8U & 7U);
    return turn < 7 ? turn % 3 : kChance;
  }
  [[nodiscard]] MovesOf<Drawn> legal_moves() const {
    MovesOf<Drawn> moves;
    for (Move move = 0; move < 1 + state_ % 3; ++move) moves.push_back(move);
    return moves;
  }
  void play(Move move) {
    state_ = mixed(state_ + move);
    ++moves_;
  }
  [[nodiscard]] bool over() const { return moves_ == 5; }
  [[nodiscard]] Points result(Player player) const {
    const auto winner = static_cast<Player>(state_ >> 16U & 7U);
    if (winner < 3) return winner == player ? kWin : (winner + 1) % 3 == player ? kDraw : kLoss;
    return (state_ >> (20 + player) & 1U) != 0 ? kDraw : kLoss;
  }
  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random.below(static_cast<std::uint32_t>(1 + state_ % 3)));
  }
  [[nodiscard]] double probability(Move /*move*/) const {
    return 1 / static_cast<double>(1 + state_ % 3);
  }
  friend bool operator==(const Drawn&, const Drawn&) = default;

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x + 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 29U) * 0x94D049BB133111EBU;
    return x ^ x >> 32U;
  }

  std::uint64_t state_;
  int moves_ = 0;
};

template <Game G>
using Result = std::array<Points, static_cast<std::size_t>(max_players<G>())>;

/// Every possible result of a position: all play by max^n, equal moves are chosen in any way, and
/// chance may do anything.
template <Game G>
std::set<Result<G>> possible(const G& position) {
  if (position.over()) {
    Result<G> result{};
    for (Player player = 0; player < players_of(position); ++player) {
      result[static_cast<std::size_t>(player)] = position.result(player);
    }
    return {result};
  }
  const auto mover = static_cast<std::size_t>(position.to_move());
  std::set<Result<G>> all;
  Points certain = kLoss;  // for the mover
  for (const auto move : position.legal_moves()) {
    G next = position;
    next.play(move);
    Points least = kWin;
    for (const Result<G>& result : possible(next)) {
      all.insert(result);
      if (!at_chance(position)) least = std::min(least, result[mover]);
    }
    if (!at_chance(position)) certain = std::max(certain, least);
  }
  if (!at_chance(position)) {
    std::erase_if(all, [&](const Result<G>& result) { return result[mover] < certain; });
  }
  return all;
}

GeneralOptions proving(int threads = 1, int trees = 1) {
  GeneralOptions options;
  options.memory = 16U << 20U;
  options.policy.solver = true;
  options.threads = threads;
  options.trees = trees;
  return options;
}

template <Game G>
SearchResult prove(const G& position, std::uint64_t count, const GeneralOptions& options) {
  GeneralSearch<G> engine(options);
  SearchResult result = engine.search(position, {count, 0, {}}, {1, 0, 0, 0});
  for (int i = 0; i < options.trees; ++i) {
    EXPECT_EQ(find_defect(engine.tree(i)), std::nullopt);
  }
  return result;
}

TEST(GeneralProofs, AreTrueInGamesOfChanceAndThreePlayers) {
  int proven = 0;
  int decided = 0;
  for (int game = 0; game < 300; ++game) {
    const Drawn position(static_cast<std::uint64_t>(game));
    GeneralOptions options = proving(1 + game % 3, 1 + game % 2);
    options.policy.backup = game % 4 == 0 ? Backup::kMax : Backup::kMean;
    const SearchResult found = prove(position, 3000, options);
    const auto me = static_cast<std::size_t>(position.to_move());
    const auto truth = possible(position);
    decided += std::all_of(truth.begin(), truth.end(),
                           [&](const auto& result) { return result[me] == (*truth.begin())[me]; });
    if (!found.proven) continue;
    ++proven;
    EXPECT_EQ(found.value, *found.proven / 2.0);
    for (const Result<Drawn>& result : truth) EXPECT_EQ(result[me], *found.proven);
    Drawn next = position;
    next.play(static_cast<Drawn::Move>(found.best_move));
    for (const Result<Drawn>& result : possible(next)) EXPECT_EQ(result[me], *found.proven);
  }
  EXPECT_GE(proven, decided * 17 / 20);  // bounds do not capture all that is decided
  EXPECT_GT(proven, 100);
}

TEST(GeneralProofs, SayWhatBoutonSays) {
  for (int a = 0; a <= 3; ++a) {
    for (int b = a; b <= 3; ++b) {
      const Nim position({a, b, 4});
      const SearchResult found = prove(position, 200'000, proving());
      ASSERT_TRUE(found.proven.has_value()) << a << b;
      EXPECT_EQ(*found.proven, position.nim_sum() == 0 ? kLoss : kWin);
      EXPECT_LT(found.iterations, 200'000U);
      EXPECT_EQ(found.root_visits(), found.iterations);
    }
  }
}

TEST(GeneralProofs, EndEveryParallelSearch) {
  const Nim position({2, 3, 2}, 3);
  const std::set<Result<Nim>> truth = possible(position);
  for (const auto& [threads, trees, together] :
       {std::array{1, 1, 0}, {4, 1, 0}, {1, 4, 0}, {2, 3, 0}, {2, 1, 1}}) {
    GeneralOptions options = proving(threads, trees);
    options.together = together != 0;
    options.playouts = together != 0 ? 4 : 1;
    const SearchResult found = prove(position, 1'000'000, options);
    ASSERT_TRUE(found.proven.has_value());
    EXPECT_LT(found.iterations, 1'000'000U);
    for (const Result<Nim>& result : truth) EXPECT_EQ(result[0], *found.proven);
  }
}

TEST(GeneralProofs, WinTheEndOfAGameOfRolit) {
  Random random(StreamKey{9, 0, 0, 0});
  int proven = 0;
  for (int game = 0; game < 20; ++game) {
    Rolit position(4, 3);
    for (int empty = 12; empty > 5; --empty) position.play(playout_move(position, random));
    const SearchResult found = prove(position, 5000, proving());
    if (!found.proven) continue;
    ++proven;
    const auto me = static_cast<std::size_t>(position.to_move());
    for (const Result<Rolit>& result : possible(position)) EXPECT_EQ(result[me], *found.proven);
  }
  EXPECT_GE(proven, 15);
}

using Proofs = std::vector<ProofOfAll<Drawn>>;

ProofOfAll<Drawn> bounds(const std::array<std::array<Points, 2>, 3>& of) {
  ProofOfAll<Drawn> proof;
  for (Player player = 0; player < 3; ++player) {
    const auto& [low, high] = of[static_cast<std::size_t>(player)];
    proof[player] = Proof(low, high);
  }
  return proof;
}

ProofOfAll<Drawn> of_children(Player mover, const Proofs& children) {
  return proof_of_children<Drawn>(mover, 3, static_cast<std::uint32_t>(children.size()),
                                  [&](std::uint32_t i) { return children[i]; });
}

TEST(ProofOfAll, IsThatOfAWinForWhoeverMoves) {
  const auto won = bounds({{{2, 2}, {1, 1}, {0, 0}}});
  EXPECT_EQ(of_children(0, {{}, won, {}}), won);
}

TEST(ProofOfAll, TakesOnlyWhatTheMoverMayChooseIntoAccount) {
  const auto draw = bounds({{{1, 1}, {0, 0}, {1, 1}}});
  const auto loss = bounds({{{0, 0}, {2, 2}, {1, 1}}});
  const auto open = bounds({{{0, 1}, {1, 1}, {0, 2}}});
  EXPECT_EQ(of_children(0, {draw, loss}), draw);
  EXPECT_EQ(of_children(0, {draw, open}), bounds({{{1, 1}, {0, 1}, {0, 2}}}));
  EXPECT_EQ(of_children(2, {draw, loss}), bounds({{{0, 1}, {0, 2}, {1, 1}}}));
}

TEST(ProofOfAll, LetsChanceDoAnything) {
  const auto draw = bounds({{{1, 1}, {0, 0}, {1, 1}}});
  const auto win = bounds({{{2, 2}, {1, 1}, {0, 0}}});
  EXPECT_EQ(of_children(kChance, {draw, win}), bounds({{{1, 2}, {0, 1}, {0, 1}}}));
  EXPECT_EQ(of_children(kChance, {draw, {}}), bounds({{{0, 2}, {0, 2}, {0, 2}}}));
}

}  // namespace
}  // namespace banyan

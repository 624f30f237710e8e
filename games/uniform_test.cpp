// Uniform playouts of every game, one at a time and many at once, against playouts of its textbook
// version: results, lengths, first two plies. For a million games of each, with output:
//
//   BANYAN_UNIFORM_GAMES=1000000 build/release/games/games_tests --gtest_filter='SlowUniform*'
#include <cinttypes>
#include <cstdio>
#include <type_traits>
#include <utility>

#include "games/asked_test.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/breakthrough/textbook.hpp"
#include "games/conformance_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/connect_four/textbook.hpp"
#include "games/go/go.hpp"
#include "games/go/textbook.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/gomoku/textbook.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/textbook.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/textbook.hpp"
#include "games/p_game/p_game.hpp"
#include "games/p_game/textbook.hpp"
#include "games/tic_tac_toe/textbook.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/textbook.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan::conformance {
namespace {

constexpr const char* kGames = "BANYAN_UNIFORM_GAMES";

/// How often games ended after how many plies with how many points for player 0.
using Ends = std::map<std::pair<int, Points>, double>;

struct Sample {
  Tally tally;
  Ends ends;

  void add(const Playout& playout) {
    tally.add(playout);
    ++ends[{playout.plies, playout.first}];
  }
};

template <class G>
using Openings = std::map<std::array<typename G::Move, 2>, int>;

/// Random games of a textbook version; records their first moves.
template <class Textbook, class G>
Sample textbook_sample(const G& start, std::uint64_t games, Openings<G>& openings) {
  Sample sample;
  Random random({1});
  const Textbook beginning(start);
  for (std::uint64_t game = 0; game < games; ++game) {
    Textbook position = beginning;
    std::array<typename G::Move, 2> opening{};
    int plies = 0;
    for (; !position.over(); ++plies) {
      const auto moves = [&] {
        if constexpr (requires { position.playout_moves(); }) return position.playout_moves();
        if constexpr (!requires { position.playout_moves(); }) return position.moves();
      }();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (plies < 2) opening[static_cast<std::size_t>(plies)] = move;
      position.play(move);
    }
    sample.add({position.result(0), plies});
    ++openings[opening];
  }
  return sample;
}

/// Pearson's statistic for two samples of one distribution. Rare cases are merged.
double same_sigmas(const Sample& a, const Sample& b) {
  constexpr double kRare = 20;
  Ends both = a.ends;
  for (const auto& [end, count] : b.ends) both[end] += count;
  const double games = a.tally.games + b.tally.games;
  double chi_square = 0;
  double cases = 0;
  const auto add = [&](double count_a, double count_of_both) {
    const double share = a.tally.games / games;
    const double off = count_a - share * count_of_both;
    chi_square += off * off / (count_of_both * share * (1 - share));
    ++cases;
  };
  double rare_a = 0;
  double rare = 0;
  for (const auto& [end, count] : both) {
    const auto in_a = a.ends.find(end);
    const double count_a = in_a == a.ends.end() ? 0 : in_a->second;
    if (count >= kRare) {
      add(count_a, count);
    } else {
      rare_a += count_a;
      rare += count;
    }
  }
  if (rare > 0) add(rare_a, rare);
  return cases > 1 ? chi_square_sigmas(chi_square, cases - 1) : 0;
}

void expect_same_results(const Tally& tally, const Tally& textbook) {
  for (const Points points : {kLoss, kDraw, kWin}) {
    const double rate = textbook.rate(points);
    EXPECT_NEAR(tally.rate(points), rate,
                kSigmas * std::sqrt(rate * (1 - rate) * (1 / tally.games + 1 / textbook.games)))
        << points << " points";
  }
}

/// A position near the end with several possible results.
template <class G>
struct LateLeaf {
  G position;
  std::array<double, 3> rates;
};

/// As few plies before the end as leave a choice, at most kLate.
template <class G>
std::vector<LateLeaf<G>> late_leaves(const G& start) {
  constexpr std::size_t kLate = 8;
  std::vector<LateLeaf<G>> leaves;
  Random random({2});
  for (int game = 0; game < 400 && leaves.size() < 64; ++game) {
    const auto positions = long_game(as_played_out(start), random);
    for (std::size_t left = 1; left <= std::min<std::size_t>(kLate, positions.size()); ++left) {
      const auto& position = positions[positions.size() - left];
      int budget = 2000;
      const auto rates = exact_rates(position, budget);
      if (!rates) break;
      if (*std::max_element(rates->begin(), rates->end()) > .999) continue;
      if constexpr (requires { position.game; }) {
        leaves.push_back({position.game, *rates});
      } else {
        leaves.push_back({position, *rates});
      }
      break;
    }
  }
  return leaves;
}

/// Pearson's statistic for the results of games from several leaves, equally many from each.
template <class G>
double late_sigmas(const std::vector<LateLeaf<G>>& leaves, const std::vector<Tally>& tallies) {
  double chi_square = 0;
  double degrees = 0;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    --degrees;
    for (const Points points : {kLoss, kDraw, kWin}) {
      const auto at = static_cast<std::size_t>(points);
      const double expected = leaves[i].rates[at] * tallies[i].games;
      const double off = tallies[i].results[at] - expected;
      if (expected == 0) {
        EXPECT_EQ(off, 0) << "a result that cannot be\n" << leaves[i].position.board();
        continue;
      }
      chi_square += off * off / expected;
      ++degrees;
    }
  }
  return chi_square_sigmas(chi_square, degrees);
}

/// Games from several leaves in turn, one after another or together.
template <class G>
std::vector<Tally> late_tallies(const std::vector<LateLeaf<G>>& leaves, std::uint64_t games,
                                bool together) {
  std::vector<Tally> tallies(leaves.size());
  Random random({3});
  std::vector<G> positions;
  for (int copy = 0; copy < 8; ++copy) {
    for (const auto& leaf : leaves) positions.push_back(leaf.position);
  }
  std::vector<Points> first(positions.size());
  for (std::uint64_t played = 0; played < games; played += positions.size()) {
    if (together) {
      uniform_playouts<G>(positions, first, random);
    } else {
      for (std::size_t i = 0; i < positions.size(); ++i) {
        first[i] = uniform_playout(positions[i], random).first;
      }
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
      tallies[i % leaves.size()].add({first[i], 0});
  }
  return tallies;
}

/// Random games from several leaves in turn with non-uniform moves: the first move is twice as
/// likely as any other.
template <class G>
std::vector<Tally> biased_tallies(const std::vector<LateLeaf<G>>& leaves, std::uint64_t games) {
  std::vector<Tally> tallies(leaves.size());
  Random random({3});
  for (std::uint64_t game = 0; game < games; ++game) {
    const std::size_t leaf = game % leaves.size();
    G position = leaves[leaf].position;
    while (!position.over()) {
      const auto moves = position.legal_moves();
      const auto drawn = random.below(static_cast<std::uint32_t>(moves.size()) + 1);
      position.play(moves[drawn % moves.size()]);
    }
    tallies[leaf].add({position.result(0), 0});
  }
  return tallies;
}

/// Results of games from the initial position, played together.
template <class G>
Tally batch_tally(const G& start, std::uint64_t games) {
  const std::vector<G> leaves(512, start);
  std::vector<Points> first(leaves.size());
  Random random({4});
  Tally tally;
  while (tally.games < static_cast<double>(games)) {
    uniform_playouts<G>(leaves, first, random);
    for (const Points points : first) tally.add({points, 0});
  }
  return tally;
}

void print_rates(const char* name, const Tally& tally, bool has_length) {
  std::printf("  %-9s %9.0f games, first %.4f, draw %.4f, second %.4f", name, tally.games,
              tally.rate(kWin), tally.rate(kDraw), tally.rate(kLoss));
  if (has_length) std::printf(", %.3f +- %.3f plies", tally.mean_plies(), 2 * tally.plies_error());
  std::printf("\n");
}

/// `to_the_end`: fast playouts count the plies of the rules. Only stepwise playouts show what they
/// chose. For others, the last plies are tested, where each choice changes the rates of results.
template <class Textbook, class G>
void expect_uniform(const G& start, std::uint64_t games, bool to_the_end = true) {
  Openings<G> openings;
  const Sample textbook = textbook_sample<Textbook>(start, games, openings);
  Sample single;
  Random random({5});
  for (std::uint64_t i = 0; i < games; ++i) single.add(uniform_playout(start, random));
  const Tally together = batch_tally(start, games);

  expect_same_results(single.tally, textbook.tally);
  expect_same_results(together, textbook.tally);
  const double opening = opening_sigmas(as_played_out(start), openings, static_cast<double>(games));
  EXPECT_LT(std::abs(opening), kSigmas);
  double ends = 0;
  if (to_the_end) {
    EXPECT_NEAR(single.tally.mean_plies(), textbook.tally.mean_plies(),
                kSigmas * std::hypot(single.tally.plies_error(), textbook.tally.plies_error()));
    ends = same_sigmas(single, textbook);
    EXPECT_LT(ends, kSigmas);
  }
  const auto leaves = late_leaves(start);
  ASSERT_FALSE(leaves.empty());
  const double late = late_sigmas(leaves, late_tallies(leaves, games, false));
  const double late_together = late_sigmas(leaves, late_tallies(leaves, games, true));
  EXPECT_LT(std::abs(late), kSigmas);
  EXPECT_LT(std::abs(late_together), kSigmas);
  if constexpr (std::is_same_v<decltype(as_played_out(start)), G>) {  // can fail
    EXPECT_GT(late_sigmas(leaves, biased_tallies(leaves, games)), kSigmas);
  }

  if (!is_asked_for(kGames)) return;
  print_rates("textbook", textbook.tally, true);
  print_rates("single", single.tally, true);
  print_rates("together", together, false);
  std::printf(
      "  chi-square in sigmas: first two plies %.1f, results by length %.1f, last two plies "
      "of %zu positions %.1f, together %.1f\n",
      opening, ends, leaves.size(), late, late_together);
}

std::uint64_t games() { return asked_for(kGames, 20'000); }

TEST(SlowUniformPlayouts, OfTicTacToe) {
  expect_uniform<textbook::TicTacToe>(TicTacToe(), games());
}
TEST(SlowUniformPlayouts, OfUltimateTicTacToeOfMostBoards) {
  expect_uniform<textbook::UltimateTicTacToe>(UltimateTicTacToe(true), games());
}

TEST(SlowUniformPlayouts, OfUltimateTicTacToe) {
  expect_uniform<textbook::UltimateTicTacToe>(UltimateTicTacToe(), games());
}
TEST(SlowUniformPlayouts, OfConnectFour) {
  expect_uniform<textbook::ConnectFour>(ConnectFour(), games());
}
/// A quarter of the games, since the textbook version takes 0.5 ms for each.
TEST(SlowUniformPlayouts, OfOthello) { expect_uniform<textbook::Othello>(Othello(), games() / 4); }
TEST(SlowUniformPlayouts, OfBreakthrough) {
  expect_uniform<textbook::Breakthrough>(Breakthrough(), games());
}
TEST(SlowUniformPlayouts, OfHex) { expect_uniform<textbook::Hex>(Hex<11>(11), games(), false); }
TEST(SlowUniformPlayouts, OfGomoku) { expect_uniform<textbook::Gomoku>(Gomoku<15>(), games()); }
TEST(SlowUniformPlayouts, OfPGame) { expect_uniform<textbook::PGame>(PGame(), games()); }
/// A tenth of the games, since each takes the textbook version 0.5 ms.
TEST(SlowUniformPlayouts, OfHexOnARectangle) {
  expect_uniform<textbook::Hex>(Hex<11>(BoardSize(11, 7)), games(), false);
}
TEST(SlowUniformPlayouts, OfGomokuOnARectangle) {
  expect_uniform<textbook::Gomoku>(Gomoku<19>(BoardSize(19, 9)), games());
}
TEST(SlowUniformPlayouts, OfGoOnARectangle) {
  expect_uniform<textbook::Go<Go<9>>>(Go<9>(BoardSize(7, 4)), games() / 10);
}
TEST(SlowUniformPlayouts, OfGo) { expect_uniform<textbook::Go<Go<9>>>(Go<9>(), games() / 10); }

}  // namespace
}  // namespace banyan::conformance

// Games' heuristics, checked against the rules alone.
#include "core/game/knowledge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/game/positions_test.hpp"
#include "core/playout/policy_playout.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

template <Game G>
G position_after(G position, const std::vector<const char*>& moves) {
  for (const char* const move : moves) position.play(*position.parse(move));
  return position;
}

template <Game G>
std::string text(const G& position, std::optional<typename G::Move> move) {
  return move ? position.to_text(*move) : "none";
}

/// Positions of random games, each with its last two moves.
template <Game G, class Visit>
void for_random_positions(const G& start, int games, Visit visit) {
  for (int game = 0; game < games; ++game) {
    Random random(StreamKey{static_cast<std::uint64_t>(game), 0, 0, 0});
    G position = start;
    std::vector<typename G::Move> moves;
    while (!position.over()) {
      const std::size_t known = std::min<std::size_t>(2, moves.size());
      visit(position, std::span(moves).last(known), random);
      moves.push_back(uniform_move(position, random));
      position.play(moves.back());
    }
  }
}

TEST(ConnectFourKnowledge, TakesEveryWinAndElseBlocksOne) {
  for_random_positions(ConnectFour{}, 200, [](const auto& position, auto last, Random& random) {
    const auto move = position.decisive_move(last, random);
    const auto wins = wins_at_once(position);
    if (!wins.empty()) {
      ASSERT_TRUE(move && std::count(wins.begin(), wins.end(), *move) == 1) << position.board();
      return;
    }
    const auto safe = defences(position);
    const std::size_t moves = position.legal_moves().size();
    if (move && safe.size() == 1) {
      EXPECT_EQ(*move, safe[0]) << position.board();
    }
    if (!move) {  // nothing to block: it must only avoid gifts
      EXPECT_EQ(position.heavy_move(last, random).has_value(),
                !safe.empty() && safe.size() < moves);
    }
  });
}

TEST(ConnectFourKnowledge, HeavyMovesGiveNoWinAwayIfThatCanBeHelped) {
  for_random_positions(ConnectFour{}, 200, [](const auto& position, auto last, Random& random) {
    const auto move = position.heavy_move(last, random);
    const auto safe = defences(position);
    if (!wins_at_once(position).empty() || safe.empty() || !move) return;
    EXPECT_EQ(std::count(safe.begin(), safe.end(), *move), 1) << position.board();
  });
}

TEST(ConnectFourKnowledge, WeighsWinsAboveBlocksAboveTheRest) {
  // X: 1 1 1, O: 2 2 2; X to move wins in column 1.
  const auto position = position_after(ConnectFour{}, {"1", "2", "1", "2", "1", "2"});
  const auto moves = position.legal_moves();
  std::vector<float> weights(moves.size());
  position.weigh(std::span(moves.begin(), moves.size()), weights);
  EXPECT_GT(weights[0], 5 * weights[1]);
  EXPECT_GT(weights[1], 5 * weights[3]);
  EXPECT_GT(weights[3], weights[6]);
  EXPECT_GT(position.estimate(), 0.9);
  EXPECT_EQ(ConnectFour{}.estimate(), 0.5);
  EXPECT_LT(position_after(ConnectFour{}, {"7", "2", "1", "2", "1", "2", "6"}).estimate(), 0.1);
}

class GomokuKnowledge : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(OfExactLinesOrNot, GomokuKnowledge, testing::Bool());

TEST_P(GomokuKnowledge, CompletesLinesAndBlocksThemNearTheLastMoves) {
  const Gomoku<15> start(9, 4, GetParam());
  for_random_positions(start, 30, [](const auto& position, auto last, Random& random) {
    const auto move = position.decisive_move(last, random);
    if (!move) return;
    const auto wins = wins_at_once(position);
    const bool won = std::count(wins.begin(), wins.end(), *move) == 1;
    // Whatever else is played, the opponent wins there.
    bool blocks = false;
    for (const auto other : position.legal_moves()) {
      if (other == *move || after(position, other).over()) continue;
      const auto replies = wins_at_once(after(position, other));
      blocks = std::count(replies.begin(), replies.end(), *move) == 1;
      break;
    }
    EXPECT_TRUE(won || blocks) << position.board() << position.to_text(*move);
  });
}

TEST(KnowledgeOfGomoku, FindsFivesOpenFoursAndWhatStopsThem) {
  Random random(StreamKey{1, 0, 0, 0});
  const auto heavy = [&](const std::vector<const char*>& moves) {
    const auto position = position_after(Gomoku<15>(15), moves);
    std::vector<Gomoku<15>::Move> last;
    for (const char* const move : {moves[moves.size() - 2], moves.back()}) {
      last.push_back(*position.parse(move));
    }
    return text(position, position.heavy_move(last, random));
  };
  // X has c5 d5 e5 f5 with b5 taken: g5 wins.
  EXPECT_EQ(heavy({"c5", "b5", "d5", "a1", "e5", "a3", "f5", "a7"}), "g5");
  // O has to block the same cell.
  EXPECT_EQ(heavy({"c5", "b5", "d5", "a1", "e5", "a3", "f5"}), "g5");
  // X has an open three, d5 e5 f5: a four with both ends open.
  const std::string four = heavy({"d5", "a1", "e5", "a3", "f5", "a7"});
  EXPECT_TRUE(four == "c5" || four == "g5") << four;
  // O blocks that on either side.
  const std::string stop = heavy({"d5", "a1", "e5", "a3", "f5"});
  EXPECT_TRUE(stop == "c5" || stop == "g5") << stop;
  EXPECT_EQ(heavy({"d5", "a1", "k9", "a3", "f8"}), "none");
}

TEST(KnowledgeOfGomoku, WeighsTheFiveAboveTheOpenThree) {
  const auto position =
      position_after(Gomoku<15>(15), {"c5", "b5", "d5", "a1", "e5", "a3", "f5", "k9", "k8", "k7"});
  const auto moves = position.legal_moves();
  std::vector<float> weights(moves.size());
  position.weigh(std::span(moves.begin(), moves.size()), weights);
  const auto best = std::max_element(weights.begin(), weights.end()) - weights.begin();
  EXPECT_EQ(position.to_text(moves[static_cast<std::size_t>(best)]), "g5");
  EXPECT_GE(*std::min_element(weights.begin(), weights.end()), 1.0F);
}

TEST(HexKnowledge, SavesABridgeThatTheOtherSideEnters) {
  Random random(StreamKey{1, 0, 0, 0});
  const auto heavy = [&](const std::vector<const char*>& moves) {
    const auto position = position_after(Hex<11>(7), moves);
    const std::vector<Hex<11>::Move> last{*position.parse(moves.back())};
    return text(position, position.heavy_move(last, random));
  };
  // X at d3 and c5 join by c4 and d4.
  EXPECT_EQ(heavy({"d3", "g1", "c5", "c4"}), "d4");
  EXPECT_EQ(heavy({"d3", "g1", "c5", "d4"}), "c4");
  EXPECT_EQ(heavy({"d3", "g1", "c5", "g2"}), "none");
  // X at d2 joins the top by d1 and e1.
  EXPECT_EQ(heavy({"d2", "d1"}), "e1");
  EXPECT_EQ(heavy({"d2", "e1"}), "d1");
}

TEST(RecordedPlayout, TellsEveryCellOfHexOnceWithAsManyForEachSide) {
  Random random(StreamKey{1, 0, 0, 0});
  const auto start = position_after(Hex<11>(7), {"d4", "c3", "e5"});
  for (int game = 0; game < 100; ++game) {
    std::set<int> cells;
    int of_player[2] = {0, 0};
    Hex<11> position = start;
    std::vector<Hex<11>::Move> moves[2];
    const Playout playout = start.recorded_playout(random, [&](auto move, Player player) {
      cells.insert(move);
      ++of_player[player];
      moves[player].push_back(move);
    });
    EXPECT_EQ(cells.size(), 46U);
    EXPECT_EQ(of_player[0], 23);
    for (std::size_t ply = 0; !position.over(); ++ply) {
      position.play(moves[position.to_move()][ply / 2]);
    }
    EXPECT_EQ(position.result(0), playout.first);
  }
}

TEST(RecordedPlayout, TellsTheDiscsOfThePlainPlayoutOfOthello) {
  for (const auto& start : {Othello(), position_after(Othello(), {"d3", "c3", "c4"})}) {
    for (std::uint64_t game = 0; game < 100; ++game) {
      Random plain(StreamKey{game, 0, 0, 0});
      Random random = plain;
      Random by_moves = plain;
      std::set<std::pair<int, Player>> told;
      const Playout playout = start.recorded_playout(random, [&](auto move, Player player) {
        EXPECT_TRUE(told.emplace(move, player).second);
      });
      const Playout expected = start.playout(plain);
      EXPECT_EQ(playout.first, expected.first);
      EXPECT_EQ(playout.plies, expected.plies);
      std::set<std::pair<int, Player>> laid;
      for (Othello position = start; !position.over();) {
        auto cells = position.legal_set();
        auto move = static_cast<int>(Othello::kPass);
        if (!cells.contains(move)) {
          const auto count = static_cast<std::uint32_t>(cells.size());
          move = cells.take_nth(by_moves.below(count));
          laid.emplace(move, position.to_move());
        }
        position.play(static_cast<Othello::Move>(move));
      }
      EXPECT_EQ(told, laid);
    }
  }
}

TEST(RecordedPlayout, TellsTheStonesOfGoInTheirOrderAndNoPasses) {
  Random random(StreamKey{1, 0, 0, 0});
  const auto start = position_after(Go<9>(5), {"c3", "b2", "d4"});
  for (int game = 0; game < 100; ++game) {
    Go<9> position = start;
    const Playout playout = start.recorded_playout(random, [&](auto move, Player player) {
      if (position.to_move() != player) position.play(Go<9>::kPass);  // no other moves left
      ASSERT_EQ(position.to_move(), player);
      const auto choices = position.playout_moves();
      ASSERT_NE(std::find(choices.begin(), choices.end(), move), choices.end());
      position.play(move);
    });
    while (!position.over()) position.play(Go<9>::kPass);
    EXPECT_EQ(playout.first, position.result(0));
  }
}

TEST(PolicyPlayout, OfDecisiveMovesWinsAndBlocksByTheRulesAlone) {
  Random random(StreamKey{2, 0, 0, 0});
  // X at a1 and b1: c1 wins, and for O it blocks.
  const auto decisive = [&](const TicTacToe& position) {
    return decisive_move_by_rules(position, [&] { return uniform_move(position, random); });
  };
  EXPECT_EQ(decisive(position_after(TicTacToe{}, {"a1", "a2", "b1", "b3"})), 2);
  int blocked = 0;
  const auto threatened = position_after(TicTacToe{}, {"a1", "b2", "b1"});
  for (int i = 0; i < 100; ++i) blocked += decisive(threatened) == 2;
  EXPECT_EQ(blocked, 100);
}

TEST(PolicyPlayout, EndsInADrawAtItsCapAndSaysHowOften) {
  PolicyOptions policy;
  policy.cap = 4;
  PolicyPlayout<ConnectFour> playout(policy);
  Random random(StreamKey{3, 0, 0, 0});
  const Budget endless({}, 1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(playout.play(ConnectFour{}, {}, nullptr, random, endless), kDraw);
  }
  EXPECT_EQ(playout.capped(), 100U);
}

TEST(PolicyPlayout, OfDecisiveMovesIsUniformOnceTheSearchIsOver) {
  PolicyOptions policy;
  policy.playout = PlayoutRule::kDecisive;
  PolicyPlayout<TicTacToe> playout(policy);
  Random random(StreamKey{5, 0, 0, 0});
  const auto winning = position_after(TicTacToe{}, {"a1", "a2", "b1", "b3"});
  std::stop_source over;
  const Budget budget({}, 1, over.get_token());
  const auto wins = [&] {
    int count = 0;
    for (int i = 0; i < 100; ++i) {
      count += playout.play(winning, {}, nullptr, random, budget) == kWin;
    }
    return count;
  };
  EXPECT_EQ(wins(), 100);
  over.request_stop();
  EXPECT_LT(wins(), 100);
}

TEST(PolicyPlayout, WithOnlyUniformMovesMixedInIsAUniformPlayout) {
  PolicyOptions policy;
  policy.playout = PlayoutRule::kHeavy;
  policy.epsilon = 1;
  PolicyPlayout<ConnectFour> playout(policy);
  Random random(StreamKey{4, 0, 0, 0});
  const Budget endless({}, 1);
  double mixed = 0;
  double uniform = 0;
  constexpr int kGames = 20'000;
  for (int i = 0; i < kGames; ++i) {
    mixed += playout.play(ConnectFour{}, {}, nullptr, random, endless);
    uniform += stepwise_playout(ConnectFour{}, random).first;
  }
  EXPECT_NEAR(mixed / kGames, uniform / kGames, 0.045);  // 4.5 standard errors of 0.99 / 100
}

}  // namespace
}  // namespace banyan

// Games of chance, rewards and many players that are known by their tables alone.
#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "core/game/perft.hpp"
#include "core/run_time/run_time_game.hpp"
#include "core/run_time/table_check.hpp"
#include "games/game_2048/game_2048.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan {
namespace {

static_assert(ChanceGame<GeneralRunTimeGame> && ManyPlayers<GeneralRunTimeGame>);
static_assert(!RewardGame<GeneralRunTimeGame> && RewardGame<RewardRunTimeGame>);
static_assert(NumberedMoves<GeneralRunTimeGame> && KeyedGame<GeneralRunTimeGame>);

template <class G>
G start_of_game();
template <>
Pig start_of_game() {
  return Pig(30, 2);
}
template <>
Rolit start_of_game() {
  return Rolit(6, 4);
}
template <>
Sailing start_of_game() {
  return Sailing(5, 0);
}

template <class G>
auto by_table(const G& position) {
  if constexpr (RewardGame<G>) {
    return RewardRunTimeGame(kTableOf<G>, &position);
  } else {
    return GeneralRunTimeGame(kTableOf<G>, &position);
  }
}

template <class G>
class GeneralRunTime : public testing::Test {};
/// Moves by place and chance, moves by number, rewards.
using GamesOfAllKinds = testing::Types<Pig, Rolit, Sailing>;
TYPED_TEST_SUITE(GeneralRunTime, GamesOfAllKinds);

TYPED_TEST(GeneralRunTime, HasAsManyLinesOfPlay) {
  const auto start = start_of_game<TypeParam>();
  for (int depth = 0; depth <= 3; ++depth) {
    EXPECT_EQ(perft(by_table(start), depth), perft(start, depth)) << depth;
  }
}

TYPED_TEST(GeneralRunTime, EarnsAndDrawsAsTheGameItself) {
  Random one({.seed = 3});
  Random two({.seed = 3});
  TypeParam own = start_of_game<TypeParam>();
  auto other = by_table(own);
  for (int ply = 0; ply < 200 && !own.over(); ++ply) {
    ASSERT_FALSE(other.over());
    ASSERT_EQ(other.to_move(), own.to_move());
    ASSERT_EQ(players_of(other), players_of(own));
    const auto legal = own.legal_moves();
    if (at_chance(own)) {
      const auto outcome = draw_outcome(own, one);
      EXPECT_EQ(other.to_text(draw_outcome(other, two)), own.to_text(outcome));
    }
    const std::size_t place = static_cast<std::size_t>(ply) % legal.size();
    const auto move = other.legal_moves()[place];
    EXPECT_EQ(other.to_text(move), own.to_text(legal[place]));
    if constexpr (ChanceGame<TypeParam>) {
      if (at_chance(own)) {
        EXPECT_EQ(other.probability(move), own.probability(legal[place]));
      }
    }
    own.play(legal[place]);
    other.play(move);
    for (Player player = 0; player < players_of(own); ++player) {
      EXPECT_EQ(reward_of(other, player), reward_of(own, player));
    }
  }
  EXPECT_EQ(other.over(), own.over());
}

TYPED_TEST(GeneralRunTime, IsSearchedVisitForVisitAsTheGameItself) {
  const auto start = start_of_game<TypeParam>();
  std::vector<GeneralOptions> settings(4);
  settings[1].policy.select = SelectionRule::kPuct;
  settings[2].policy.backup = Backup::kMax;
  settings[2].policy.discount = 0.9;
  settings[3].playouts = 4;
  for (GeneralOptions& options : settings) {
    options.memory = 64 << 20;
    options.threads = 1;
    options.policy.cap = 60;
    GeneralSearch<TypeParam> own(options);
    GeneralSearch<decltype(by_table(start))> other(options);
    const Limits limits{.iterations = 1000};
    const SearchResult a = own.search(start, limits, {.seed = 9});
    const SearchResult b = other.search(by_table(start), limits, {.seed = 9});
    EXPECT_EQ(a.value, b.value);
    ASSERT_EQ(a.children.size(), b.children.size());
    for (std::size_t i = 0; i < a.children.size(); ++i) {
      EXPECT_EQ(a.children[i].visits, b.children[i].visits);
      EXPECT_EQ(a.children[i].value, b.children[i].value);
    }
  }
}

TYPED_TEST(GeneralRunTime, KeepsItsPromises) {
  const auto start = start_of_game<TypeParam>();
  const TableCheck found = check_table(kTableOf<TypeParam>, &start, 5, 1);
  EXPECT_EQ(found.defects, std::vector<std::string>());
  EXPECT_TRUE(found.ended);
}

/// A table of Pig for two, or of 2048, in which one thing is wrong.
struct Lie {
  const char* found;  // the beginning of the sentence
  void (*tell)(GameTable& table);
};
constexpr Lie kLies[]{
    {"the number of players is not the same",
     [](GameTable& t) { t.players = [](const void*) { return 7; }; }},
    {"probabilities do not add up to 1",
     [](GameTable& t) { t.probability = [](const void*, GameTable::Move) { return 0.5; }; }},
    {"a probability is not above 0",
     [](GameTable& t) { t.probability = [](const void*, GameTable::Move) { return 0.0; }; }},
    {"draw gives an outcome that cannot happen",
     [](GameTable& t) { t.draw = [](const void*, Random&) { return GameTable::Move{999}; }; }},
    {"outcomes are not drawn by their probabilities",
     [](GameTable& t) { t.draw = [](const void*, Random&) { return GameTable::Move{0}; }; }},
    {"to_move is no player", [](GameTable& t) { t.to_move = [](const void*) { return 2; }; }},
    {"a result at the end is no loss, draw or win",
     [](GameTable& t) { t.result = [](const void*, Player) { return 3; }; }},
    {"playouts are not uniform",
     [](GameTable& t) {
       t.add_returns = [](const void*, Random&, const PlayoutRules&, double* sum,
                          void (*)(void*, GameTable::Move, Player), void*, StopAsked) {
         sum[0] += 1;
         return PlayoutEnd::kOver;
       };
     }},
};

TEST(GeneralTable, IsFoundOutWhateverItLiesAbout) {
  const Pig pig = start_of_game<Pig>();
  for (const Lie& lie : kLies) {
    GameTable table = kTableOf<Pig>;
    lie.tell(table);
    const TableCheck found = check_table(table, &pig, 20, 1);
    bool is_found = false;
    for (const std::string& defect : found.defects) is_found |= defect.starts_with(lie.found);
    EXPECT_TRUE(is_found) << lie.found;
  }
  const Game2048 start;
  GameTable table = kTableOf<Game2048>;
  table.largest_return = 8;
  EXPECT_TRUE(check_table(table, &start, 3, 1).defects.at(0).starts_with("rewards add up to more"));
}

TEST(GeneralSearch, NeedsSomebodyToMoveAtTheRoot) {
  GeneralSearch<Game2048> search({});
  EXPECT_THROW(search.search(Game2048(), {.iterations = 10}, {.seed = 1}), std::invalid_argument);
}

TEST(GeneralTable, HasNoHalves) {
  EXPECT_EQ(defect_of(kTableOf<Pig>), nullptr);
  GameTable table = kTableOf<Pig>;
  table.probability = nullptr;
  EXPECT_STREQ(defect_of(table), "chance is half there");
  table = kTableOf<Sailing>;
  table.add_returns = nullptr;
  EXPECT_STREQ(defect_of(table), "add_returns is missing");
  table = kTableOf<Sailing>;
  table.discount = 0;
  EXPECT_STREQ(defect_of(table), "discount is not in (0, 1]");
  table = kTableOf<Sailing>;
  table.largest_return = 0;
  EXPECT_STREQ(defect_of(table), "largest_return is not above 0");
}

TEST(GeneralTable, SaysThatChanceIsMissingWhereItIsToMove) {
  const Pig pig = start_of_game<Pig>();
  GameTable table = kTableOf<Pig>;
  table.draw = nullptr;
  table.probability = nullptr;
  table.add_returns = [](const void*, Random&, const PlayoutRules&, double*,
                         void (*)(void*, GameTable::Move, Player), void*,
                         StopAsked) { return PlayoutEnd::kOver; };
  GeneralSearch<GeneralRunTimeGame> search({});
  EXPECT_THROW(search.search(GeneralRunTimeGame(table, &pig), {.iterations = 1000}, {.seed = 1}),
               std::logic_error);
}

}  // namespace
}  // namespace banyan

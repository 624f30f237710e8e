#include "core/run_time/run_time_game.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/game/perft.hpp"
#include "core/search/search.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

static_assert(MoveSetGame<SmallRunTimeGame> && StoppablePlayouts<SmallRunTimeGame>);
static_assert(KeyedGame<SmallRunTimeGame> && HeuristicGame<SmallRunTimeGame>);
static_assert(EstimatedGame<SmallRunTimeGame> && HeavyGame<SmallRunTimeGame>);
static_assert(TwoPlayerGame<SmallRunTimeGame> && TextGame<SmallRunTimeGame>);
static_assert(!AlternatingGame<SmallRunTimeGame>);

template <class G>
SmallRunTimeGame small(const G& position) {
  return {kTableOf<G>, &position};
}

template <class G>
class RunTimeGameOf : public testing::Test {};
using BothKinds =
    testing::Types<TicTacToe, ConnectFour, Othello, Hex<11>, Breakthrough, DotsAndBoxes>;
TYPED_TEST_SUITE(RunTimeGameOf, BothKinds);

TYPED_TEST(RunTimeGameOf, HasAsManyLinesOfPlay) {
  const TypeParam start;
  for (int depth = 0; depth <= 3; ++depth) {
    EXPECT_EQ(perft(small(start), depth), perft(start, depth)) << depth;
  }
}

TYPED_TEST(RunTimeGameOf, FollowsAGameToItsEnd) {
  Random random({.seed = 3});
  for (int game = 0; game < 20; ++game) {
    TypeParam own;
    SmallRunTimeGame other = small(own);
    while (!own.over()) {
      ASSERT_FALSE(other.over());
      ASSERT_EQ(other.to_move(), own.to_move());
      ASSERT_EQ(other.legal_set().size(), static_cast<int>(own.legal_moves().size()));
      const auto legal = other.legal_moves();
      const auto move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      EXPECT_EQ(other.parse(other.to_text(move)), move);
      own.play(static_cast<typename TypeParam::Move>(move));
      const SmallRunTimeGame before = other;
      other.play(move);
      EXPECT_FALSE(before == other);
      EXPECT_TRUE(other == small(own));
      EXPECT_EQ(other.board(), own.board());
    }
    EXPECT_TRUE(other.over());
    for (const Player player : {0, 1}) EXPECT_EQ(other.result(player), own.result(player));
  }
}

TYPED_TEST(RunTimeGameOf, PlaysOutByTheGamesOwnPlayouts) {
  const TypeParam start;
  Random one({.seed = 5});
  Random two({.seed = 5});
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(uniform_playout(small(start), one).first, uniform_playout(start, two).first);
  }
  std::uint32_t sum_of_one = 0;
  std::uint32_t sum_of_two = 0;
  EXPECT_EQ(add_playouts(small(start), 100, one, sum_of_one), 100U);
  EXPECT_EQ(add_playouts(start, 100, two, sum_of_two), 100U);
  EXPECT_EQ(sum_of_one, sum_of_two);
  const std::vector<TypeParam> starts(30, start);
  const std::vector<SmallRunTimeGame> others(30, small(start));
  std::vector<Points> of_one(30);
  std::vector<Points> of_two(30);
  EXPECT_TRUE(uniform_playouts<SmallRunTimeGame>(others, of_one, one));
  EXPECT_TRUE(uniform_playouts<TypeParam>(starts, of_two, two));
  EXPECT_EQ(of_one, of_two);
}

/// Trees of the same kind have the same shape, since both draw the same random numbers. Narrow
/// games have another kind if their moves are no set.
TYPED_TEST(RunTimeGameOf, IsSearchedAsTheGameItself) {
  if constexpr (WideGame<TypeParam> && TypeParam::kMaxMoves > 16) {
    for (const std::uint32_t batch : {0U, 64U}) {
      SearchOptions options;
      options.memory = 64 << 20;
      options.batch = batch;
      const TypeParam start;
      SequentialSearch<TypeParam> own(options);
      SequentialSearch<SmallRunTimeGame> other(options);
      const Limits limits{.iterations = 5000};
      const SearchResult a = own.search(start, limits, {.seed = 9});
      const SearchResult b = other.search(small(start), limits, {.seed = 9});
      ASSERT_EQ(a.children.size(), b.children.size());
      for (std::size_t i = 0; i < a.children.size(); ++i) {
        EXPECT_EQ(a.children[i].move, b.children[i].move);
        EXPECT_EQ(a.children[i].visits, b.children[i].visits);
      }
    }
  } else {
    SearchOptions options;
    options.memory = 64 << 20;
    const TypeParam start;
    SequentialSearch<TypeParam> own(options);
    SequentialSearch<SmallRunTimeGame> other(options);
    const Limits limits{.iterations = 50'000};
    const double a = own.search(start, limits, {.seed = 9}).value;
    const double b = other.search(small(start), limits, {.seed = 9}).value;
    EXPECT_NEAR(a, b, 0.03);
  }
}

TEST(RunTimeGame, ProvesAWinAsTheGameItself) {
  ConnectFour position;
  for (const int move : {3, 0, 3, 0, 3, 0}) position.play(static_cast<ConnectFour::Move>(move));
  SearchOptions options;
  options.memory = 16 << 20;
  SequentialSearch<SmallRunTimeGame, ProvingTree<SmallRunTimeGame>> search(options);
  const SearchResult found = search.search(small(position), {.iterations = 2000}, {});
  EXPECT_EQ(found.best_move, 3U);
  EXPECT_EQ(found.value, 1);
  EXPECT_LT(found.iterations, 2000U);
}

/// Chess has its moves numbered by squares, some 4000 of them; so has this pile of stones, from
/// which one, two or three are taken.
struct Pile {
  using Move = std::uint32_t;
  static constexpr std::size_t kMaxMoves = 3;
  static constexpr bool kAlternates = true;

  int stones = 10;
  Player next = 0;

  [[nodiscard]] Player to_move() const { return next; }
  [[nodiscard]] MovesOf<Pile> legal_moves() const {
    MovesOf<Pile> moves;
    for (int taken = 1; taken <= 3 && taken <= stones; ++taken) {
      moves.push_back(static_cast<Move>(100'000 * taken));
    }
    return moves;
  }
  void play(Move move) {
    stones -= static_cast<int>(move / 100'000);
    next = 1 - next;
  }
  [[nodiscard]] bool over() const { return stones == 0; }
  [[nodiscard]] Points result(Player player) const { return player == next ? kLoss : kWin; }
  friend bool operator==(const Pile&, const Pile&) = default;
};

TEST(RunTimeGame, KnowsHowPlayoutsOfItsGameGainByBeingMany) {
  const Together hex = together_of(small(Hex<11>()));
  EXPECT_EQ(hex.few, 8U);
  EXPECT_EQ(hex.full, 8);
  EXPECT_TRUE(hex.side_by_side);
  EXPECT_EQ(together_of(small(Othello())).few, 2U);
  EXPECT_FALSE(together_of(small(TicTacToe())).side_by_side);
}

TEST(RunTimeGame, CountsMovesByTheirPlaceIfTheyHaveNoNumbers) {
  const Pile pile;
  const SmallRunTimeGame game = small(pile);
  EXPECT_FALSE(game.table().numbered);
  const auto moves = game.legal_moves();
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(moves[2], 2);
  SearchOptions options;
  options.memory = 16 << 20;
  SequentialSearch<SmallRunTimeGame> search(options);
  EXPECT_EQ(search.search(game, {.iterations = 3000}, {}).best_move, 1U);  // two stones: 8 are left
}

/// A position that is more than its bytes.
struct Counted {
  static inline std::atomic<int> alive{0};

  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;

  Counted() : plies(std::make_shared<int>(0)) { ++alive; }
  Counted(const Counted& other) : plies(other.plies) { ++alive; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }

  std::shared_ptr<const int> plies;

  [[nodiscard]] Player to_move() const { return *plies % 2; }
  [[nodiscard]] MovesOf<Counted> legal_moves() const {
    MovesOf<Counted> moves;
    moves.push_back(0);
    moves.push_back(1);
    return moves;
  }
  void play(Move move) { plies = std::make_shared<int>(*plies + 1 + 2 * move); }
  [[nodiscard]] bool over() const { return *plies > 8; }
  [[nodiscard]] Points result(Player player) const { return *plies % 2 == player ? kWin : kLoss; }
  friend bool operator==(const Counted& a, const Counted& b) { return *a.plies == *b.plies; }
};

TEST(RunTimeGame, CopiesAndDestroysPositionsThatAreMoreThanBytes) {
  {
    const Counted start;
    SearchOptions options;
    options.memory = 16 << 20;
    for (const std::uint32_t batch : {0U, 32U}) {
      options.batch = batch;
      SequentialSearch<SmallRunTimeGame> search(options);
      EXPECT_EQ(search.search(small(start), {.iterations = 500}, {}).iterations, 500U);
    }
    SmallRunTimeGame one = small(start);
    SmallRunTimeGame two = std::move(one);
    one = two;
    EXPECT_TRUE(one == two);
  }
  EXPECT_EQ(Counted::alive, 0);
}

/// The same pile with a set that has room for more moves than there are.
struct PileOfWideSets : Pile {
  static constexpr std::size_t kMaxMoves = 100;

  [[nodiscard]] MovesOf<PileOfWideSets> legal_moves() const {
    MovesOf<PileOfWideSets> moves;
    for (int taken = 1; taken <= 3 && taken <= stones; ++taken) {
      moves.push_back(static_cast<Move>(taken));
    }
    return moves;
  }
  [[nodiscard]] BitSet<8> legal_set() const {
    BitSet<8> set;
    set.words.fill(~std::uint64_t{0});  // what is beyond is no move
    return set;
  }
  void play(Move taken) { stones -= static_cast<int>(taken); }
  friend bool operator==(const PileOfWideSets&, const PileOfWideSets&) = default;
};

TEST(GameTable, WritesNoMoreWordsOfASetThanItsMovesFill) {
  const PileOfWideSets pile;
  std::array<std::uint64_t, 4> words{};
  kTableOf<PileOfWideSets>.legal_set(&pile, words.data());
  EXPECT_NE(words[1], 0U);
  EXPECT_EQ(words[2], 0U);
  EXPECT_EQ(words[3], 0U);
}

/// Of two players, with more moves than sets are made for. The greater number wins; the second
/// player's is at most 3.
struct GreaterNumber {
  using Move = std::uint16_t;
  static constexpr std::size_t kMaxMoves = 4096;

  int named[2] = {-1, -1};

  [[nodiscard]] Player to_move() const { return named[0] < 0 ? 0 : 1; }
  [[nodiscard]] MovesOf<GreaterNumber> legal_moves() const {
    MovesOf<GreaterNumber> moves;
    for (int i = 0; i < (named[0] < 0 ? 4096 : 4); ++i) moves.push_back(static_cast<Move>(i));
    return moves;
  }
  void play(Move move) { named[to_move()] = move; }
  [[nodiscard]] bool over() const { return named[1] >= 0; }
  [[nodiscard]] Points result(Player player) const {
    return (named[0] > named[1]) == (player == 0) ? kWin : kLoss;
  }
  [[nodiscard]] std::string to_text(Move move) const { return std::to_string(move); }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    return static_cast<Move>(std::stoi(std::string(text)));
  }
  [[nodiscard]] std::string board() const { return ""; }
  friend bool operator==(const GreaterNumber&, const GreaterNumber&) = default;
};

TEST(GameTable, OfManyMovesIsThatOfAGameOfAnotherKind) {
  const GameTable& table = kTableOf<GreaterNumber>;
  EXPECT_EQ(defect_of(table), nullptr);
  EXPECT_TRUE(table.is_general());
  const GreaterNumber start;
  GeneralRunTimeGame game(table, &start);
  EXPECT_EQ(game.players(), 2);
  EXPECT_EQ(game.legal_moves().size(), 4096U);
  game.play(4095);
  EXPECT_EQ(game.legal_moves().size(), 4U);
  Random random({.seed = 1});
  std::array<double, GameTable::kMaxPlayers> returns{};
  EXPECT_EQ(add_playout(game, random, {}, returns), PlayoutEnd::kOver);
  EXPECT_EQ(returns[0], 1);
  EXPECT_EQ(returns[1], 0);
}

TEST(GameTable, SaysWhatItLacks) {
  GameTable table = kTableOf<Hex<11>>;
  EXPECT_EQ(defect_of(table), nullptr);
  table.over = nullptr;
  EXPECT_STREQ(defect_of(table), "over is missing");
  table.version = 0;
  EXPECT_STREQ(defect_of(table), "it is of another version");
}

}  // namespace
}  // namespace banyan

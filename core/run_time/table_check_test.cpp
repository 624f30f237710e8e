#include "core/run_time/table_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"

namespace banyan {
namespace {

/// Whether one of the texts begins so.
bool has(const std::vector<std::string>& texts, std::string_view beginning) {
  return std::ranges::any_of(texts, [&](const auto& text) { return text.starts_with(beginning); });
}

template <class G>
TableCheck check(const G& start, const GameTable& table = kTableOf<G>) {
  return check_table(table, &start, 20, 1);
}

TEST(TableCheck, FindsNothingWrongWithGamesThatKeepTheirPromises) {
  EXPECT_TRUE(check(ConnectFour()).defects.empty());
  EXPECT_TRUE(check(Othello()).defects.empty());
  EXPECT_TRUE(check(Hex<11>(5)).defects.empty());
  EXPECT_TRUE(check(DotsAndBoxes(2, 2)).defects.empty());
}

TEST(TableCheck, SaysWhatSearchesWillLack) {
  EXPECT_TRUE(has(check(DotsAndBoxes(2, 2)).lacks, "keys of positions: tt=, cache="));
  EXPECT_TRUE(check(ConnectFour()).lacks.empty());
}

TEST(TableCheck, MeasuresTheGame) {
  const TableCheck found = check(ConnectFour());
  EXPECT_GT(found.mean_length, 10);
  EXPECT_LT(found.mean_length, 35);
  EXPECT_LE(found.longest, 42);
  EXPECT_GT(found.mean_moves, 5);
  EXPECT_TRUE(found.ended);
}

/// A table of Connect Four in which one thing is wrong.
struct Lie {
  const char* found;  // the beginning of the sentence
  void (*tell)(GameTable& table);
};

const GameTable& truth() { return kTableOf<ConnectFour>; }

const Lie kLies[]{
    {"a move's text is not read as that move",
     [](GameTable& t) {
       t.parse = [](const void*, std::string_view) { return std::optional<GameTable::Move>(3); };
     }},
    {"two legal moves have one text",
     [](GameTable& t) {
       t.to_text = [](const void*, GameTable::Move) { return std::string("x"); };
     }},
    {"it is not over, and there is no legal move",
     [](GameTable& t) { t.legal_moves = [](const void*, GameTable::Move*) { return 0U; }; }},
    {"a legal move is there twice",
     [](GameTable& t) {
       t.legal_moves = [](const void* p, GameTable::Move* moves) {
         const std::uint32_t n = truth().legal_moves(p, moves);
         if (n > 1) moves[1] = moves[0];
         return n;
       };
     }},
    {"the results at the end are not a win and a loss",
     [](GameTable& t) { t.result = [](const void*, Player) { return kWin; }; }},
    {"play says another player than to_move",
     [](GameTable& t) {
       t.play = [](void* p, GameTable::Move move) { return 1 - truth().play(p, move); };
     }},
    {"a weight is not above 0",
     [](GameTable& t) {
       t.weigh = [](const void*, const GameTable::Move*, std::size_t n, float* weights) {
         for (std::size_t i = 0; i < n; ++i) weights[i] = 0;
       };
     }},
    {"an estimate is not from 0 to 1",
     [](GameTable& t) { t.estimate = [](const void*) { return 1.5; }; }},
    {"a move that it recommends is not legal",
     [](GameTable& t) {
       t.heavy_move = [](const void*, std::span<const GameTable::Move>, Random&) {
         return std::optional<GameTable::Move>(99);
       };
     }},
    {"two positions have one key", [](GameTable& t) { t.key = [](const void*) { return 7UL; }; }},
    {"playouts are not uniform",
     [](GameTable& t) {
       t.playout = [](const void*, Random& random, StopAsked) {
         return Playout{random.below(4) == 0 ? kLoss : kWin, 9};
       };
     }},
    {"playouts of a batch are not uniform",
     [](GameTable& t) {
       t.playouts = [](const void* const*, std::size_t n, Points* first, Random&, StopAsked) {
         for (std::size_t i = 0; i < n; ++i) first[i] = static_cast<Points>(i % 2 * 2);
         return true;
       };
     }},
    {"playouts from one leaf are not uniform",
     [](GameTable& t) {
       t.add_playouts = [](const void*, std::uint32_t games, Random&, std::uint32_t& sum,
                           StopAsked) {
         sum += games;
         return games;
       };
     }},
};

TEST(TableCheck, FindsEachLie) {
  for (const Lie& lie : kLies) {
    GameTable table = truth();
    lie.tell(table);
    const TableCheck found = check(ConnectFour(), table);
    EXPECT_TRUE(has(found.defects, lie.found)) << lie.found;
  }
}

TEST(TableCheck, FindsPlayersWhoDoNotAlternateAsTheyPromise) {
  GameTable table = kTableOf<DotsAndBoxes>;
  table.alternates = true;
  EXPECT_TRUE(has(check(DotsAndBoxes(2, 2), table).defects, "the players do not alternate"));
}

/// Copies share a counter.
struct Shared {
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;

  int* plies;

  [[nodiscard]] Player to_move() const { return *plies % 2; }
  [[nodiscard]] MovesOf<Shared> legal_moves() const {
    MovesOf<Shared> moves;
    moves.push_back(0);
    moves.push_back(1);
    return moves;
  }
  void play(Move /*move*/) { ++*plies; }
  [[nodiscard]] bool over() const { return *plies > 20; }
  [[nodiscard]] Points result(Player player) const { return player == 0 ? kWin : kLoss; }
  [[nodiscard]] std::string to_text(Move move) const { return std::to_string(int{move}); }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (text == "0" || text == "1") return static_cast<Move>(text[0] - '0');
    return std::nullopt;
  }
  [[nodiscard]] std::string board() const { return std::to_string(*plies); }
  friend bool operator==(const Shared& a, const Shared& b) { return *a.plies == *b.plies; }
};

TEST(TableCheck, FindsCopiesThatShareSomething) {
  int plies = 0;
  EXPECT_TRUE(has(check(Shared{&plies}).defects, "a move changes the position that was copied"));
}

}  // namespace
}  // namespace banyan

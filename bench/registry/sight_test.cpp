// Tests of sight.hpp: what a seat is told does not depend on what is hidden from it.
#include "bench/registry/sight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/match/play.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

std::vector<std::string> hidden_games() {
  std::vector<std::string> names;
  for (const GameInfo& game : games()) {
    if (game.family == GameFamily::kHidden) names.push_back(game.info.name);
  }
  return names;
}

class EveryHiddenGameIsSeen : public testing::TestWithParam<std::string> {
 protected:
  /// Calls check(position, another, seat) for positions of random games and for others that the
  /// seat cannot tell from them, among them some that are not the same.
  template <class Check>
  void for_pairs(const Check& check) {
    Random random({7, 0, 0, 0});
    const auto start = parse_game(GetParam()).start;
    bool different = false;
    for (int game = 0; game < 40; ++game) {
      for (auto position = start->clone(); !position->over();) {
        for (Player seat = 0; seat < position->players(); ++seat) {
          const auto other = position->imagined(seat, random);
          ASSERT_EQ(position->information(seat), other->information(seat));
          different = different || position->board() != other->board();
          check(*position, *other, seat);
        }
        position->play(any_move(*position, random));
      }
    }
    EXPECT_TRUE(different);
  }

  static std::vector<std::uint32_t> some_moves(const AnyGame& position) {
    auto moves = position.legal_moves();
    moves.resize(std::min<std::size_t>(moves.size(), 9));
    return moves;
  }
  static std::uint32_t any_move(const AnyGame& position, Random& random) {
    const auto legal = position.legal_moves();
    return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, EveryHiddenGameIsSeen, testing::ValuesIn(hidden_games()),
                         [](const auto& each) { return each.param; });

TEST_P(EveryHiddenGameIsSeen, AlikeWhereASeatCannotTellPositionsApart) {
  for_pairs([](const AnyGame& position, const AnyGame& other, Player seat) {
    const Sight sight(seat);
    EXPECT_EQ(sight.position(position), sight.position(other));
    EXPECT_EQ(position.to_move(), other.to_move());
    if (position.to_move() == seat) {
      EXPECT_EQ(position.legal_moves(), other.legal_moves());
    }
  });
}

TEST_P(EveryHiddenGameIsSeen, AlikeWhenMovesLeadToPositionsThatASeatCannotTellApart) {
  std::uint64_t compared = 0;
  for_pairs([&](const AnyGame& position, const AnyGame& other, Player seat) {
    if (position.to_move() == seat) return;
    const Sight sight(seat);
    for (const std::uint32_t one : some_moves(position)) {
      for (const std::uint32_t two : some_moves(other)) {
        const auto after = position.clone();
        const auto after_other = other.clone();
        after->play(one);
        after_other->play(two);
        // That a game is over is no secret.
        if (after->over() || after_other->over()) continue;
        // Nor what was played openly, which the key of what a seat knows forgets with the hand.
        if (after->to_move() == kChance && position.to_move() != kChance) continue;
        if (after->information(seat) != after_other->information(seat)) continue;
        EXPECT_EQ(sight.move(position, one), sight.move(other, two))
            << position.board() << position.to_text(one) << '\n'
            << other.board() << other.to_text(two);
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 0U);
}

TEST_P(EveryHiddenGameIsSeen, AlikeInWhatEnginesTellTheSeat) {
  for (const char* spec : {"random", "pimc:worlds=3", "so_ismcts", "mo_ismcts", "cheat"}) {
    const auto engine = parse_game(GetParam()).start->make_engine(parse_engine(spec));
    std::uint64_t number = 0;
    for_pairs([&](const AnyGame& position, const AnyGame& other, Player seat) {
      if (position.to_move() != seat || ++number % 16 != 1) return;
      std::vector<std::string> texts;
      for (const AnyGame* each : {&position, &other}) {
        Random imagination({1, number, 0, 0});
        const auto seen = Sight(seat).to_search(*each, imagination);
        SearchResult found = engine->search(*seen, {20, 0, {}}, {1, number, 0, 0}, {});
        found.seconds = 1;
        texts.push_back(search_text(*seen, found));
      }
      EXPECT_EQ(texts[0], texts[1]) << spec;
    });
  }
}

// ---- in a game ---------------------------------------------------------------------------------

/// All that a person at a seat reads before he first moves, against an engine that draws its moves
/// by the seed.
std::string told(const std::string& game, Player seat, const std::string& moves,
                 std::uint64_t seed) {
  std::string text;
  std::vector<std::string> lines{"view", "tree", "board", "moves", "undo", "quit"};
  const PlayTerminal terminal{[&](const std::string& said) { text += said; },
                              [&, next = std::size_t{0}](const std::string&) mutable {
                                return std::optional<std::string>(lines.at(next++));
                              }};
  const PlayOptions options{parse_game(game), parse_engine("random"), {}, moves, seat, seed};
  play_game(options, terminal, {});
  return text;
}

TEST(Play, TellsASeatNothingOfWhatTheEngineDoesUnseen) {
  for (const auto& [game, moves] : {std::pair("phantom", ""), {"goofspiel", "7"}}) {
    const std::string once = told(game, 1, moves, 1);
    EXPECT_NE(once.find("type hint"), std::string::npos) << once;
    for (std::uint64_t seed = 2; seed < 10; ++seed) EXPECT_EQ(told(game, 1, moves, seed), once);
  }
}

TEST(Play, TellsASeatNothingOfCardsThatItDoesNotHold) {
  EXPECT_EQ(told("kuhn", 1, "J Q bet", 1), told("kuhn", 1, "K Q bet", 1));
  EXPECT_EQ(told("leduc", 0, "Jh Qh", 1), told("leduc", 0, "Jh Kh", 1));
  EXPECT_NE(told("kuhn", 1, "J Q bet", 1), told("kuhn", 1, "J K bet", 1));
}

TEST(Sight, OfAnOnlookerIsOfEverything) {
  const auto goofspiel = parse_game("goofspiel").start->clone();
  goofspiel->play(6);
  EXPECT_EQ(Sight().move(*goofspiel, 4), "5");
  EXPECT_EQ(Sight(0).move(*goofspiel, 4), "5");  // his own
  EXPECT_EQ(Sight(1).move(*goofspiel, 4), kFaceDown);
  EXPECT_FALSE(Sight(1).thoughts_of(0, *goofspiel));
  EXPECT_TRUE(Sight(1).thoughts_of(1, *goofspiel));
  EXPECT_TRUE(Sight().thoughts_of(0, *goofspiel));
}

}  // namespace
}  // namespace banyan::bench

// Values are in the unit that the game names: of every game, by every kind of search.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/notation/search_text.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

struct Valued {
  const char* game;
  const char* engine;
};

class Units : public testing::TestWithParam<Valued> {};

INSTANTIATE_TEST_SUITE_P(
    EveryFamily, Units,
    testing::Values(Valued{"tic_tac_toe", "seq"}, Valued{"connect_four", "root:threads=2"},
                    Valued{"dots_and_boxes:width=2,height=1", "seq"},
                    Valued{"nim:heaps=1-2", "seq"}, Valued{"nim:heaps=1-2,players=3", "batched"},
                    Valued{"rolit:size=4,players=2", "seq"}, Valued{"sailing:size=3", "seq"},
                    Valued{"sailing:size=3", "batched"}, Valued{"kuhn", "cheat"},
                    Valued{"kuhn", "so_ismcts:threads=1"},
                    Valued{"kuhn", "mo_ismcts:threads=1,trees=2"}, Valued{"leduc", "cheat"},
                    Valued{"leduc", "pimc"}, Valued{"phantom:width=2,height=2,row=2", "cheat"},
                    Valued{"goofspiel:cards=3", "cheat"}, Valued{"knockout_whist:hands=1", "cheat"},
                    Valued{"knockout_whist:hands=1,players=3", "cheat"}),
    [](const auto& each) {
      std::string name = std::to_string(each.index) + '_' + each.param.game;
      for (char& letter : name) {
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
      }
      return name;
    });

/// Of a move that ends the game: what it adds to the mover's score.
double gain(const GameChoice& game, const AnyGame& before, const AnyGame& after) {
  const Player mover = before.to_move();
  const bool earned = game.family == GameFamily::kGeneral;  // on the way too
  return after.score(mover) - (earned ? before.score(mover) : 0);
}

TEST_P(Units, AreThoseOfTheScoresOfMovesThatEndTheGame) {
  const GameChoice game = parse_game(GetParam().game);
  const EngineSettings settings = parse_engine(GetParam().engine);
  const bool sees_all = !game.start->hidden() || settings.kind == EngineKind::kCheat;
  int ends = 0;
  for (std::uint64_t seed = 0; seed < 300 && ends < 10; ++seed) {
    Random random({seed, 0, 0, 0});
    for (const auto position = game.start->clone(); !position->over();) {
      if (position->to_move() == kChance) {
        position->play(position->draw(random));
        continue;
      }
      const auto moves = position->legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const auto next = position->clone();
      next->play(move);
      // Who does not see all knows what folding costs.
      if (next->over() && (sees_all || position->to_text(move) == "fold")) {
        const SearchResult found = position->make_engine(settings)->search(
            *position, {.iterations = 300}, {seed, 0, 0, 0}, {});
        EXPECT_EQ(search_json(*position, found).contains("unit"), position->unit() != kResultUnit);
        for (const RootChild& child : found.children) {
          if (child.move != move || child.visits == 0) continue;
          EXPECT_NEAR(child.mean(), gain(game, *position, *next), 1e-3) << position->to_text(move);
          ++ends;
        }
      }
      position->play(move);
    }
  }
  EXPECT_GT(ends, 0);
}

TEST(UnitsOfValues, OfAnEngineThatDoesNotSearchAreNotThoseOfOtherGames) {
  EXPECT_EQ(searched("kuhn", "random", 1).value, 0);
  EXPECT_EQ(searched("sailing", "random", 1).value, 0);
  EXPECT_EQ(searched("goofspiel", "random", 1).value, 0.5);
  EXPECT_EQ(searched("hex", "random", 1).value, 0.5);
}

}  // namespace
}  // namespace banyan::bench

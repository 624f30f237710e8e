// Go in the program.
#include "games/go.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "bench/game_of.hpp"
#include "bench/games.hpp"
#include "games/textbook/go.hpp"

namespace banyan::bench {
namespace {

template <int MaxSize>
std::unique_ptr<AnyGame> start_go(int size, int twice_komi) {
  using G = Go<MaxSize>;
  return std::make_unique<GameOf<G, textbook::Go<G>>>(G(size, twice_komi));
}

}  // namespace

GameInfo go_info() {
  return {{"go",
           "area scoring, positional superko, no suicide; X is Black",
           {{"size", "9", "5, 7, 9, 13 or 19", "points along an edge"},
            {"komi", "7.5", "-361 to 361 in halves", "points that White is given; whole: draws"}}},
          4,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            constexpr std::array kSizes{5, 7, 9, 13, 19};
            const int size = kSizes[settings.word("size", {"5", "7", "9", "13", "19"})];
            const double twice_komi = 2 * settings.real("komi", -361, 361);
            if (twice_komi != std::round(twice_komi)) {
              throw UsageError(fmt::format("go: komi={} is no multiple of a half: give {}.",
                                           settings.text("komi"), "-361 to 361 in halves"));
            }
            const int halves = static_cast<int>(twice_komi);
            return size <= 9 ? start_go<9>(size, halves) : start_go<19>(size, halves);
          }};
}

}  // namespace banyan::bench

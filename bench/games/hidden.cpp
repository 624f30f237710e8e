// The games of hidden information in the program.
#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "bench/registry/games.hpp"
#include "bench/registry/run_time.hpp"
#include "games/goofspiel/goofspiel.hpp"
#include "games/knockout_whist/knockout_whist.hpp"
#include "games/kuhn/kuhn.hpp"
#include "games/leduc/leduc.hpp"
#include "games/phantom/phantom.hpp"

namespace banyan::bench {
namespace {

/// A game whose first position start(settings) is. It is searched by its table.
template <class Start>
GameInfo hidden_game(SpecInfo info, const Start& start) {
  const auto begin = [start](const Settings& settings) {
    const auto position = start(settings);
    return start_run_time_game(kTableOf<std::remove_cvref_t<decltype(position)>>, &position);
  };
  return {std::move(info), 0, begin, GameFamily::kHidden};
}

Phantom start_phantom(const Settings& s) {
  const auto width = static_cast<int>(s.integer("width", 2, Phantom::kMaxSize));
  const auto height = static_cast<int>(s.integer("height", 2, Phantom::kMaxSize));
  const auto row = static_cast<int>(s.integer("row", 2, Phantom::kMaxSize));
  if (row > std::max(width, height)) {
    throw UsageError(fmt::format("phantom: row={} does not fit on {} x {} cells: give 2 to {}.",
                                 row, width, height, std::max(width, height)));
  }
  return Phantom(width, height, row);
}

}  // namespace

std::vector<GameInfo> hidden_games() {
  return {
      hidden_game(
          {"kuhn", "Kuhn poker: three cards, one bet; the first player loses 1/18 of a chip", {}},
          [](const Settings&) { return Kuhn(); }),
      hidden_game(
          {"leduc", "Leduc hold'em: six cards, two rounds of betting, 936 information sets", {}},
          [](const Settings&) { return Leduc(); }),
      hidden_game(
          {"phantom",
           "stones in a row, the other's unseen; who tries a taken cell learns it and moves again",
           {{"width", "3", "2 to 4", "columns"},
            {"height", "3", "2 to 4", "rows"},
            {"row", "3", "2 to 4", "stones in a row that win, at most the longer side"}}},
          start_phantom),
      hidden_game(
          {"goofspiel",
           "bids at the same time for prizes in random order; more points win",
           {{"cards", "13", "2 to 13", "cards of each player, and prizes"}}},
          [](const Settings& s) { return Goofspiel(static_cast<int>(s.integer("cards", 2, 13))); }),
      hidden_game(
          {"knockout_whist",
           "tricks in hands of seven cards, six, ...; who takes none is out, the last one in wins",
           {{"players", "2", "2 to 4", "players"},
            {"hands", "7", "1 to 7", "hands at most; then those with most tricks share the win"}}},
          [](const Settings& s) {
            return KnockoutWhist(static_cast<int>(s.integer("players", 2, 4)),
                                 static_cast<int>(s.integer("hands", 1, 7)));
          })};
}

}  // namespace banyan::bench

// The games of chance, of many players and of rewards in the program.
#include <algorithm>
#include <charconv>
#include <type_traits>

#include <fmt/format.h>

#include "bench/registry/games.hpp"
#include "bench/registry/run_time.hpp"
#include "games/game_2048/game_2048.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"

namespace banyan::bench {
namespace {

/// A game whose first position start(settings) is. It is searched by its table: with engines of
/// their own, these games took eight times as long to compile, and few searches were faster
/// (results/run-time-game).
template <class Start>
GameInfo general_game(SpecInfo info, int opening_plies, const Start& start) {
  const auto begin = [start](const Settings& settings) {
    const auto position = start(settings);
    return start_run_time_game(kTableOf<std::remove_cvref_t<decltype(position)>>, &position);
  };
  return {std::move(info), opening_plies, begin, GameFamily::kGeneral};
}

constexpr const char* kHeaps = "1 to 5 heaps of 0 to 12, not all empty, as in 3-4-5";

/// -1 for what is no heap.
int parse_heap(const std::string& text) {
  int heap = -1;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, heap);
  return error == std::errc{} && rest == end && heap <= Nim::kMaxHeap ? heap : -1;
}

std::vector<int> parse_heaps(const std::string& text) {
  std::vector<int> heaps;
  for (const std::string& part : parse_list(text, '-', "nim: heaps")) {
    heaps.push_back(parse_heap(part));
  }
  const auto [least, most] = std::minmax_element(heaps.begin(), heaps.end());
  if (heaps.size() > Nim::kMaxHeaps || *least < 0 || *most == 0) {
    throw UsageError(fmt::format("nim: heaps={} is unusable: give {}.", text, kHeaps));
  }
  return heaps;
}

Nim start_nim(const Settings& settings) {
  const std::vector<int> heaps = parse_heaps(settings.text("heaps"));
  const auto players = static_cast<int>(settings.integer("players", 2, Nim::kMaxPlayers));
  const bool misere = settings.has_value("misere") && settings.flag("misere");
  if (misere && players > 2) {
    throw UsageError(
        fmt::format("nim: misere=on is for two players, not {}: give players=2.", players));
  }
  return Nim(heaps, players, misere);
}

}  // namespace

std::vector<GameInfo> general_games() {
  return {
      general_game(
          {"rolit",
           "Othello for many: turn discs if you can, else lay one beside another; most discs win",
           {{"size", "8", "4 to 8", "cells along an edge"}, {"players", "3", "2 to 4", "players"}}},
          4,
          [](const Settings& settings) {
            const auto size = static_cast<int>(settings.integer("size", 4, 8));
            const auto players =
                static_cast<int>(settings.integer("players", 2, Rolit::kMaxPlayers));
            return Rolit(size, players);
          }),
      general_game({"nim",
                    "take from one heap; the last object wins, and the move before it is second of "
                    "three players or four",
                    {{"heaps", "3-4-5", kHeaps, "objects in each heap"},
                     {"players", "2", "2 to 4", "players"},
                     {"misere", "", "on or off", "two players: the last object loses"}}},
                   0, start_nim),
      general_game({"pig",
                    "a die: roll, then roll on or hold; a 1 takes the turn's total away",
                    {{"target", "100", "2 to 10000", "points that win"},
                     {"players", "2", "2 to 4", "players"}}},
                   0,
                   [](const Settings& settings) {
                     const auto target =
                         static_cast<int>(settings.integer("target", 2, Pig::kMaxTarget));
                     const auto players =
                         static_cast<int>(settings.integer("players", 2, Pig::kMaxPlayers));
                     return Pig(target, players);
                   }),
      general_game(
          {"sailing",
           "one player: from corner to corner of a lake in changing wind, in the least time; "
           "values "
           "are minus the minutes",
           {{"size", "10", "2 to 40", "waypoints along an edge"},
            {"wind", "sw", "n, ne, e, se, s, sw, w or nw", "initial wind direction"}}},
          0,
          [](const Settings& settings) {
            const auto size =
                static_cast<int>(settings.integer("size", Sailing::kMinSize, Sailing::kMaxSize));
            return Sailing(size, static_cast<int>(settings.word("wind", Sailing::kNames)));
          }),
      general_game({"2048",
                    "one player and chance: slide tiles, merge equal ones; values are the score",
                    {}},
                   0, [](const Settings&) { return Game2048(); })};
}

}  // namespace banyan::bench

// Nim in the program.
#include "games/nim/nim.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "bench/games/adapters/general_game_of.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kAllowed = "1 to 5 heaps of 0 to 12, not all empty, as in 3-4-5";

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
    throw UsageError(fmt::format("nim: heaps={} is unusable: give {}.", text, kAllowed));
  }
  return heaps;
}

}  // namespace

GameInfo nim_info() {
  return {{"nim",
           "take from one heap; the last object wins, and the move before it is second of three "
           "players or four",
           {{"heaps", "3-4-5", kAllowed, "objects in each heap"},
            {"players", "2", "2 to 4", "players"},
            {"misere", "", "on or off", "two players: the last object loses"}}},
          0,
          [](const Settings& settings) -> std::unique_ptr<AnyGame> {
            const std::vector<int> heaps = parse_heaps(settings.text("heaps"));
            const auto players = static_cast<int>(settings.integer("players", 2, Nim::kMaxPlayers));
            const bool misere = settings.has_value("misere") && settings.flag("misere");
            if (misere && players > 2) {
              throw UsageError(fmt::format(
                  "nim: misere=on is for two players, not {}: give players=2.", players));
            }
            return std::make_unique<GeneralGameOf<Nim>>(Nim(heaps, players, misere));
          },
          GameFamily::kGeneral};
}

}  // namespace banyan::bench

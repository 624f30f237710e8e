// What the table of a game of hidden information has besides: core/game/hidden_game.hpp as
// functions.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/random.hpp"
#include "core/game/hidden_game.hpp"
#include "core/playout/score_sums.hpp"
#include "core/run_time/stop_asked.hpp"

namespace banyan {

/// HiddenGame's functions. As in GameTable, `p` points to a position, and several threads may call
/// them at once. None may be null.
struct HiddenTable {
  using Move = std::uint16_t;

  std::uint64_t (*legal_mask)(const void* p) = nullptr;
  /// Assigns the drawn position to `world`, which points to one too.
  void (*determinize)(const void* p, Player observer, Random& random, void* world) = nullptr;
  std::uint32_t (*observe)(const void* p, Move move, Player observer) = nullptr;
  std::uint64_t (*information)(const void* p, Player observer) = nullptr;
  int (*score)(const void* p, Player player) = nullptr;
  Stakes (*stakes)(const void* p) = nullptr;
  /// Plays the position itself to its end: a whole playout. False if it was stopped.
  bool (*finish)(void* p, Random& random, StopAsked stop) = nullptr;
  /// The board as a player sees it.
  std::string (*view)(const void* p, Player observer) = nullptr;
};

/// Makes the table of a game whose type is known.
template <HiddenGame G>
class HiddenTableOf {
 public:
  static constexpr HiddenTable make() {
    HiddenTable table;
    table.legal_mask = [](const void* p) { return of(p).legal_mask(); };
    table.determinize = [](const void* p, Player observer, Random& random, void* world) {
      *static_cast<G*>(world) = of(p).determinize(observer, random);
    };
    table.observe = [](const void* p, HiddenTable::Move move, Player observer) {
      return of(p).observe(static_cast<typename G::Move>(move), observer);
    };
    table.information = [](const void* p, Player observer) { return of(p).information(observer); };
    table.score = [](const void* p, Player player) { return of(p).score(player); };
    table.stakes = [](const void* p) { return of(p).stakes(); };
    table.finish = [](void* p, Random& random, StopAsked stop) {
      return play_to_end(*static_cast<G*>(p), random, stop);
    };
    if constexpr (requires(const G& game) { game.view(0); }) {
      table.view = [](const void* p, Player observer) { return of(p).view(observer); };
    }
    return table;
  }

 private:
  static const G& of(const void* p) { return *static_cast<const G*>(p); }
};

/// That of game G.
template <HiddenGame G>
inline constexpr HiddenTable kHiddenTableOf = HiddenTableOf<G>::make();

}  // namespace banyan

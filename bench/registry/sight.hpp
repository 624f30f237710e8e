// What a seat may see of a game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The one door through which a game reaches whoever sits at a seat, or looks on and sees all.
/// Nothing that it says to a seat depends on what is hidden from the seat.
class Sight {
 public:
  /// Without a seat: an onlooker's.
  explicit Sight(std::optional<Player> seat = std::nullopt) : seat_(seat.value_or(kOnlooker)) {}

  [[nodiscard]] std::string position(const AnyGame& position) const {
    return seat_ == kOnlooker ? position.board() : position.view(seat_);
  }

  /// What is seen of a move about to be made; nothing if nothing tells that one is made.
  [[nodiscard]] std::optional<std::string> move(const AnyGame& before, std::uint32_t move) const {
    return seat_ == kOnlooker ? before.to_text(move) : before.seen(move, seat_);
  }

  /// Whether what a player thinks of the position may be shown: values and visits tell what he
  /// knows.
  [[nodiscard]] bool thoughts_of(Player player, const AnyGame& position) const {
    return seat_ == kOnlooker || seat_ == player || !position.hidden();
  }

  /// The position as an engine is to see it when it searches for the seat, so that not even one
  /// that sees everything can tell what is hidden.
  [[nodiscard]] std::unique_ptr<AnyGame> to_search(const AnyGame& position, Random& random) const {
    return seat_ == kOnlooker ? position.clone() : position.imagined(seat_, random);
  }

 private:
  static constexpr Player kOnlooker = -2;  // no player, nor kChance

  Player seat_;
};

}  // namespace banyan::bench

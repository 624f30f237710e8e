// Goofspiel, the game of pure strategy: simultaneous bids for prizes.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game_text.hpp"
#include "core/game/hidden_game.hpp"

namespace banyan {

/// Two players hold the cards 1 to n each; the prizes 1 to n are turned up in random order. For
/// each prize both bid a card. The higher card takes the prize; equal bids waste it. More points
/// win. Simultaneous bids are played one after another, the first face down until the second is
/// made.
///
/// A move is a card minus one, as a prize and as a bid.
class Goofspiel {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 13;

  /// cards: 2 to 13.
  explicit Goofspiel(int cards = 13) : hands_{full(cards), full(cards)}, prizes_(full(cards)) {}

  [[nodiscard]] Player to_move() const { return prize_ == kNone ? kChance : bid_ == kNone ? 0 : 1; }
  [[nodiscard]] std::uint64_t legal_mask() const {
    const Player player = to_move();
    return player == kChance ? prizes_ : hands_[player];
  }
  [[nodiscard]] MovesOf<Goofspiel> legal_moves() const { return moves_of<Goofspiel>(legal_mask()); }

  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(prizes_, random));
  }
  [[nodiscard]] double probability(Move /*move*/) const { return 1.0 / std::popcount(prizes_); }

  void play(Move move) {
    const auto card = static_cast<std::uint16_t>(1U << move);
    if (prize_ == kNone) {
      prizes_ ^= card;
      prize_ = move;
    } else if (bid_ == kNone) {
      hands_[0] ^= card;
      bid_ = move;
    } else {
      hands_[1] ^= card;
      if (bid_ != move) {
        std::uint8_t& won = won_[bid_ > move ? 0 : 1];
        won = static_cast<std::uint8_t>(won + prize_ + 1);
      }
      prize_ = bid_ = kNone;
    }
  }

  [[nodiscard]] bool over() const { return prizes_ == 0 && prize_ == kNone; }
  [[nodiscard]] int score(Player player) const { return result(player); }
  [[nodiscard]] Points result(Player player) const {
    const int lead = won_[player] - won_[1 - player];
    return lead > 0 ? kWin : lead == 0 ? kDraw : kLoss;
  }
  [[nodiscard]] Stakes stakes() const { return {kLoss, kWin, 1.0 / kWin}; }

  [[nodiscard]] Goofspiel determinize(Player observer, Random& random) const {
    if (observer == 0 || bid_ == kNone) return *this;
    Goofspiel world = *this;
    world.hands_[0] |= static_cast<std::uint16_t>(1U << bid_);
    world.bid_ = static_cast<std::uint8_t>(random_bit(world.hands_[0], random));
    world.hands_[0] ^= static_cast<std::uint16_t>(1U << world.bid_);
    return world;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    if (prize_ == kNone || observer == 0) return move;
    if (bid_ == kNone) return kFirstCode;  // face down
    return kFirstCode + 16U * (move + 1U) + bid_;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    const bool face_down = observer == 1 && bid_ != kNone;
    const auto first = static_cast<std::uint64_t>(face_down ? hands_[0] | 1U << bid_ : hands_[0]);
    return mix({first, hands_[1], prizes_, prize_, face_down ? 99U : bid_, won_[0], won_[1]});
  }

  [[nodiscard]] std::string to_text(Move move) const { return std::to_string(move + 1); }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    int card = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, card);
    if (error != std::errc{} || rest != end || card < 1 || card > 13) return std::nullopt;
    return static_cast<Move>(card - 1);
  }
  [[nodiscard]] std::string board() const { return text(bid_ == kNone ? "-" : to_text(bid_)); }
  [[nodiscard]] std::string view(Player player) const {
    return player == 0 || bid_ == kNone ? board() : view_of_second();
  }

  friend bool operator==(const Goofspiel&, const Goofspiel&) = default;

 private:
  static constexpr std::uint8_t kNone = 15;

  static constexpr std::uint16_t full(int cards) {
    return static_cast<std::uint16_t>((1U << cards) - 1);
  }

  [[nodiscard]] std::string view_of_second() const {
    Goofspiel face_down = *this;
    face_down.hands_[0] |= static_cast<std::uint16_t>(1U << bid_);
    return face_down.text("face down");
  }
  [[nodiscard]] std::string text(const std::string& bid) const {
    const auto cards = [](std::uint64_t mask) {
      std::string list;
      for (; mask != 0; mask &= mask - 1) list += ' ' + std::to_string(std::countr_zero(mask) + 1);
      return list.empty() ? std::string(" none") : list;
    };
    return "prize " + (prize_ == kNone ? "-" : to_text(prize_)) + ", to come" + cards(prizes_) +
           "\nfirst  won " + std::to_string(won_[0]) + ", holds" + cards(hands_[0]) + ", bids " +
           bid + "\nsecond won " + std::to_string(won_[1]) + ", holds" + cards(hands_[1]) + '\n';
  }

  std::uint16_t hands_[2];
  std::uint16_t prizes_;  // to come
  std::uint8_t prize_ = kNone;
  std::uint8_t bid_ = kNone;  // of the first player
  std::uint8_t won_[2] = {0, 0};
};
static_assert(HiddenGame<Goofspiel> && TextGame<Goofspiel>);

}  // namespace banyan

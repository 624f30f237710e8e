// Leduc hold'em (Southey et al. 2005): six cards, two rounds of betting.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game_text.hpp"
#include "core/game/hidden_game.hpp"
#include "games/text_match.hpp"

namespace banyan {

/// Two players, a deck of J, Q, K in two suits, an ante of one chip. A round of betting, then a
/// public card, then another round; the first player begins both. A raise is two chips in the first
/// round and four in the second, at most two raises per round. A pair with the public card wins,
/// otherwise the higher card; equal cards share. Scores are chips won.
///
/// A move is a card when it is dealt (2 * rank + suit), otherwise 0 fold, 1 call, 2 raise. In text,
/// a call of nothing is a check and a first raise a bet; the parser accepts either word.
class Leduc {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 6;
  static constexpr const char* kUnit = "chips";

  [[nodiscard]] Player to_move() const { return to_move_; }

  [[nodiscard]] std::uint64_t legal_mask() const {
    if (to_move_ == kChance) return deck_;
    return kBit[kCall] | (facing_raise() ? kBit[kFold] : 0) | (raises_ < 2 ? kBit[kRaise] : 0);
  }
  [[nodiscard]] MovesOf<Leduc> legal_moves() const { return moves_of<Leduc>(legal_mask()); }

  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(deck_, random));
  }
  [[nodiscard]] double probability(Move /*move*/) const { return 1.0 / std::popcount(deck_); }

  void play(Move move) {
    if (to_move_ == kChance) return deal(move);
    history_ = history_ << 2U | move;
    const Player player = to_move_;
    to_move_ = static_cast<std::int8_t>(1 - player);
    if (move == kFold) {
      folded_ = static_cast<std::int8_t>(player);
    } else if (move == kCall) {
      paid_[player] = paid_[1 - player];
      if (acted_) return end_round();
    } else {
      paid_[player] = static_cast<std::uint8_t>(paid_[1 - player] + (second_round() ? 4 : 2));
      ++raises_;
    }
    acted_ = true;
  }

  [[nodiscard]] bool over() const { return folded_ != kNobody || ended_; }
  [[nodiscard]] int score(Player player) const {
    if (folded_ != kNobody) return player == folded_ ? -paid_[player] : paid_[1 - player];
    const int own = strength(player);
    const int other = strength(1 - player);
    return own == other ? 0 : own > other ? paid_[1 - player] : -paid_[player];
  }
  [[nodiscard]] Points result(Player player) const {
    const int chips = score(player);
    return chips > 0 ? kWin : chips == 0 ? kDraw : kLoss;
  }
  [[nodiscard]] Stakes stakes() const { return {-13, 13}; }

  [[nodiscard]] Leduc determinize(Player observer, Random& random) const {
    const std::uint8_t hidden = cards_[1 - observer];
    if (hidden == kNoCard) return *this;
    Leduc world = *this;
    const auto unseen = static_cast<std::uint8_t>(deck_ | 1U << hidden);
    const auto card = static_cast<std::uint8_t>(random_bit(unseen, random));
    world.deck_ = static_cast<std::uint8_t>(unseen ^ 1U << card);
    world.cards_[1 - observer] = card;
    return world;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    if (to_move_ != kChance || cards_[1] != kNoCard) return move;
    const Player receiver = cards_[0] == kNoCard ? 0 : 1;
    return receiver == observer ? move : kFirstCode;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    const auto dealt = static_cast<std::uint64_t>(std::popcount(deck_));
    return std::uint64_t{history_} << 9U | dealt << 6U | std::uint64_t{table_} << 3U |
           cards_[observer];
  }

  [[nodiscard]] std::string to_text(Move move) const {
    if (to_move_ == kChance) return std::string(kCards[move]);
    if (move == kFold) return "fold";
    if (move == kCall) return facing_raise() ? "call" : "check";
    return facing_raise() ? "raise" : "bet";
  }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    if (to_move_ == kChance) {
      for (std::size_t card = 0; card < kCards.size(); ++card) {
        if (same_word(text, kCards[card])) return static_cast<Move>(card);
      }
      return std::nullopt;
    }
    if (same_word(text, "fold")) return kFold;
    if (same_word(text, "call") || same_word(text, "check")) return kCall;
    if (same_word(text, "raise") || same_word(text, "bet")) return kRaise;
    return std::nullopt;
  }
  [[nodiscard]] std::string board() const { return text(card_text(0), card_text(1)); }
  [[nodiscard]] std::string view(Player player) const {
    return player == 0 ? text(card_text(0), "?") : text("?", card_text(1));
  }

  friend bool operator==(const Leduc&, const Leduc&) = default;

 private:
  enum : Move { kFold, kCall, kRaise };
  static constexpr std::uint64_t kBit[] = {1, 2, 4};
  static constexpr std::array<std::string_view, 6> kCards{"Jh", "Js", "Qh", "Qs", "Kh", "Ks"};
  static constexpr std::uint8_t kNoCard = 7;

  [[nodiscard]] bool second_round() const { return table_ != kNoCard; }
  [[nodiscard]] bool facing_raise() const { return paid_[to_move_] < paid_[1 - to_move_]; }

  void deal(Move card) {
    deck_ = static_cast<std::uint8_t>(deck_ ^ 1U << card);
    if (cards_[0] == kNoCard) {
      cards_[0] = card;
    } else {
      (cards_[1] == kNoCard ? cards_[1] : table_) = card;
      to_move_ = 0;
    }
  }

  void end_round() {
    acted_ = false;
    raises_ = 0;
    ended_ = second_round();
    to_move_ = kChance;
  }

  /// Ranks hands: a pair above all single cards.
  [[nodiscard]] int strength(Player player) const {
    const int rank = cards_[player] / 2;
    return rank == table_ / 2 ? 10 : rank;
  }

  [[nodiscard]] std::string_view card_text(Player player) const {
    return cards_[player] == kNoCard ? "-" : kCards[cards_[player]];
  }
  [[nodiscard]] std::string text(std::string_view first, std::string_view second) const {
    std::string line = "first " + std::string(first) + ", second " + std::string(second);
    if (second_round()) line += ", table " + std::string(kCards[table_]);
    return line + "; paid " + std::to_string(paid_[0]) + " and " + std::to_string(paid_[1]) + '\n';
  }

  std::uint32_t history_ = 1;  // two bits per player's move, after a leading one
  std::uint8_t deck_ = 0b111111;
  std::uint8_t cards_[2] = {kNoCard, kNoCard};
  std::uint8_t table_ = kNoCard;
  std::uint8_t paid_[2] = {1, 1};
  std::uint8_t raises_ = 0;  // in this round
  bool acted_ = false;       // whether any player has in this round
  bool ended_ = false;
  std::int8_t to_move_ = kChance;
  std::int8_t folded_ = kNobody;
};
static_assert(HiddenGame<Leduc> && TextGame<Leduc>);

}  // namespace banyan

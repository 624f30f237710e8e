// Kuhn poker (Kuhn 1950): three cards, two players, one bet.
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

/// Each player antes one chip and gets one of J, Q, K. The first may check or bet a chip. The
/// opponent calls a bet or folds; after a check the second may check or bet. With perfect play the
/// first player loses 1/18 of a chip. Scores are chips won.
///
/// A move is a card when it is dealt (0 to 2 for J, Q, K), otherwise 0 to add nothing (check, fold)
/// or 1 to add a chip (bet, call).
class Kuhn {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 3;
  static constexpr const char* kUnit = "chips";

  [[nodiscard]] Player to_move() const { return cards_[1] == kNoCard ? kChance : length() % 2; }
  [[nodiscard]] std::uint64_t legal_mask() const {
    if (to_move() != kChance) return 0b11;
    return cards_[0] == kNoCard ? 0b111U : 0b111U ^ 1U << cards_[0];
  }
  [[nodiscard]] MovesOf<Kuhn> legal_moves() const { return moves_of<Kuhn>(legal_mask()); }

  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(legal_mask(), random));
  }
  [[nodiscard]] double probability(Move /*move*/) const {
    return 1.0 / std::popcount(legal_mask());
  }

  void play(Move move) {
    if (to_move() == kChance) {
      cards_[cards_[0] == kNoCard ? 0 : 1] = move;
    } else {
      history_ = static_cast<std::uint8_t>(2 * history_ + move);
    }
  }

  [[nodiscard]] bool over() const {
    return history_ == kCheckCheck || history_ == kBetFold || history_ == kBetCall ||
           history_ >= kCheckBetFold;
  }
  [[nodiscard]] int score(Player player) const {
    const int first = history_ == kBetFold        ? 1
                      : history_ == kCheckBetFold ? -1
                      : history_ == kCheckCheck   ? showdown()
                                                  : 2 * showdown();
    return player == 0 ? first : -first;
  }
  [[nodiscard]] Points result(Player player) const { return score(player) > 0 ? kWin : kLoss; }
  [[nodiscard]] Stakes stakes() const { return {-2, 2}; }

  [[nodiscard]] Kuhn determinize(Player observer, Random& random) const {
    Kuhn world = *this;
    if (cards_[1 - observer] == kNoCard) return world;
    const std::uint64_t seen = cards_[observer] == kNoCard ? 0 : 1U << cards_[observer];
    world.cards_[1 - observer] = static_cast<std::uint8_t>(random_bit(0b111U ^ seen, random));
    return world;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    if (to_move() != kChance) return move;
    const Player receiver = cards_[0] == kNoCard ? 0 : 1;
    return receiver == observer ? move : kFirstCode;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    const std::uint64_t dealt = cards_[1] != kNoCard ? 2 : cards_[0] != kNoCard ? 1 : 0;
    return history_ << 4U | dealt << 2U | cards_[observer];
  }

  [[nodiscard]] std::string to_text(Move move) const {
    if (to_move() == kChance) return std::string(kCards[move]);
    return std::string(names()[move]);
  }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto words = to_move() == kChance ? kCards : names();
    for (std::size_t move = 0; move < words.size(); ++move) {
      if (!words[move].empty() && same_word(text, words[move])) return static_cast<Move>(move);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string board() const { return text(card_text(0), card_text(1)); }
  [[nodiscard]] std::string view(Player player) const {
    return player == 0 ? text(card_text(0), "?") : text("?", card_text(1));
  }

  friend bool operator==(const Kuhn&, const Kuhn&) = default;

 private:
  using Words = std::array<std::string_view, 3>;
  static constexpr Words kCards{"J", "Q", "K"};
  static constexpr std::uint8_t kNoCard = 3;
  // The moves so far, one bit each after a leading one.
  static constexpr std::uint8_t kCheckCheck = 0b100;
  static constexpr std::uint8_t kBetFold = 0b110;
  static constexpr std::uint8_t kBetCall = 0b111;
  static constexpr std::uint8_t kCheckBetFold = 0b1010;

  [[nodiscard]] int length() const { return static_cast<int>(std::bit_width(history_)) - 1; }
  [[nodiscard]] int showdown() const { return cards_[0] > cards_[1] ? 1 : -1; }
  [[nodiscard]] Words names() const {
    const bool facing_bet = length() > 0 && history_ % 2 == 1;
    return facing_bet ? Words{"fold", "call", ""} : Words{"check", "bet", ""};
  }
  [[nodiscard]] std::string_view card_text(Player player) const {
    return cards_[player] == kNoCard ? "-" : kCards[cards_[player]];
  }
  [[nodiscard]] std::string text(std::string_view first, std::string_view second) const {
    std::string line = "first " + std::string(first) + ", second " + std::string(second) + ";";
    for (int i = length() - 1; i >= 0; --i) line += history_ >> i & 1 ? " in" : " pass";
    return line + '\n';
  }

  std::uint8_t cards_[2] = {kNoCard, kNoCard};
  std::uint8_t history_ = 1;
};
static_assert(HiddenGame<Kuhn> && TextGame<Kuhn>);

}  // namespace banyan

// A deck of 52 cards as bits of a word, and their text.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/text_match.hpp"

namespace banyan {

/// A card is 16 * suit + rank: clubs, diamonds, hearts, spades; ranks 0 to 12 for 2 to ace.
inline constexpr int kSuits = 4;
inline constexpr std::uint64_t kSuitOfCards = 0x1fff;
inline constexpr std::uint64_t kDeck = kSuitOfCards * 0x0001000100010001ULL;

constexpr int suit_of(int card) { return card >> 4; }
constexpr std::uint64_t cards_of_suit(int suit) { return kSuitOfCards << 16 * suit; }

inline constexpr std::string_view kSuitNames[kSuits] = {"clubs", "diamonds", "hearts", "spades"};
inline constexpr std::string_view kRankNames[13] = {"2", "3",  "4", "5", "6", "7", "8",
                                                    "9", "10", "J", "Q", "K", "A"};

/// Written as in "10h" or "As".
inline std::string card_text(int card) {
  return std::string(kRankNames[card & 15]) + kSuitNames[suit_of(card)][0];
}

/// Highest first within a suit.
inline std::string cards_text(std::uint64_t cards) {
  std::string text;
  for (int suit = kSuits - 1; suit >= 0; --suit) {
    for (int rank = 12; rank >= 0; --rank) {
      const int card = 16 * suit + rank;
      if (cards >> card & 1) text += (text.empty() ? "" : " ") + card_text(card);
    }
  }
  return text;
}

inline std::optional<int> parse_card(std::string_view text) {
  for (int card = 0; card < 64; ++card) {
    if ((kDeck >> card & 1) && same_word(text, card_text(card))) return card;
  }
  return std::nullopt;
}

}  // namespace banyan

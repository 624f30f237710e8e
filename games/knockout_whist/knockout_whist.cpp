// Knockout whist: ends of hands, hidden cards, text.
#include "games/knockout_whist/knockout_whist.hpp"

#include "games/uniform_deal.hpp"

namespace banyan {

void KnockoutWhist::end_hand() {
  for (int player = 0; player < players_; ++player) {
    if (tricks_[player] == 0) in_ &= static_cast<std::uint8_t>(~(1U << player));
  }
  --hands_left_;
  const std::uint64_t top = most_tricks();
  if (std::has_single_bit(in_)) {
    phase_ = Phase::kOver;
  } else if (hands_left_ == 0) {
    in_ = static_cast<std::uint8_t>(top);
    phase_ = Phase::kOver;
  } else if (std::has_single_bit(top)) {
    begin_hand(std::countr_zero(top));
  } else {
    phase_ = Phase::kCutForLead;
  }
}

std::uint64_t KnockoutWhist::most_tricks() const {
  int most = 0;
  std::uint64_t top = 0;
  for (int player = 0; player < players_; ++player) {
    if (tricks_[player] > most) {
      most = tricks_[player];
      top = 0;
    }
    if (tricks_[player] == most) top |= 1U << player;
  }
  return top;
}

void KnockoutWhist::begin_hand(int leader) {
  leader_ = player_ = static_cast<std::uint8_t>(leader);
  --hand_size_;
  played_ = 0;
  for (int player = 0; player < players_; ++player) tricks_[player] = voids_[player] = 0;
  phase_ = Phase::kDeal;
}

KnockoutWhist KnockoutWhist::determinize(Player observer, Random& random) const {
  UniformDeal hidden(kDeck & ~(cards_[observer] | played_));
  for (int player = 0; player < players_; ++player) {
    if (player != observer && cards_[player] != 0) {
      hidden.add(std::popcount(cards_[player]), voids_[player]);
    }
  }
  const HandToDeal* hand = hidden.deal(random).data();
  KnockoutWhist world = *this;
  for (int player = 0; player < players_; ++player) {
    if (player != observer && cards_[player] != 0) world.cards_[player] = (hand++)->cards;
  }
  return world;
}

std::uint64_t KnockoutWhist::information(Player observer) const {
  std::uint64_t key = mix({cards_[observer], played_, trumps_, led_, best_card_, best_player_,
                           static_cast<std::uint64_t>(phase_), player_, leader_, hand_size_, in_});
  for (int i = 0; i < players_; ++i) {
    key = mix({key, tricks_[i], voids_[i], static_cast<std::uint64_t>(std::popcount(cards_[i]))});
  }
  return key;
}

std::string KnockoutWhist::to_text(Move move) const {
  switch (phase_) {
    case Phase::kCutForTrumps:
    case Phase::kChoose:
      return std::string(kSuitNames[move]);
    case Phase::kCutForLead:
      return "player" + std::to_string(move);
    default:
      return card_text(move);
  }
}

std::optional<KnockoutWhist::Move> KnockoutWhist::parse(std::string_view text) const {
  const auto named = [&](int moves) -> std::optional<Move> {
    for (int move = 0; move < moves; ++move) {
      if (same_word(text, to_text(static_cast<Move>(move)))) return static_cast<Move>(move);
    }
    return std::nullopt;
  };
  if (phase_ == Phase::kCutForTrumps || phase_ == Phase::kChoose) return named(kSuits);
  if (phase_ == Phase::kCutForLead) return named(players_);
  const auto card = parse_card(text);
  if (!card) return std::nullopt;
  return static_cast<Move>(*card);
}

std::string KnockoutWhist::text(std::uint32_t hands_shown) const {
  const bool choosing = phase_ == Phase::kDeal || phase_ == Phase::kCutForTrumps ||
                        phase_ == Phase::kChoose || phase_ == Phase::kCutForLead;
  std::string text = "hand of " + std::to_string(hand_size_) + ", trumps " +
                     (choosing ? "-" : std::string(kSuitNames[std::countr_zero(trumps_) / 16])) +
                     ", played " + cards_text(played_) + '\n';
  if (led_ != 0) {
    text += "led " + std::string(kSuitNames[std::countr_zero(led_) / 16]) + ", best " +
            cards_text(best_card_) + " of player" + std::to_string(best_player_) + '\n';
  }
  for (int player = 0; player < players_; ++player) {
    text += "player" + std::to_string(player) + ": ";
    if (!(in_ >> player & 1)) {
      text += "out\n";
      continue;
    }
    text += std::to_string(tricks_[player]) + " tricks, ";
    text += hands_shown >> player & 1 ? cards_text(cards_[player])
                                      : std::to_string(std::popcount(cards_[player])) + " cards";
    text += '\n';
  }
  if (over()) return text + "over\n";
  return text + (to_move() == kChance ? "chance" : "player" + std::to_string(player_)) +
         " to move\n";
}

}  // namespace banyan

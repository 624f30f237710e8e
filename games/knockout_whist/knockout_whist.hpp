// Knockout whist, the trick-taking game of Cowling, Powley and Whitehouse's experiments (2012).
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game_text.hpp"
#include "core/game/hidden_game.hpp"
#include "games/cards.hpp"

namespace banyan {

/// Two to four players. Seven cards each in the first hand, one fewer in each that follows. The
/// first trumps are cut, and player 0 leads. Afterwards the player with most tricks (a cut breaks
/// ties) looks at their new cards, chooses trumps and leads. Players must follow suit if they can.
/// The highest trump, or else the highest card of the suit led, takes the trick and leads next. A
/// player without a trick in a hand is out; the last one in wins. With fewer than seven hands,
/// those with most tricks in the last one share the win. Scores are twelfths of a win.
///
/// A move is a card (games/cards.hpp) when it is dealt or played, a suit when trumps are cut or
/// chosen, a player when a cut breaks a tie. Cards are dealt one by one, each seen only by its
/// player. A player who did not follow suit is known to lack it.
class KnockoutWhist {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 52;
  static constexpr int kMaxPlayers = 4;
  static constexpr int kMaxHands = 7;

  /// players: 2 to 4; hands: 1 to 7.
  explicit KnockoutWhist(int players = 2, int hands = kMaxHands)
      : players_(static_cast<std::uint8_t>(players)),
        hands_left_(static_cast<std::uint8_t>(hands)),
        in_(static_cast<std::uint8_t>((1U << players) - 1)) {}

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] Player to_move() const {
    return phase_ == Phase::kPlay || phase_ == Phase::kChoose ? player_ : kChance;
  }

  [[nodiscard]] std::uint64_t legal_mask() const {
    switch (phase_) {
      case Phase::kDeal:
        return stock();
      case Phase::kCutForTrumps:
      case Phase::kChoose:
        return 0b1111;
      case Phase::kCutForLead:
        return most_tricks();
      case Phase::kPlay:
      case Phase::kOver:
        break;
    }
    const std::uint64_t hand = cards_[player_];
    const std::uint64_t suited = hand & led_;
    return suited != 0 ? suited : hand;
  }
  [[nodiscard]] MovesOf<KnockoutWhist> legal_moves() const {
    return moves_of<KnockoutWhist>(legal_mask());
  }

  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(legal_mask(), random));
  }
  [[nodiscard]] double probability(Move /*move*/) const {
    return 1.0 / std::popcount(legal_mask());
  }

  void play(Move move) {
    switch (phase_) {
      case Phase::kDeal:
        return deal(move);
      case Phase::kCutForTrumps:
      case Phase::kChoose:
        trumps_ = cards_of_suit(move);
        phase_ = Phase::kPlay;
        return;
      case Phase::kCutForLead:
        return begin_hand(move);
      case Phase::kPlay:
        return play_card(move);
      case Phase::kOver:
        return;
    }
  }

  /// Plays to the end uniformly, dealing whole hands at a time.
  void finish(Random& random) {
    while (phase_ != Phase::kOver) {
      while (phase_ == Phase::kPlay) {
        play_card(static_cast<Move>(random_bit(legal_mask(), random)));
      }
      if (phase_ == Phase::kDeal) {
        deal_all(random);
      } else if (phase_ != Phase::kOver) {
        play(draw(random));
      }
    }
  }

  [[nodiscard]] bool over() const { return phase_ == Phase::kOver; }
  [[nodiscard]] int score(Player player) const {
    return in_ >> player & 1 ? 12 / std::popcount(in_) : 0;
  }
  [[nodiscard]] Points result(Player player) const {
    const int twelfths = score(player);
    return twelfths == 12 ? kWin : twelfths > 0 ? kDraw : kLoss;
  }
  [[nodiscard]] Stakes stakes() const { return {0, 12, 1.0 / 12}; }

  [[nodiscard]] KnockoutWhist determinize(Player observer, Random& random) const;
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    return phase_ == Phase::kDeal && player_ != observer ? kUnseen : move;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const;

  [[nodiscard]] std::string to_text(Move move) const;
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const;
  [[nodiscard]] std::string board() const { return text(in_); }
  [[nodiscard]] std::string view(Player player) const { return text(1U << player); }

  friend bool operator==(const KnockoutWhist&, const KnockoutWhist&) = default;

 private:
  enum class Phase : std::uint8_t { kDeal, kCutForTrumps, kChoose, kPlay, kCutForLead, kOver };

  [[nodiscard]] std::uint64_t stock() const {
    return kDeck & ~(cards_[0] | cards_[1] | cards_[2] | cards_[3]);
  }

  [[nodiscard]] Player after(Player player) const {
    do {
      player = player + 1 == players_ ? 0 : player + 1;
    } while (!(in_ >> player & 1));
    return player;
  }

  void deal(Move card) {
    cards_[player_] |= std::uint64_t{1} << card;
    if (std::popcount(cards_[player_]) == hand_size_) dealt_hand();
  }
  void deal_all(Random& random) {
    std::uint64_t left = stock();
    auto size = static_cast<std::uint32_t>(std::popcount(left));
    while (phase_ == Phase::kDeal) {
      std::uint64_t& hand = cards_[player_];
      for (int more = hand_size_ - std::popcount(hand); more > 0; --more) {
        const std::uint64_t card = nth_set_bit(left, random.below(size--));
        left ^= card;
        hand |= card;
      }
      dealt_hand();
    }
  }
  void dealt_hand() {
    player_ = static_cast<std::uint8_t>(after(player_));
    if (player_ == leader_) phase_ = hand_size_ == 7 ? Phase::kCutForTrumps : Phase::kChoose;
  }

  void play_card(Move move) {
    const std::uint64_t card = std::uint64_t{1} << move;
    cards_[player_] ^= card;
    played_ |= card;
    if (led_ == 0) {
      led_ = cards_of_suit(suit_of(move));
      take_lead(card);
    } else {
      if ((card & led_) == 0) voids_[player_] |= void_of_led();
      const std::uint64_t suit = best_card_ & trumps_ ? trumps_ : led_;
      // Higher in the suit led, or the first trump.
      if ((card & suit) > best_card_ || (card & trumps_ & ~suit) != 0) take_lead(card);
    }
    player_ = static_cast<std::uint8_t>(after(player_));
    if (player_ == leader_) end_trick();
  }
  void take_lead(std::uint64_t card) {
    best_card_ = card;
    best_player_ = player_;
  }
  [[nodiscard]] std::uint8_t void_of_led() const {
    return static_cast<std::uint8_t>(1U << std::countr_zero(led_) / 16);
  }

  void end_trick() {
    ++tricks_[best_player_];
    leader_ = player_ = best_player_;
    led_ = 0;
    if (cards_[player_] == 0) end_hand();
  }

  void end_hand();
  /// The players who took most tricks, a bit each.
  [[nodiscard]] std::uint64_t most_tricks() const;
  void begin_hand(int leader);

  [[nodiscard]] std::string text(std::uint32_t hands_shown) const;

  std::uint64_t cards_[kMaxPlayers] = {0, 0, 0, 0};
  std::uint64_t played_ = 0;  // in this hand
  std::uint64_t trumps_ = 0;  // all cards of the suit
  std::uint64_t led_ = 0;     // the same; 0 before the lead
  std::uint64_t best_card_ = 0;
  std::uint8_t tricks_[kMaxPlayers] = {0, 0, 0, 0};
  std::uint8_t voids_[kMaxPlayers] = {0, 0, 0, 0};  // suits not followed, a bit each
  std::uint8_t players_;
  std::uint8_t hands_left_;
  std::uint8_t in_;
  std::uint8_t hand_size_ = 7;
  std::uint8_t player_ = 0;  // to move, or to be dealt to
  std::uint8_t leader_ = 0;
  std::uint8_t best_player_ = 0;
  Phase phase_ = Phase::kDeal;
};
static_assert(HiddenGame<KnockoutWhist> && ManyPlayers<KnockoutWhist> && TextGame<KnockoutWhist>);

}  // namespace banyan

// One-card poker, a game in which players see only their own card, as a plugin of the program:
//
//   banyan build-plugin one_card_poker.cpp
//   banyan --plugin ./one_card_poker.so match --game one_card_poker:cards=5 --a mo_ismcts
//   --b so_ismcts --iterations 1000
#include <banyan/core/run_time/plugin.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Each player antes a chip and gets a card. The first may check or bet a chip; a bet is called or
/// folded; after a check the second may check or bet. With three cards it is Kuhn poker (Kuhn
/// 1950), in which the first player loses 1/18 of a chip by perfect play.
class OneCardPoker {
 public:
  /// A card when it is dealt, else kPass (check, fold) or kChip (bet, call).
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 13;
  static constexpr const char* kUnit = "chips";
  static constexpr banyan::PluginKey kKeys[]{{"cards", 3, 3, 13, "cards, one of each rank"}};

  explicit OneCardPoker(std::span<const std::int64_t> keys) : all_((1U << keys[0]) - 1) {}

  banyan::Player to_move() const { return dealt() < 2 ? banyan::kChance : length() % 2; }

  std::uint64_t legal_mask() const {
    if (dealt() == 2) return 1U << kPass | 1U << kChip;
    return cards_[0] == kNone ? all_ : all_ & ~(1U << cards_[0]);
  }
  banyan::MovesOf<OneCardPoker> legal_moves() const {
    return banyan::moves_of<OneCardPoker>(legal_mask());
  }
  Move draw(banyan::Random& random) const {
    return static_cast<Move>(banyan::random_bit(legal_mask(), random));
  }
  double probability(Move /*card*/) const { return 1.0 / std::popcount(legal_mask()); }

  void play(Move move) {
    if (dealt() < 2) {
      cards_[dealt()] = move;
    } else {
      moves_ = static_cast<std::uint8_t>(2 * moves_ + move);
    }
  }

  bool over() const {
    return moves_ == kCheckCheck || moves_ == kBetFold || moves_ == kBetCall ||
           moves_ >= kCheckBetFold;
  }
  /// Chips won.
  int score(banyan::Player player) const {
    const int first = moves_ == kBetFold ? 1
                      : moves_ == kCheckBetFold
                          ? -1
                          : (cards_[0] > cards_[1] ? 1 : -1) * (moves_ == kCheckCheck ? 1 : 2);
    return player == 0 ? first : -first;
  }
  banyan::Stakes stakes() const { return {-2, 2}; }
  banyan::Points result(banyan::Player player) const {
    return score(player) > 0 ? banyan::kWin : banyan::kLoss;
  }

  // What players see: each the own card, and all moves.

  /// Any card but the observer's own may be the other's.
  OneCardPoker determinize(banyan::Player observer, banyan::Random& random) const {
    OneCardPoker world = *this;
    std::uint8_t& other = world.cards_[1 - observer];
    if (other == kNone) return world;
    const std::uint32_t own = cards_[observer] == kNone ? 0 : 1U << cards_[observer];
    other = static_cast<std::uint8_t>(banyan::random_bit(all_ & ~own, random));
    return world;
  }
  /// That a card is dealt is seen by both, which one by its owner.
  std::uint32_t observe(Move move, banyan::Player observer) const {
    return dealt() == 2 || dealt() == observer ? move : banyan::kFirstCode;
  }
  std::uint64_t information(banyan::Player observer) const {
    return banyan::mix({moves_, cards_[observer], static_cast<std::uint64_t>(dealt())});
  }
  std::string view(banyan::Player player) const {
    return player == 0 ? text(shown(0), "?") : text("?", shown(1));
  }

  std::string to_text(Move move) const {
    if (dealt() < 2) return std::to_string(move + 1);
    if (faces_bet()) return move == kPass ? "fold" : "call";
    return move == kPass ? "check" : "bet";
  }
  std::optional<Move> parse(std::string_view text) const {
    for (const Move move : legal_moves()) {
      if (to_text(move) == text) return move;
    }
    return std::nullopt;
  }
  std::string board() const { return text(shown(0), shown(1)); }

  friend bool operator==(const OneCardPoker&, const OneCardPoker&) = default;

 private:
  static constexpr Move kPass = 0;
  static constexpr Move kChip = 1;
  static constexpr std::uint8_t kNone = 255;
  // The moves, one bit each after a leading one.
  static constexpr std::uint8_t kCheckCheck = 0b100;
  static constexpr std::uint8_t kBetFold = 0b110;
  static constexpr std::uint8_t kBetCall = 0b111;
  static constexpr std::uint8_t kCheckBetFold = 0b1010;

  int dealt() const { return (cards_[0] != kNone) + (cards_[1] != kNone); }
  int length() const { return static_cast<int>(std::bit_width(moves_)) - 1; }
  bool faces_bet() const { return length() > 0 && moves_ % 2 == kChip; }
  std::string shown(banyan::Player player) const {
    return cards_[player] == kNone ? "-" : std::to_string(cards_[player] + 1);
  }
  std::string text(const std::string& first, const std::string& second) const {
    std::string line = "first " + first + ", second " + second + ";";
    for (int i = length() - 1; i >= 0; --i) line += (moves_ >> i & 1) != 0 ? " chip" : " pass";
    return line + '\n';
  }

  std::uint32_t all_;
  std::uint8_t cards_[2] = {kNone, kNone};
  std::uint8_t moves_ = 1;
};

BANYAN_GAME(OneCardPoker, "one_card_poker",
            "a card each, unseen by the other, and one bet; the higher card wins")

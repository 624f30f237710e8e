// The tests that every game must pass, for your own game.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/game/game.hpp>
#include <banyan/core/game/game_text.hpp>
#include <banyan/games/conformance_test.hpp>

/// One or two counters are taken; taking the last one wins.
class Counters {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;
  static constexpr bool kAlternates = true;  // the tests verify this

  banyan::Player to_move() const { return player_; }
  banyan::MovesOf<Counters> legal_moves() const {
    banyan::MovesOf<Counters> moves;
    for (Move taken = 1; taken <= 2 && taken <= left_; ++taken) moves.push_back(taken);
    return moves;
  }
  void play(Move taken) {
    left_ -= taken;
    player_ = 1 - player_;
  }
  bool over() const { return left_ == 0; }
  banyan::Points result(banyan::Player player) const {
    return player == player_ ? banyan::kLoss : banyan::kWin;
  }

  std::string to_text(Move taken) const { return std::to_string(taken); }
  std::optional<Move> parse(std::string_view text) const {
    if (text != "1" && text != "2") return std::nullopt;
    return static_cast<Move>(text[0] - '0');
  }
  std::string board() const {
    return std::to_string(left_) + '\n' + banyan::turn_text(*this) + '\n';
  }

  friend bool operator==(const Counters&, const Counters&) = default;

 private:
  std::uint32_t left_ = 10;
  banyan::Player player_ = 0;
};

// Lines of 1, 2, 3, ... moves.
[[maybe_unused]] const auto kChecks =
    banyan::conformance::check_game("Counters", [] { return Counters(); }, {2, 4, 8, 16, 32, 57});

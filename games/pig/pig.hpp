// Pig: one die, for two players or more.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"

namespace banyan {

/// The dice game whose best play Neller and Presser (2004) computed. On a turn a player rolls a die
/// as often as they like. Each roll adds to the turn's total, but a 1 takes all of it away and ends
/// the turn. Holding adds the total to the player's score; reaching the target wins. As in the
/// paper, the game is over once score and total together reach the target, since nobody would roll
/// on. A turn begins with a roll. More than two players take turns in order; all but the winner
/// lose.
///
/// A move is kRoll or kHold, in text roll and hold. An outcome of chance is the number on the die,
/// 1 to 6.
class Pig {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 6;
  static constexpr Move kRoll = 0;
  static constexpr Move kHold = 7;
  static constexpr int kMaxTarget = 10'000;
  static constexpr int kMaxPlayers = 4;

  explicit Pig(int target = 100, int players = 2)
      : target_(static_cast<std::int16_t>(target)), players_(static_cast<std::uint8_t>(players)) {
    assert(target >= 1 && target <= kMaxTarget && players >= 2 && players <= kMaxPlayers);
  }

  /// A two-player game in the middle of a turn of player 0; total 0 is before the first roll.
  Pig(int target, int own_score, int other_score, int total) : Pig(target) {
    scores_[0] = static_cast<std::int16_t>(own_score);
    scores_[1] = static_cast<std::int16_t>(other_score);
    total_ = static_cast<std::int16_t>(total);
  }

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] Player to_move() const { return rolling_ ? kChance : player_; }

  [[nodiscard]] MovesOf<Pig> legal_moves() const {
    MovesOf<Pig> moves;
    if (rolling_) {
      for (Move face = 1; face <= 6; ++face) moves.push_back(face);
    } else {
      moves.push_back(kRoll);
      if (total_ > 0) moves.push_back(kHold);
    }
    return moves;
  }

  void play(Move move) {
    if (move == kRoll) {
      rolling_ = true;
      return;
    }
    if (move == kHold) {
      scores_[player_] = static_cast<std::int16_t>(scores_[player_] + total_);
    } else {
      rolling_ = false;
      if (move > 1) {
        total_ = static_cast<std::int16_t>(total_ + move);
        return;
      }
    }
    total_ = 0;
    player_ = static_cast<std::uint8_t>((player_ + 1) % players_);
  }

  [[nodiscard]] bool over() const { return scores_[player_] + total_ >= target_; }
  /// The player whose turn it is has won.
  [[nodiscard]] Points result(Player player) const { return player == player_ ? kWin : kLoss; }

  [[nodiscard]] Move draw(Random& random) const { return static_cast<Move>(1 + random.below(6)); }
  [[nodiscard]] double probability(Move /*face*/) const { return 1.0 / 6; }

  [[nodiscard]] std::string to_text(Move move) const {
    if (move == kRoll) return "roll";
    return move == kHold ? "hold" : std::to_string(move);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    for (Move move = kRoll; move <= kHold; ++move) {
      if (to_text(move) == lower) return move;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string board() const {
    std::string text;
    for (std::size_t player = 0; player < players_; ++player) {
      text += std::string(player == 0 ? "" : ", ") + kMarks[player] + ' ' +
              std::to_string(scores_[player]);
    }
    text += " of " + std::to_string(target_) + ", this turn " + std::to_string(total_) + '\n';
    return text + kMarks[player_] + (over() ? " has won" : rolling_ ? " rolls" : " to move") + '\n';
  }

  friend bool operator==(const Pig&, const Pig&) = default;

 private:
  static constexpr const char* kMarks = "XOAB";

  std::int16_t target_;
  std::int16_t scores_[kMaxPlayers] = {};
  std::int16_t total_ = 0;  // of the turn
  std::uint8_t players_;
  std::uint8_t player_ = 0;  // whose turn it is
  bool rolling_ = false;     // the die is in the air
};
static_assert(TextGame<Pig> && ChanceGame<Pig> && ManyPlayers<Pig> && sizeof(Pig) == 16);

}  // namespace banyan

// Gomoku opened by swap2, the rule of tournaments since 2009: the first player lays three stones,
// and colours are chosen when they lie.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/text_match.hpp"

namespace banyan {

/// Player 0 lays X, O, X. Player 1 stays O, takes X by a swap, or puts two more stones, O and X,
/// and leaves the same choice to player 0. Then O moves, and it is Gomoku.
///
/// A swap changes the stones' owners, as Hex's swap of pieces does, so that X is always player 0's.
/// Behind the cells of Gomoku's set of moves there is room for the three choices.
template <int MaxSize>
class Swap2 {
  using Stones = Gomoku<MaxSize>;

 public:
  using Move = typename Stones::Move;
  using Cells = typename Stones::Cells;
  static constexpr Move kStay = Stones::kMaxMoves;
  static constexpr Move kSwap = Stones::kMaxMoves + 1;
  static constexpr Move kPutTwo = Stones::kMaxMoves + 2;
  static constexpr std::size_t kMaxMoves = Stones::kMaxMoves + 3;
  static_assert(kMaxMoves <= 64 * Stones::kWords);
  static constexpr int kMinLine = 4;  // three stones of the opening make no line

  /// `start`: a board without stones.
  explicit Swap2(const Stones& start) : stones_(start) {
    assert(start.line() >= kMinLine && start.legal_set().size() == start.size().cells());
  }

  [[nodiscard]] Player to_move() const {
    switch (stage_) {
      case Stage::kFirstThree:
      case Stage::kLastChoice:
        return 0;
      case Stage::kChoice:
      case Stage::kTwoMore:
        return 1;
      case Stage::kPlay:
        break;
    }
    return stones_.to_move();
  }

  [[nodiscard]] Cells legal_set() const {
    if (!is_choice()) return stones_.legal_set();
    Cells choices;
    choices.insert(kStay);
    choices.insert(kSwap);
    if (stage_ == Stage::kChoice) choices.insert(kPutTwo);
    return choices;
  }

  [[nodiscard]] MovesOf<Swap2> legal_moves() const {
    MovesOf<Swap2> moves;
    legal_set().for_each([&](int move) { moves.push_back(static_cast<Move>(move)); });
    return moves;
  }

  void play(Move move) {
    if (move == kPutTwo) {
      stage_ = Stage::kTwoMore;
    } else if (is_choice()) {
      if (move == kSwap) stones_.swap_colours();
      stage_ = Stage::kPlay;
    } else {
      stones_.play(move);
      const int stones = stones_.size().cells() - stones_.legal_set().size();
      if (stage_ == Stage::kFirstThree && stones == 3) stage_ = Stage::kChoice;
      if (stage_ == Stage::kTwoMore && stones == 5) stage_ = Stage::kLastChoice;
    }
  }

  [[nodiscard]] bool over() const { return stones_.over(); }
  [[nodiscard]] Points result(Player player) const { return stones_.result(player); }

  Playout playout(Random& random) const {
    Swap2 position = *this;
    int plies = 0;
    for (; position.stage_ != Stage::kPlay; ++plies) {
      const auto moves = position.legal_moves();
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    Playout rest = position.stones_.playout(random);
    rest.plies += plies;
    return rest;
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return move == kStay     ? "stay"
           : move == kSwap   ? "swap"
           : move == kPutTwo ? "put-two"
                             : stones_.to_text(move);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    for (const Move move : {kStay, kSwap, kPutTwo}) {
      if (same_word(text, to_text(move))) return move;
    }
    return stones_.parse(text);
  }

  [[nodiscard]] std::string board() const {
    std::string text = stones_.board();
    text.erase(text.rfind('\n', text.size() - 2) + 1);  // who is to move there
    return text + turn_text(*this) + '\n';
  }

  friend bool operator==(const Swap2&, const Swap2&) = default;

 private:
  enum class Stage : std::uint8_t { kFirstThree, kChoice, kTwoMore, kLastChoice, kPlay };

  [[nodiscard]] bool is_choice() const {
    return stage_ == Stage::kChoice || stage_ == Stage::kLastChoice;
  }

  Stones stones_;
  Stage stage_ = Stage::kFirstThree;
};
static_assert(MoveSetGame<Swap2<15>> && FastPlayout<Swap2<15>> && TextGame<Swap2<15>>);

}  // namespace banyan

// Nim, for two players or more.
#pragma once

#include <array>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/position_key.hpp"

namespace banyan {

/// Players in turn take any number of objects, at least one, from one heap; taking the last one
/// wins. For two players the theory is Bouton's (1901). With more, the player who moved just before
/// the winner comes second (worth a draw) and all others lose, so players who cannot win still have
/// preferences (compare Li 1978). Misere, only for two players: taking the last one loses. A
/// position is lost if its sum is 0, or 1 if no heap has more than one object (Bouton 1901).
///
/// A move is 16 * heap + objects; in text the heap as a letter and the number of objects, as in b3.
class Nim {
 public:
  using Move = std::uint8_t;
  static constexpr int kMaxHeaps = 5;
  static constexpr int kMaxHeap = 12;
  static constexpr std::size_t kMaxMoves = kMaxHeaps * kMaxHeap;
  static constexpr int kMaxPlayers = 4;

  explicit Nim(std::initializer_list<int> heaps = {3, 4, 5}, int players = 2, bool misere = false)
      : Nim(std::span(heaps.begin(), heaps.size()), players, misere) {}

  Nim(std::span<const int> heaps, int players, bool misere = false)
      : size_(static_cast<std::uint8_t>(heaps.size())),
        players_(static_cast<std::uint8_t>(players)),
        misere_(misere) {
    assert(!heaps.empty() && heaps.size() <= kMaxHeaps && players >= 2 && players <= kMaxPlayers);
    assert(players == 2 || !misere);
    for (std::size_t heap = 0; heap < heaps.size(); ++heap) {
      assert(heaps[heap] >= 0 && heaps[heap] <= kMaxHeap);
      heaps_[heap] = static_cast<std::uint8_t>(heaps[heap]);
    }
  }

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] Player to_move() const { return player_; }

  [[nodiscard]] MovesOf<Nim> legal_moves() const {
    MovesOf<Nim> moves;
    for (unsigned heap = 0; heap < size_; ++heap) {
      for (unsigned taken = 1; taken <= heaps_[heap]; ++taken) {
        moves.push_back(static_cast<Move>(16 * heap + taken));
      }
    }
    return moves;
  }

  void play(Move move) {
    heaps_[move / 16] = static_cast<std::uint8_t>(heaps_[move / 16] - move % 16);
    player_ = static_cast<std::uint8_t>((player_ + 1) % players_);
  }

  [[nodiscard]] bool over() const { return heaps_ == decltype(heaps_){}; }

  [[nodiscard]] Points result(Player player) const {
    const int turns_ago = (player_ - player + players_ - 1) % players_;  // 0: took the last one
    if (misere_) return turns_ago == 0 ? kLoss : kWin;
    if (turns_ago == 0) return kWin;
    return players_ > 2 && turns_ago == 1 ? kDraw : kLoss;
  }

  [[nodiscard]] std::uint64_t position_key() const {
    std::uint64_t word = player_;
    for (const std::uint8_t heap : heaps_) word = word << 4U | heap;
    return scrambled(word);
  }

  /// Bouton's sum for two players: the player to move loses at 0, unless the game is misere.
  [[nodiscard]] int nim_sum() const {
    int sum = 0;
    for (const std::uint8_t heap : heaps_) sum ^= heap;
    return sum;
  }

  [[nodiscard]] std::string to_text(Move move) const {
    return static_cast<char>('a' + move / 16) + std::to_string(move % 16);
  }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    const auto cell = parse_cell(text, size_, kMaxHeap);
    if (!cell) return std::nullopt;
    return static_cast<Move>(16 * cell->column + cell->row + 1);
  }

  [[nodiscard]] std::string board() const {
    std::string text;
    for (std::size_t heap = 0; heap < size_; ++heap) {
      text += {static_cast<char>('a' + heap), ' '};
      text += std::string(heaps_[heap], '|') + '\n';
    }
    const int winner = misere_ ? player_ : (player_ + players_ - 1) % players_;
    return text + "player " + std::to_string(1 + (over() ? winner : player_)) +
           (over() ? " has won\n" : " to move\n");
  }

  friend bool operator==(const Nim&, const Nim&) = default;

 private:
  std::array<std::uint8_t, kMaxHeaps> heaps_{};
  std::uint8_t size_;
  std::uint8_t players_;
  std::uint8_t player_ = 0;
  bool misere_;
};
static_assert(TextGame<Nim> && ManyPlayers<Nim> && KeyedGame<Nim> && sizeof(Nim) == 9);

}  // namespace banyan

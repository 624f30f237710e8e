// P-games: synthetic trees of a chosen shape, with playouts of adjustable cost.
#pragma once

#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bits.hpp"
#include "core/base/clock.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "games/p_game/busy_work.hpp"

namespace banyan {

/// A P-game's shape, which tree of that shape it is, and the cost of its playouts.
struct PGameOptions {
  int branching = 2;       ///< moves in every position, 2 to the class's maximum
  int depth = 20;          ///< moves in every game, 1 to 250
  std::uint64_t seed = 1;  ///< trees with different seeds are unrelated
  int cost = 0;            ///< busy work in every playout, up to 1'000'000 ns
  int sleep = 0;           ///< or sleep in every playout, up to 1'000'000'000 ns; not both
};

/// A game tree with numbers on its edges (Kocsis and Szepesvari 2006, after Smith and Nau 1994).
/// Moves of player 0 are worth 0 to 127, those of player 1 -127 to 0. The sign of the sum over a
/// whole game decides who won; 0 is a draw. A move is the index of an edge, in text counted from 1.
///
/// The tree is not stored. An edge's number comes from a hash of the seed and the path from the
/// root to the edge's lower end, and a position carries that hash. So one shape and seed gives the
/// same tree for every `MaxMoves`.
template <int MaxMoves>
class BasicPGame {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = MaxMoves;
  static constexpr bool kAlternates = true;
  static constexpr int kMaxDepth = 250;
  static constexpr int kMaxCost = 1'000'000;
  static constexpr int kMaxSleep = 1'000'000'000;

  explicit BasicPGame(const PGameOptions& options = {})
      : path_(scramble(options.seed ^ 0x0b57ac1ed0a7b10cULL)),
        cost_(static_cast<std::uint32_t>(options.cost + options.sleep)),
        branching_(static_cast<std::uint8_t>(options.branching)),
        depth_(static_cast<std::uint8_t>(options.depth)),
        sleeps_(options.sleep > 0) {
    assert(options.branching >= 2 && options.branching <= MaxMoves);
    assert(options.depth >= 1 && options.depth <= kMaxDepth);
    assert(options.cost >= 0 && options.cost <= kMaxCost);
    assert(options.sleep >= 0 && options.sleep <= kMaxSleep);
    assert(options.cost == 0 || options.sleep == 0);
    if (options.cost > 0) work_steps_per_nanosecond();  // measured now, not in the first playout
  }

  [[nodiscard]] int branching() const { return branching_; }
  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] int plies() const { return plies_; }
  /// The sum of the edges so far.
  [[nodiscard]] int sum() const { return sum_; }
  /// A hash that identifies this position among all positions of all trees.
  [[nodiscard]] std::uint64_t path() const { return path_; }

  /// The hash of a path that goes on with `move`.
  static constexpr std::uint64_t longer(std::uint64_t path, Move move) {
    return scramble(path + (move + std::uint64_t{1}) * 0x9e3779b97f4a7c15ULL);
  }
  /// The number on the last edge of a path, if `player` moved along it.
  static constexpr int edge_value(std::uint64_t path, Player player) {
    const int value = static_cast<int>(path >> 57);
    return player == 0 ? value : -value;
  }

  [[nodiscard]] Player to_move() const { return plies_ % 2; }

  [[nodiscard]] MovesOf<BasicPGame> legal_moves() const {
    MovesOf<BasicPGame> moves;
    for (Move move = 0; move < branching_; ++move) moves.push_back(move);
    return moves;
  }

  /// For the trees of wide games (core/tree/wide_tree.hpp).
  [[nodiscard]] auto legal_set() const requires(MaxMoves > 16) {
    BitSet<(MaxMoves + 63) / 64> moves;
    for (int first = 0; first < branching_; first += 64) {
      const int count = std::min(64, branching_ - first);
      moves.words[static_cast<unsigned>(first) / 64] = ~std::uint64_t{0} >> (64 - count);
    }
    return moves;
  }

  void play(Move move) {
    path_ = longer(path_, move);
    sum_ = static_cast<std::int16_t>(sum_ + edge_value(path_, to_move()));
    ++plies_;
  }

  [[nodiscard]] bool over() const { return plies_ == depth_; }

  [[nodiscard]] Points result(Player player) const {
    if (sum_ == 0) return kDraw;
    return (sum_ > 0) == (player == 0) ? kWin : kLoss;
  }

  /// Also spends the requested time; that changes nothing else.
  Playout playout(Random& random) {
    if (cost_ > 0) take_time();
    const int before = plies_;
    while (!over()) play(static_cast<Move>(random.below(branching_)));
    return {result(0), plies_ - before};
  }

  [[nodiscard]] std::string to_text(Move move) const { return std::to_string(move + 1); }

  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    unsigned number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || rest != end || text[0] == '0') return std::nullopt;
    if (number > branching_) return std::nullopt;
    return static_cast<Move>(number - 1);
  }

  [[nodiscard]] std::string board() const {
    std::string text = "ply " + std::to_string(plies_) + " of " + std::to_string(depth_) +
                       ", sum " + std::to_string(sum_) + ", path ";
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[path_ >> shift & 15];
    return text + '\n' + turn_text(*this) + '\n';
  }

  friend bool operator==(const BasicPGame&, const BasicPGame&) = default;

 private:
  void take_time() const {
    if (sleeps_) {
      Clock::sleep_for(std::chrono::nanoseconds(cost_));
    } else {
      work_for(cost_);
    }
  }

  std::uint64_t path_;
  std::uint32_t cost_;
  std::int16_t sum_ = 0;  // at most 125 * 127
  std::uint8_t branching_;
  std::uint8_t depth_;
  std::uint8_t plies_ = 0;
  bool sleeps_;
  static_assert(MaxMoves >= 2 && MaxMoves <= 255);  // a move and their number are bytes
};

using PGame = BasicPGame<16>;
using LargePGame = BasicPGame<225>;  // as many moves as Gomoku on its usual board
static_assert(FastPlayout<PGame> && TextGame<PGame> && MoveSetGame<LargePGame> &&
              sizeof(PGame) == 24);

}  // namespace banyan

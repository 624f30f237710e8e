// What the playouts of one worker learn from one another, and the moves that they choose by it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/arena.hpp"
#include "core/base/draw.hpp"
#include "core/game/game.hpp"
#include "core/game/knowledge.hpp"
#include "core/playout/general_playout.hpp"
#include "core/playout/learned/good_replies.hpp"
#include "core/playout/learned/move_means.hpp"
#include "core/playout/learned/ngram_means.hpp"
#include "core/selection/policy.hpp"
#include "core/tree/policy/amaf.hpp"

namespace banyan {

/// One worker's tables, on its own cache lines: MAST's, NST's or LGRF's. For two players and
/// NumberedMoves; other games must not ask for them. Each game is recorded from the root on:
/// begin(), add() for every move, learn().
template <Game G>
class alignas(2 * Arena::kLine) LearnedMoves {
 public:
  using Move = typename G::Move;

  explicit LearnedMoves(const PolicyOptions& policy) : rule_(policy.playout), tau_(policy.tau) {
    constexpr std::size_t kMoves = G::kMaxMoves;
    assert(NumberedMoves<G> || !policy.learns());
    if (rule_ == PlayoutRule::kMast) means_ = MoveMeans(kMoves, tau_);
    if (rule_ == PlayoutRule::kNst) ngrams_ = NgramMeans(kMoves);
    if (rule_ == PlayoutRule::kLgrf) replies_ = GoodReplies(kMoves);
  }

  void clear() {
    means_.clear();
    ngrams_.clear();
    replies_.clear();
  }

  void begin() { game_.clear(); }
  void add(Move move, Player player) {
    game_.push_back(
        {static_cast<std::uint16_t>(move_number<G>(move)), static_cast<std::int8_t>(player)});
  }
  void learn(Points first) {
    if (rule_ == PlayoutRule::kMast) means_.learn(game_, first);
    if (rule_ == PlayoutRule::kNst) ngrams_.learn(game_, first);
    if (rule_ == PlayoutRule::kLgrf) replies_.learn(game_, first);
  }

  /// A legal move, or one of the game's default policy; nothing if no good reply is known.
  [[nodiscard]] std::optional<Move> choose(const G& position, Random& random) const {
    const Player player = position.to_move();
    std::array<std::size_t, 2> recent{};
    const std::size_t known = std::min<std::size_t>(game_.size(), 2);
    for (std::size_t i = 0; i < known; ++i) recent[i] = game_[game_.size() - known + i].move;
    const std::span<const std::size_t> last(recent.data(), known);
    if (rule_ == PlayoutRule::kLgrf) {
      const auto reply =
          replies_.reply(player, last, [&](std::size_t move) { return may_play(position, move); });
      return reply ? std::optional(static_cast<Move>(*reply)) : std::nullopt;
    }
    const auto choices = choices_of(position);
    std::array<double, G::kMaxMoves> values;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const std::size_t move = move_number<G>(choices[i]);
      values[i] = rule_ == PlayoutRule::kMast ? means_.value(player, move)
                                              : ngram_value(player, last, move);
    }
    const std::span<double> all(values.data(), choices.size());
    if (tau_ == 0) return choices[draw_best(all, random)];
    for (std::size_t i = 1; i < all.size(); ++i) all[i] += all[i - 1];
    return choices[draw_by_sums(all, random)];
  }

  /// Those of MAST.
  [[nodiscard]] const MoveMeans& means() const { return means_; }

  [[nodiscard]] std::size_t bytes() const {
    return means_.bytes() + ngrams_.bytes() + replies_.bytes();
  }

 private:
  static MovesOf<G> choices_of(const G& position) {
    if constexpr (PlayoutPolicyGame<G>) {
      return position.playout_moves();
    } else {
      return position.legal_moves();
    }
  }
  static bool may_play(const G& position, std::size_t move) {
    if constexpr (MoveSetGame<G> && !PlayoutPolicyGame<G>) {
      return position.legal_set().contains(static_cast<int>(move));
    } else {
      const auto choices = choices_of(position);
      return std::find(choices.begin(), choices.end(), move) != choices.end();
    }
  }
  [[nodiscard]] double ngram_value(Player player, std::span<const std::size_t> last,
                                   std::size_t move) const {
    const double value = ngrams_.value(player, last, move);
    return tau_ == 0 ? value : gibbs_weight(value, tau_);
  }

  PlayoutRule rule_;
  double tau_;
  MoveMeans means_;
  NgramMeans ngrams_;
  GoodReplies replies_;
  SimulatedGame game_;
};

}  // namespace banyan

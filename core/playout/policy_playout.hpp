// Playouts by policy: decisive, heavy or learned moves, mixed with uniform ones, with a cap,
// recorded.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/game/knowledge.hpp"
#include "core/playout/general_playout.hpp"
#include "core/playout/learned_moves.hpp"
#include "core/playout/playout.hpp"
#include "core/selection/policy.hpp"
#include "core/tree/policy/amaf.hpp"

namespace banyan {

/// A random legal move, or one of the game's default policy.
template <Game G>
[[gnu::always_inline]] inline typename G::Move uniform_move(const G& position, Random& random) {
  if constexpr (!PlayoutPolicyGame<G> && requires { position.legal_set().take_nth(0U); }) {
    auto set = position.legal_set();
    const auto size = static_cast<std::uint32_t>(set.size());
    return static_cast<typename G::Move>(set.take_nth(random.below(size)));
  } else {
    return playout_move(position, random);
  }
}

/// A move that wins at once, if there is one: the first in the order of legal_moves().
template <Game G>
std::optional<typename G::Move> winning_move(const G& position) {
  const Player mover = position.to_move();
  for (const auto move : position.legal_moves()) {
    G next = position;
    next.play(move);
    if (next.over() && next.result(mover) == kWin) return move;
  }
  return std::nullopt;
}

/// Decisive moves by the rules alone. First choice is a winning move. Otherwise the move that
/// `otherwise` makes is tried: if the opponent could win by a reply to it, that reply is played
/// first, if legal. In games of lines and connections that blocks the win.
template <Game G, class Otherwise>
typename G::Move decisive_move_by_rules(const G& position, const Otherwise& otherwise) {
  if (const auto win = winning_move(position)) return *win;
  const typename G::Move move = otherwise();
  G next = position;
  next.play(move);
  if (next.over()) return move;
  const auto reply = winning_move(next);
  if (!reply) return move;
  const auto legal = position.legal_moves();
  if (std::find(legal.begin(), legal.end(), *reply) == legal.end()) return move;
  return *reply;
}

/// One worker's playouts. `capped` counts those that the length cap ended.
template <Game G>
class PolicyPlayout {
 public:
  using Move = typename G::Move;

  explicit PolicyPlayout(const PolicyOptions& policy)
      : rule_(policy.playout),
        decisive_(policy.decisive),
        epsilon_(static_cast<std::uint64_t>(policy.epsilon * 0x1p32)),
        cap_(policy.cap == 0 ? ~std::uint32_t{0} : policy.cap) {}

  /// Whether plain playouts suffice, so that the game's fast ones can be used.
  [[nodiscard]] bool is_plain() const {
    return rule_ == PlayoutRule::kUniform && cap_ == ~std::uint32_t{0};
  }

  /// From now on moves are chosen by what is learned there, which the playouts add to. The caller
  /// records the game up to the position that is played out.
  void learn_in(LearnedMoves<G>& learned) { learned_ = &learned; }

  /// Plays a position that is not over to its end. `last` holds at most two moves before, the
  /// latest last. Records who made which move first, unless `movers` is null. Once the search is
  /// over, the rest is played uniformly, not recorded and not learned from, since a game of Go with
  /// decisive moves takes 100 ms. A long game stops instead: kStopped.
  Points play(const G& position, std::span<const Move> last, FirstMovers<G>* movers, Random& random,
              const Budget& budget) {
    if (is_plain()) {
      const AsksBudget stop{&budget};
      if (movers == nullptr) return uniform_playout(position, random, stop).first;
      if constexpr (RecordedPlayout<G> || StoppablePlayouts<G>) {
        const auto played = [&](Move move, Player player) { movers->append(move, player); };
        return recorded_playout(position, random, played, stop).first;
      }
    }
    return play_by_moves(position, last, movers, random, budget);
  }

  [[nodiscard]] std::uint64_t capped() const { return capped_; }

 private:
  Points play_by_moves(G position, std::span<const Move> last, FirstMovers<G>* movers,
                       Random& random, const Budget& budget) {
    std::array<Move, 2> recent{};
    std::size_t known = last.size();
    std::copy(last.begin(), last.end(), recent.end() - static_cast<std::ptrdiff_t>(known));
    for (std::uint32_t plies = 0; !position.over(); ++plies) {
      if (plies == cap_) {
        ++capped_;
        return learned_from(kDraw);
      }
      const bool looks = plies % kMovesUntilAsked == kMovesUntilAsked - 1;
      if (looks ? budget.expired(Clock::now()) : budget.over()) {
        return uniform_playout(position, random, AsksBudget{&budget}).first;
      }
      const std::span<const Move> two(recent.end() - static_cast<std::ptrdiff_t>(known), known);
      const Move move = choose(position, two, random);
      if (movers != nullptr) movers->append(move, position.to_move());
      if (learned_ != nullptr) learned_->add(move, position.to_move());
      position.play(move);
      recent = {recent[1], move};
      known = std::min<std::size_t>(known + 1, 2);
    }
    return learned_from(position.result(0));
  }

  Points learned_from(Points result) {
    if (learned_ != nullptr) learned_->learn(result);
    return result;
  }

  Move choose(const G& position, std::span<const Move> last, Random& random) const {
    if (rule_ != PlayoutRule::kUniform && (epsilon_ == 0 || random.next() >> 32U >= epsilon_)) {
      if (const auto move = preferred(position, last, random)) return *move;
    }
    return uniform_move(position, random);
  }

  std::optional<Move> preferred(const G& position, std::span<const Move> last,
                                Random& random) const {
    if constexpr (HeavyGame<G>) {
      if (rule_ == PlayoutRule::kHeavy) return position.heavy_move(last, random);
    }
    if (learned_ != nullptr) return learned_move(position, last, random);
    if constexpr (DecisiveGame<G>) {
      if (knows_decisive_moves(position)) return position.decisive_move(last, random);
    }
    return decisive_move_by_rules(position, [&] { return uniform_move(position, random); });
  }

  /// A decisive move if they come first and there is one, else the learned one, if there is one.
  [[gnu::noinline]] std::optional<Move> learned_move(const G& position, std::span<const Move> last,
                                                     Random& random) const {
    if (!decisive_) return learned_->choose(position, random);
    if constexpr (DecisiveGame<G>) {
      if (knows_decisive_moves(position)) {
        const auto move = position.decisive_move(last, random);
        return move ? move : learned_->choose(position, random);
      }
    }
    return decisive_move_by_rules(position, [&] {
      const auto move = learned_->choose(position, random);
      return move ? *move : uniform_move(position, random);
    });
  }

  PlayoutRule rule_;
  bool decisive_;          // before learned moves
  std::uint64_t epsilon_;  // in units of 2^-32
  std::uint32_t cap_;
  std::uint64_t capped_ = 0;
  LearnedMoves<G>* learned_ = nullptr;
};

}  // namespace banyan

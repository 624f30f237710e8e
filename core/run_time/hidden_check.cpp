// Looks at a position of a game that hides something as each of its players.
#include "core/run_time/hidden_check.hpp"

#include <cstdint>
#include <set>

namespace banyan {
namespace {

using Hidden = HiddenRunTimeGame;
using Move = Hidden::Move;
using Sentences = std::vector<std::string>;

bool is_legal(const Hidden& position, Move move) {
  return move < kFirstCode && (position.legal_mask() >> move & 1) != 0;
}

/// The mover must know which of the moves was made; others may know less.
void look_at_observations(const Hidden& position, Sentences& wrong) {
  constexpr std::uint32_t kLastCode = 1U << 31U;
  const Player mover = position.to_move();
  for (Player observer = 0; observer < position.players(); ++observer) {
    std::set<std::uint32_t> codes;
    for (const Move move : position.legal_moves()) {
      const std::uint32_t seen = position.observe(move, observer);
      const bool is_code = seen >= kFirstCode && seen <= kLastCode;
      if (seen != kUnseen && seen != move && !is_code) {
        wrong.emplace_back("an observation is neither the move, nor a code from 64, nor kUnseen");
      }
      if (observer != mover) continue;
      if (seen == kUnseen) wrong.emplace_back("a player does not see the move that he makes");
      if (!codes.insert(seen).second) {
        wrong.emplace_back("a player does not see which move he makes: two have one observation");
      }
    }
  }
}

/// A drawn position looks to the observer as this one does.
void look_at_world(const Hidden& position, const Hidden& world, Player observer, Sentences& wrong) {
  if (world.over() != position.over()) {
    wrong.emplace_back("determinize draws a position that is over, and this one is not");
    return;
  }
  if (world.information(observer) != position.information(observer)) {
    wrong.emplace_back("determinize changes what the observer knows: information");
  }
  if (world.view(observer) != position.view(observer)) {
    wrong.emplace_back("determinize changes what the observer sees: view");
  }
  if (position.to_move() != observer) return;
  if (world.to_move() != observer || world.legal_mask() != position.legal_mask()) {
    wrong.emplace_back("determinize changes the legal moves of the observer");
  }
}

/// Positions that looked alike and in which the observer saw the same look alike.
void look_after(const Hidden& position, const Hidden& world, Move move, Player observer,
                Sentences& wrong) {
  const std::uint32_t seen = position.observe(move, observer);
  Hidden next = position;
  next.play(move);
  if (world.to_move() != position.to_move() || !is_legal(world, move) ||
      world.observe(move, observer) != seen) {
    return;
  }
  Hidden other = world;
  other.play(move);
  if (other.over() == next.over() && other.information(observer) != next.information(observer)) {
    wrong.emplace_back("information tells what the observer has not seen");
  }
}

}  // namespace

bool HiddenCheck::tells_apart(const Hidden& position, Player observer) {
  constexpr std::size_t kMostWorlds = 20'000;
  const std::uint64_t known = position.information(observer);
  Random random({.seed = known});
  const Hidden world = position.determinize(observer, random);
  const auto at = worlds_.find({observer, known});
  if (at != worlds_.end()) return !(at->second == world);
  if (worlds_.size() < kMostWorlds) worlds_.emplace(std::pair(observer, known), world);
  return false;
}

Sentences HiddenCheck::defects(const Hidden& position, Random& random) {
  Sentences wrong;
  look_at_observations(position, wrong);
  const auto legal = position.legal_moves();
  if (legal.empty()) return wrong;
  const bool chance = position.to_move() == kChance;
  const auto size = static_cast<std::uint32_t>(legal.size());
  const Move move = chance ? position.draw(random) : legal[random.below(size)];
  for (Player observer = 0; observer < position.players(); ++observer) {
    const Hidden world = position.determinize(observer, random);
    look_at_world(position, world, observer, wrong);
    if (tells_apart(position, observer) || tells_apart(world, observer)) {
      wrong.emplace_back("determinize depends on what the observer has not seen");
    }
    if (is_legal(position, move)) look_after(position, world, move, observer, wrong);
  }
  return wrong;
}

}  // namespace banyan

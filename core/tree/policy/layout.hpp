// The tree of policy search: what its blocks hold, and where.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/arena.hpp"
#include "core/selection/policy.hpp"

namespace banyan {

/// What the layout of blocks depends on besides the policies.
struct BlockNeeds {
  std::size_t move_bytes;
  bool shared;                ///< whether several threads use the tree at once
  std::size_t set_bytes = 0;  ///< of a set of moves; 0 if the game has none or too few moves
  std::size_t players = 1;
};

/// Layout of the block of a node with k moves in a game of p players. What only some policies need
/// takes memory only with these:
///
///   size   what
///   4      k, the number of children
///   4      children tried so far; more than k if threads raced for the last one
///   8      who moves here, or kChance                        returns
///   24     what one thread keeps of a node (OwnedNode)       terms
///   8 + s  GrowingNode, and a set of moves, of s bytes       blocks that grow
///   8 k    Stat of each child                                points
///   8 p k  sums of returns, those of player 0 first          returns
///   8 p k  values likewise                                   returns, not with Backup::kMean
///   8 k    AMAF Stat of each child                           AMAF
///   4 k    terms of the selection rule, first those that     terms (kept_terms.hpp): points of
///   4 k    the rule calls a, then b                          one thread, draws worth a half,
///   4 k    then c                                            no AMAF, UCT2 or widening; c: tuned
///   4 k    descents in flight below each child               shared
///   4 k    Node of each child, kNoNode while it is a leaf
///   4 k    draws among the results of each child             points, if draws count
///   4 k    visits of each child                              returns
///   4 k    prior of each child, which add up to 1            PUCT, unless all are equal
///   m k    Move of each child, m = sizeof(Move)
///   k      Proof of each child                               points, solver
///   p k    Proofs, those of player 0 first                   returns, solver
///   8      Stat of the node, on the next multiple of 8       UCT2
///
/// A block that grows has room for more children than it has. Then k is that room.
///
/// The offset of each array is a number of bytes per child, counted from the end of the head.
template <bool HasReturns>
struct PolicyLayout {
  static constexpr std::size_t kHead = HasReturns ? 16 : 8;  // of every block
  static constexpr std::size_t kResults = 0;
  static constexpr std::size_t kTerm = 4;
  static constexpr std::size_t kOwned = 24;
  static constexpr std::size_t kGrown = 8;
  bool with_total;
  bool with_terms;
  bool with_priors;
  bool grows;
  std::size_t head;  // bytes in front of the arrays
  std::size_t amaf;  // bytes per child
  std::size_t terms;
  std::size_t in_flight;
  std::size_t children;
  std::size_t counts;
  std::size_t priors;
  std::size_t moves;
  std::size_t proofs;
  std::size_t end;

  PolicyLayout(const PolicyOptions& policy, const BlockNeeds& needs)
      : with_total(policy.transpositions == Transpositions::kUct2),
        with_terms(!HasReturns && !needs.shared && !policy.uses_amaf() && !with_total &&
                   policy.draw == 0.5 && !policy.widening.limits() && has_terms(policy.select)),
        with_priors(policy.uses_priors() && (HasReturns || !policy.has_equal_priors())),
        grows(with_terms && !with_priors && !policy.is_graph() && needs.set_bytes > 0),
        head(kHead + (with_terms ? kOwned : 0) + (grows ? kGrown + needs.set_bytes : 0)),
        amaf(8 * needs.players * (HasReturns && policy.backup != Backup::kMean ? 2 : 1)),
        terms(amaf + (policy.uses_amaf() ? 8 : 0)),
        in_flight(terms + (with_terms ? kTerm * kept_terms(policy.select) : 0)),
        children(in_flight + (needs.shared ? 4 : 0)),
        counts(children + 4),
        priors(counts + (HasReturns || policy.counts_draws() ? 4 : 0)),
        moves(priors + (with_priors ? 4 : 0)),
        proofs(moves + needs.move_bytes),
        end(proofs + (policy.solver ? needs.players : 0)) {}

  /// Numbers in a child's results, 8 bytes each.
  [[nodiscard]] std::size_t numbers() const { return amaf / 8; }
  /// Where the node's own Stat lies, from the block's start.
  [[nodiscard]] std::size_t total(std::size_t k) const { return (head + k * end + 7) / 8 * 8; }
  /// Bytes of a block.
  [[nodiscard]] std::size_t size(std::size_t k) const {
    if (with_total) return total(k) + 8;
    // The last vector of terms, or of priors, is read whole.
    const std::size_t last = (with_priors ? moves : in_flight) - kTerm;
    if (with_terms) return head + std::max(k * end, k * last + kTerm * ((k + 7) / 8 * 8));
    return head + k * end;
  }
  [[nodiscard]] std::size_t numbers_of_terms() const { return (in_flight - terms) / kTerm; }
  /// The cache lines of such a block, and of a new one that grows.
  [[nodiscard]] std::size_t lines(std::size_t k) const {
    return (size(k) + Arena::kLine - 1) / Arena::kLine;
  }
  [[nodiscard]] std::size_t first_lines() const { return std::max<std::size_t>(2, lines(1)); }
  /// How many of `most` children have room in a block of at least first_lines().
  [[nodiscard]] std::uint32_t room_in(std::size_t lines, std::uint32_t most) const {
    const std::size_t bytes = lines * Arena::kLine;
    std::size_t k = std::min<std::size_t>(most, (bytes - head) / end);
    while (size(k) > bytes) --k;
    return static_cast<std::uint32_t>(k);
  }
  /// Calls visit(offset, bytes) for each array of a block that grows.
  template <class Visit>
  void for_each_array(const Visit& visit) const {
    visit(kResults, terms);
    for (std::size_t at = terms; at < in_flight; at += kTerm) visit(at, kTerm);
    visit(children, counts - children);
    visit(counts, priors - counts);
    visit(moves, proofs - moves);
    visit(proofs, end - proofs);
  }
};

}  // namespace banyan

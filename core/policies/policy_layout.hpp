// The tree of policy search: what its blocks hold, and where.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/policies/policy.hpp"

namespace banyan {

/// Layout of the block of a node with k moves in a game of p players. What only some policies need
/// takes memory only with these:
///
///   size   what
///   4      k, the number of children
///   4      children tried so far; more than k if threads raced for the last one
///   8      who moves here, or kChance                        returns
///   8 k    Stat of each child                                points
///   8 p k  sums of returns, those of player 0 first          returns
///   8 p k  values likewise                                   returns, not with Backup::kMean
///   4 k    descents in flight below each child
///   4 k    Node of each child, kNoNode while it is a leaf
///   8 k    AMAF Stat of each child                           AMAF
///   4 k    draws among the results of each child             points, if draws count
///   4 k    visits of each child                              returns
///   4 k    prior of each child, which add up to 1            PUCT
///   m k    Move of each child, m = sizeof(Move)
///   k      Proof of each child                               points, solver
///   p k    Proofs, those of player 0 first                   returns, solver
///   8      Stat of the node, on the next multiple of 8       UCT2
///
/// The offset of each array is a number of bytes per child, counted from the end of the head. For
/// points (`HasReturns` false), the offsets of the first arrays are compile-time constants.
template <bool HasReturns>
struct PolicyLayout {
  static constexpr std::size_t kHead = HasReturns ? 16 : 8;
  static constexpr std::size_t kResults = 0;
  std::size_t results;  // bytes per child
  std::size_t counts;
  std::size_t priors;
  std::size_t moves;
  std::size_t proofs;
  std::size_t end;
  bool with_total;

  PolicyLayout(const PolicyOptions& policy, std::size_t move_bytes, std::size_t players = 1)
      : results(8 * players * (HasReturns && policy.backup != Backup::kMean ? 2 : 1)),
        counts(amaf() + (policy.uses_amaf() ? 8 : 0)),
        priors(counts + (HasReturns || policy.counts_draws() ? 4 : 0)),
        moves(priors + (policy.uses_priors() ? 4 : 0)),
        proofs(moves + move_bytes),
        end(proofs + (policy.solver ? players : 0)),
        with_total(policy.transpositions == Transpositions::kUct2) {}

  /// Numbers in a child's results, 8 bytes each.
  [[nodiscard]] std::size_t numbers() const { return HasReturns ? results / 8 : 1; }
  [[nodiscard]] std::size_t flying() const { return HasReturns ? results : 8; }
  [[nodiscard]] std::size_t children() const { return flying() + 4; }
  [[nodiscard]] std::size_t amaf() const { return flying() + 8; }
  /// Where the node's own Stat lies, from the block's start.
  [[nodiscard]] std::size_t total(std::size_t k) const { return (kHead + k * end + 7) / 8 * 8; }
  /// Bytes of a block.
  [[nodiscard]] std::size_t size(std::size_t k) const {
    return with_total ? total(k) + 8 : kHead + k * end;
  }
};

}  // namespace banyan

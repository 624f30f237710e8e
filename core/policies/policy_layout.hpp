// The tree of policy search: what its blocks hold, and where.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/policies/policy.hpp"

namespace banyan {

/// Layout of the block of a node with k moves; what only some policies need takes memory for these
/// alone:
///
///   size   what
///   4      k, the number of children
///   4      children tried so far; more than k where threads raced for the last
///   8 k    Stat of each child
///   4 k    descents under way below each child
///   4 k    Node of each child, kNoNode while it is a leaf
///   8 k    AMAF Stat of each child                            AMAF
///   4 k    draws among the results of each child              where they count otherwise than half
///   4 k    prior of each child, which add up to 1             PUCT
///   m k    Move of each child, m = sizeof(Move)
///   k      Proof of each child                                solver
///   8      Stat of the node, on the next multiple of 8        UCT2
///
/// Each array lies so many bytes a child behind the head.
struct PolicyLayout {
  static constexpr std::size_t kHead = 8;
  static constexpr std::size_t kStats = 0;
  static constexpr std::size_t kFlying = 8;
  static constexpr std::size_t kChildren = 12;
  static constexpr std::size_t kAmaf = 16;
  std::size_t draws;
  std::size_t priors;
  std::size_t moves;
  std::size_t proofs;
  std::size_t end;
  bool with_total;

  PolicyLayout(const PolicyOptions& policy, std::size_t move_bytes)
      : draws(kAmaf + (policy.uses_amaf() ? 8 : 0)),
        priors(draws + (policy.counts_draws() ? 4 : 0)),
        moves(priors + (policy.uses_priors() ? 4 : 0)),
        proofs(moves + move_bytes),
        end(proofs + (policy.solver ? 1 : 0)),
        with_total(policy.transpositions == Transpositions::kUct2) {}

  /// Where the node's own Stat lies, from the block's start.
  [[nodiscard]] std::size_t total(std::size_t k) const { return (kHead + k * end + 7) / 8 * 8; }
  /// Bytes of a block.
  [[nodiscard]] std::size_t size(std::size_t k) const {
    return with_total ? total(k) + 8 : kHead + k * end;
  }
};

}  // namespace banyan

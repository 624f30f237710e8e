// A spread tree whose children are chosen by any policy.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/game/knowledge.hpp"
#include "core/tree/policy/expand.hpp"
#include "core/tree/policy/growth.hpp"
#include "core/tree/policy/select.hpp"
#include "parallel/cluster/cluster_options.hpp"

namespace banyan {

/// The nodes of a spread tree (parallel/cluster/spread_tree.hpp) by the policies of
/// `options.policy`. A node does not know which others it is below, nor whether it is the root. So
/// the policy may have no AMAF, no proofs, no transpositions, no noise, no contempt and no Gumbel
/// search.
template <TwoPlayerGame G>
class PolicySpreadTree : public PolicyTree<G> {
 public:
  static constexpr bool kPlain = false;

  PolicySpreadTree(const ClusterOptions& options, std::size_t memory)
      : PolicyTree<G>(memory, options.policy, options.exploration, options.shown,
                      options.expand_after, true),
        write_priors_(options.policy.game_priors) {
    assert(!options.policy.uses_amaf() && !options.policy.solver && !options.policy.is_graph());
  }

  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    return PolicyTree<G>::make_node(position, random, lane, write_priors_, true);
  }
  Slot choose(Node node, Player mover) const {
    AmafOfAncestors<G> none;
    return this->best(node, mover, none);
  }
  bool add(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    const bool draw = games == 1 && points == kDraw;
    return this->leave(node, slot, games, points, draw ? 1 : 0) && this->policy_.all_children;
  }

 private:
  PriorsOf<G> write_priors_;
};

}  // namespace banyan

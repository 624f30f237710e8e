// A game's tree whose leaves are evaluated elsewhere.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bench/engines/batched.hpp"
#include "bench/games/adapters/become.hpp"
#include "bench/registry/asked_tree.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/asked/asked_tree.hpp"

namespace banyan::bench {

template <class G>
class AskedTreeOf final : public AnyAskedTree {
 public:
  AskedTreeOf(const PositionOf<G>& position, const EngineSettings& settings, const StreamKey& key)
      : any_(position.clone()), tree_(batched_options(settings), position.position(), key) {}

  std::vector<AnyAskedLeaf> ask(std::size_t most) override { return of_any(tree_.ask(most)); }
  bool tell(std::uint64_t id, const AnyLeafValue& value) override {
    LeafValue<G> own{{}, value.priors};
    std::copy(value.values.begin(), value.values.end(), own.values.begin());
    return tree_.tell(id, own);
  }
  bool fail(std::uint64_t id) override { return tree_.fail(id); }
  void advance(const std::vector<std::uint32_t>& moves) override {
    tree_.advance(std::vector<typename G::Move>(moves.begin(), moves.end()));
  }
  [[nodiscard]] Asking asking() const override { return tree_.asking(); }
  [[nodiscard]] std::vector<AnyAskedLeaf> waiting() const override {
    return of_any(tree_.waiting());
  }
  [[nodiscard]] std::uint64_t visits() const override { return tree_.visits(); }
  [[nodiscard]] SearchResult result() const override { return tree_.result(); }
  [[nodiscard]] std::vector<FoundLeaf<std::uint32_t>> best(std::size_t most) const override {
    std::vector<FoundLeaf<std::uint32_t>> all;
    for (const auto& leaf : tree_.best(most)) {
      all.push_back({{leaf.path.begin(), leaf.path.end()}, leaf.value, leaf.visits, leaf.over});
    }
    return all;
  }
  [[nodiscard]] std::vector<OutlineNode> outline(OutlineSize size) const override {
    return tree_.outline(size);
  }

 private:
  [[nodiscard]] std::vector<AnyAskedLeaf> of_any(const std::vector<AskedLeaf<G>>& leaves) const {
    std::vector<AnyAskedLeaf> all;
    all.reserve(leaves.size());
    for (const AskedLeaf<G>& leaf : leaves) {
      auto position = any_->clone();
      become(*position, leaf.position);
      all.push_back({leaf.id,
                     std::move(position),
                     {leaf.path.begin(), leaf.path.end()},
                     {leaf.moves.begin(), leaf.moves.end()}});
    }
    return all;
  }

  std::unique_ptr<const AnyGame> any_;  // leaves are clones of it
  AskedTree<G> tree_;
};

/// A tree over a position of PositionOf<G>.
template <class G>
std::unique_ptr<AnyAskedTree> make_asked_tree_of(const AnyGame& position,
                                                 const EngineSettings& settings,
                                                 const StreamKey& key) {
  return std::make_unique<AskedTreeOf<G>>(dynamic_cast<const PositionOf<G>&>(position), settings,
                                          key);
}

}  // namespace banyan::bench

// A tree whose leaves are evaluated elsewhere, over a game whose type is erased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/callback_evaluator.hpp"
#include "core/result/result.hpp"
#include "core/tree/outline.hpp"
#include "parallel/asked/asking.hpp"
#include "parallel/asked/found_leaf.hpp"

namespace banyan::bench {

/// parallel/asked/asked_tree.hpp's AskedLeaf, of any game. The position does not know its moves.
struct AnyAskedLeaf {
  std::uint64_t id = 0;
  std::unique_ptr<AnyGame> position;
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> moves;
};

/// Its AskedTree, whose functions these are. Any thread may call at any time.
class AnyAskedTree {
 public:
  AnyAskedTree() = default;
  AnyAskedTree(const AnyAskedTree&) = delete;
  AnyAskedTree& operator=(const AnyAskedTree&) = delete;
  virtual ~AnyAskedTree() = default;

  virtual std::vector<AnyAskedLeaf> ask(std::size_t most) = 0;
  virtual bool tell(std::uint64_t id, const AnyLeafValue& value) = 0;
  virtual bool fail(std::uint64_t id) = 0;
  virtual void advance(const std::vector<std::uint32_t>& moves) = 0;
  [[nodiscard]] virtual Asking asking() const = 0;
  [[nodiscard]] virtual std::vector<AnyAskedLeaf> waiting() const = 0;
  [[nodiscard]] virtual std::uint64_t visits() const = 0;
  [[nodiscard]] virtual SearchResult result() const = 0;
  [[nodiscard]] virtual std::vector<FoundLeaf<std::uint32_t>> best(std::size_t most) const = 0;
  [[nodiscard]] virtual std::vector<OutlineNode> outline(OutlineSize size) const = 0;
};

/// One over a position of a game that has tabled(), searched by its table.
std::unique_ptr<AnyAskedTree> make_run_time_asked_tree(const AnyGame& position,
                                                       const EngineSettings& settings,
                                                       const StreamKey& key);

}  // namespace banyan::bench

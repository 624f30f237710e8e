// Pipeline parallelism: the four phases of an iteration as the stages of a pipeline.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/counted_descents.hpp"

namespace banyan {

/// One iteration on its way through the stages, which may run on different threads. A token serves
/// one iteration after another. Blocks come from the lane of the thread that runs a phase:
/// thousands of tokens with their own lanes would spread the tree over as many chunks.
class PipelineToken {
 public:
  PipelineToken() = default;
  virtual ~PipelineToken() = default;
  PipelineToken(const PipelineToken&) = delete;
  PipelineToken& operator=(const PipelineToken&) = delete;

  virtual void select(Arena::Lane& lane) = 0;
  virtual void expand(Arena::Lane& lane) = 0;
  /// Returns false if the search ended first.
  virtual bool play_out() = 0;
  virtual void back_up() = 0;
};

/// Sends the tokens (at least one) through the stages until the budget is spent. One selects at a
/// time; all else runs in parallel. Returns how many blocks of the arena were made in vain. Defined
/// in parallel/strategies/pipeline.cpp.
std::uint64_t run_pipeline(std::span<PipelineToken* const> tokens, Budget& budget,
                           Executor& executor, Arena& arena);

/// The iterations of one token on the classic tree, with its own random stream.
template <Game G>
class PipelineIteration final : public PipelineToken {
 public:
  PipelineIteration(const ClassicTree<G>& tree, const G& root, Random random, const Budget& budget)
      : tree_(tree), iteration_(tree_, root, random), budget_(&budget) {}

  void select(Arena::Lane& lane) override {
    std::swap(iteration_.lane(), lane);
    iteration_.begin();
    iteration_.select();
    std::swap(iteration_.lane(), lane);
  }
  void expand(Arena::Lane& lane) override {
    std::swap(iteration_.lane(), lane);
    while (!iteration_.expand()) iteration_.select();
    std::swap(iteration_.lane(), lane);
  }
  bool play_out() override {
    evaluation_ = iteration_.evaluate(SinglePlayout{budget_}, 1);
    return evaluation_.games > 0;
  }
  void back_up() override { iteration_.back_up(evaluation_); }

  [[nodiscard]] IterationCounts counts() const { return iteration_.counts(); }
  [[nodiscard]] const ClassicCounts& classic() const { return tree_.sharing().counts(); }

 private:
  ClassicTree<G> tree_;  // its own copy
  Iteration<ClassicTree<G>> iteration_;
  const Budget* budget_;
  Evaluation evaluation_{};
};

/// 3PMCTS (Mirsoleimani et al. 2018): a serial stage selects. The expansions, playouts and backups
/// of up to `tokens` iterations run in parallel, on the classic lock-free tree. With one token it
/// runs exactly the iterations of a sequential search.
template <Game G>
class PipelineSearch {
 public:
  struct Options : ParallelOptions {
    int tokens = 8;  ///< iterations in flight, at least 1
    VirtualVisits shown = VirtualVisits::losses(1);
  };

  explicit PipelineSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after,
              CountedDescents(ClassicLock::kFree, options.shown)) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    Random first(worker_key(key, 0));
    tree_.start(position, first);
    std::vector<std::unique_ptr<PipelineIteration<G>>> iterations;
    std::vector<PipelineToken*> tokens;
    // Only as many tokens as time and iterations allow, of possibly thousands.
    constexpr int kPerLook = 64;  // clock readings
    const auto most = std::min(static_cast<std::uint64_t>(options_.tokens), budget.remaining());
    for (int i = 0; i < static_cast<int>(most); ++i) {
      if (i % kPerLook == kPerLook - 1 && budget.expired(Clock::now())) break;
      const Random random = i == 0 ? first : Random(worker_key(key, i));
      iterations.push_back(std::make_unique<PipelineIteration<G>>(tree_, position, random, budget));
      tokens.push_back(iterations.back().get());
    }
    IterationCounts counts;
    counts.lost_blocks = run_pipeline(tokens, budget, *executor_, tree_.arena());
    ClassicCounts classic;
    for (const auto& each : iterations) {
      counts += each->counts();
      classic += each->classic();
    }
    assert(!find_defect(tree_, false) && descents_under_way(tree_) == 0);
    SearchResult result = make_result(tree_, counts, options_.final_move);
    // A descent enters and leaves at every move and adds its result; each trial claims a move.
    result.count("shared_writes", 3 * counts.depth_sum + counts.nodes + counts.lost_expansions);
    result.count("duplicate_leaves", classic.duplicate_leaves);
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const ClassicTree<G>& tree() const { return tree_; }

 private:
  Options options_;
  std::unique_ptr<Executor> executor_;
  ClassicTree<G> tree_;
};

}  // namespace banyan

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
#include "core/selection/policy.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/options.hpp"
#include "parallel/strategies/plain_phases.hpp"

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

/// The iterations of one token, with its own random stream.
template <class Phases>
class PipelineIteration final : public PipelineToken {
 public:
  template <class... Arguments>
  explicit PipelineIteration(const Arguments&... arguments) : phases_(arguments...) {}

  void select(Arena::Lane& lane) override {
    auto& iteration = phases_.iteration();
    std::swap(iteration.lane(), lane);
    iteration.begin();
    iteration.select();
    std::swap(iteration.lane(), lane);
  }
  void expand(Arena::Lane& lane) override {
    auto& iteration = phases_.iteration();
    std::swap(iteration.lane(), lane);
    while (!iteration.expand()) iteration.select();
    std::swap(iteration.lane(), lane);
  }
  bool play_out() override {
    result_ = phases_.evaluate(1);
    return result_.games > 0;
  }
  void back_up() override { phases_.iteration().back_up(result_); }

  [[nodiscard]] const Phases& phases() const { return phases_; }

 private:
  Phases phases_;
  typename Phases::Result result_{};
};

/// 3PMCTS (Mirsoleimani et al. 2018): a serial stage selects. The expansions, playouts and backups
/// of up to `tokens` iterations run in parallel, on a lock-free tree: by plain UCT, or by any
/// policy with PolicyPhases (parallel/strategies/policy_phases.hpp). With one token it runs exactly
/// the iterations of a sequential search.
template <Game G, class Phases = PlainPhases<G>>
class PipelineSearch {
 public:
  using Tree = typename Phases::Tree;

  struct Options : ParallelOptions {
    int tokens = 8;  ///< iterations in flight, at least 1
    VirtualVisits shown = VirtualVisits::losses(1);
    PolicyOptions policy;  ///< for PolicyPhases
  };

  explicit PipelineSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(Phases::make_tree(options, options.memory, ClassicLock::kFree)) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    Random first(worker_key(key, 0));
    Phases::start(tree_, options_, position, first, {budget.remaining(), common_key(key)});
    std::vector<std::unique_ptr<PipelineIteration<Phases>>> iterations;
    std::vector<PipelineToken*> tokens;
    // Only as many tokens as time and iterations allow, of possibly thousands.
    constexpr int kPerLook = 64;  // clock readings
    const auto most = std::min(static_cast<std::uint64_t>(options_.tokens), budget.remaining());
    for (int i = 0; i < static_cast<int>(most); ++i) {
      if (i % kPerLook == kPerLook - 1 && budget.expired(Clock::now())) break;
      const Random random = i == 0 ? first : Random(worker_key(key, i));
      iterations.push_back(std::make_unique<PipelineIteration<Phases>>(
          tree_, options_, position, random, budget, options_.threads));
      tokens.push_back(iterations.back().get());
    }
    IterationCounts counts;
    counts.lost_blocks = run_pipeline(tokens, budget, *executor_, tree_.arena());
    for (const auto& each : iterations) counts += each->phases().iteration().counts();
    assert(!find_defect(tree_, false) && descents_in_flight(tree_) == 0);
    SearchResult result = make_result(tree_, counts, options_.final_move);
    // A descent enters and leaves at every move and adds its result; each trial claims a move.
    result.count("shared_writes", 3 * counts.depth_sum + counts.nodes + counts.lost_expansions);
    for (const auto& each : iterations) each->phases().add_counters(result);
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const Tree& tree() const { return tree_; }

 private:
  Options options_;
  std::unique_ptr<Executor> executor_;
  Tree tree_;
};

}  // namespace banyan

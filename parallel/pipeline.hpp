// Pipeline parallelism: the four phases of an iteration as the stages of a pipeline.
#pragma once

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <cassert>
#include <cstdint>
#include <deque>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/classic_tree.hpp"
#include "parallel/options.hpp"
#include "parallel/pinned_arena.hpp"

namespace banyan {

/// One iteration on its way through the stages, whose phases may run on different threads. Its
/// random stream and its end of the arena are its own, and it serves one iteration after the other.
template <Game G>
class PipelineToken {
 public:
  PipelineToken(const ClassicTree<G>& tree, const G& root, Random random)
      : tree_(tree), iteration_(tree_, root, random) {}
  PipelineToken(const PipelineToken&) = delete;
  PipelineToken& operator=(const PipelineToken&) = delete;

  void select() {
    iteration_.begin();
    iteration_.select();
  }
  void expand() {
    while (!iteration_.expand()) iteration_.select();
  }
  void play_out() { evaluation_ = iteration_.evaluate(SinglePlayout{}, 1); }
  void back_up() { iteration_.back_up(evaluation_); }

  [[nodiscard]] const IterationCounts& counts() const { return iteration_.counts(); }
  [[nodiscard]] const ClassicCounts& classic() const { return tree_.counts(); }

 private:
  ClassicTree<G> tree_;  // a copy of its own
  Iteration<ClassicTree<G>> iteration_;
  Evaluation evaluation_{};
};

/// 3PMCTS (Mirsoleimani et al. 2018): a serial stage selects, and the expansions, playouts and
/// backups of up to `tokens` iterations go on side by side, on the classic lock-free tree. With one
/// token it runs exactly the iterations of a sequential search. Needs oneTBB.
template <Game G>
class PipelineSearch {
 public:
  struct Options : ParallelOptions {
    int tokens = 8;  ///< iterations under way, at least 1
    VirtualVisits shown = VirtualVisits::losses(1);
  };

  explicit PipelineSearch(const Options& options)
      : options_(options),
        arena_(options.threads, options.executor.cpus),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after, ClassicLock::kFree,
              options.shown) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    Random first(worker_key(key, 0));
    tree_.start(position, first);
    std::deque<PipelineToken<G>> tokens;
    tbb::concurrent_queue<PipelineToken<G>*> idle;
    for (int i = 0; i < options_.tokens; ++i) {
      tokens.emplace_back(tree_, position, i == 0 ? first : Random(worker_key(key, i)));
      idle.push(&tokens.back());
    }
    arena_.execute([&] { run(budget, idle); });

    IterationCounts counts;
    ClassicCounts classic;
    for (const PipelineToken<G>& token : tokens) {
      counts += token.counts();
      classic += token.classic();
    }
    assert(!find_defect(tree_, false) && descents_under_way(tree_) == 0);
    SearchResult result = make_result(tree_, counts, options_.final_move);
    // A descent comes and goes at every move, and adds its result; each trial claims a move.
    result.counters["shared_writes"] = 3 * counts.depth_sum + counts.nodes + counts.lost_expansions;
    result.counters["duplicate_leaves"] = classic.duplicate_leaves;
    result.counters["lost_blocks"] = classic.lost_blocks;
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const ClassicTree<G>& tree() const { return tree_; }

 private:
  using Idle = tbb::concurrent_queue<PipelineToken<G>*>;

  void run(Budget& budget, Idle& idle) const {
    Pace pace(budget, 1);
    std::uint64_t portion = 0;
    constexpr auto kSerial = tbb::filter_mode::serial_out_of_order;
    constexpr auto kParallel = tbb::filter_mode::parallel;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(options_.tokens),
        tbb::make_filter<void, PipelineToken<G>*>(
            kSerial,
            [&](tbb::flow_control& flow) -> PipelineToken<G>* {
              if (portion == 0) portion = pace.next();
              PipelineToken<G>* token = nullptr;
              if (portion == 0 || !idle.try_pop(token)) {
                flow.stop();
                return nullptr;
              }
              --portion;
              token->select();
              return token;
            }) &
            tbb::make_filter<PipelineToken<G>*, PipelineToken<G>*>(kParallel,
                                                                   [](PipelineToken<G>* token) {
                                                                     token->expand();
                                                                     return token;
                                                                   }) &
            tbb::make_filter<PipelineToken<G>*, PipelineToken<G>*>(kParallel,
                                                                   [](PipelineToken<G>* token) {
                                                                     token->play_out();
                                                                     return token;
                                                                   }) &
            tbb::make_filter<PipelineToken<G>*, void>(kParallel, [&](PipelineToken<G>* token) {
              token->back_up();
              idle.push(token);
            }));
  }

  Options options_;
  PinnedArena arena_;
  ClassicTree<G> tree_;
};

}  // namespace banyan

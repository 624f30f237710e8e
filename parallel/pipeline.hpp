// Pipeline parallelism: the four phases of an iteration as the stages of a pipeline.
#pragma once

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/classic_tree.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// One iteration on its way through the stages; the phases are those of Iteration
/// (core/iteration.hpp), taken apart so that each may run on another thread. Its random stream and
/// its end of the arena are its own, and it serves one iteration after the other.
template <Game G>
class PipelineToken {
 public:
  PipelineToken(const ClassicTree<G>& tree, const G& root, Random random)
      : tree_(tree), lane_(tree_.arena()), random_(random), root_(root), position_(root) {}

  void select() {
    position_ = root_;
    path_.clear();
    node_ = tree_.root();
    select_on();
  }

  void expand() {
    while (!try_expand()) select_on();
  }

  void play_out() {
    if (position_.over()) {
      ++counts_.ended;
      points_ = static_cast<std::uint32_t>(position_.result(0));
    } else {
      points_ = SinglePlayout{}(position_, random_).first;
    }
  }

  void back_up() {
    std::uint32_t points = root_.to_move() == 0 ? points_ : kWin - points_;
    for (const Step step : path_) {
      tree_.leave(step.node, step.slot, 1, points);
      points = kWin - points;
    }
    ++counts_.iterations;
    ++counts_.playouts;
    counts_.depth_sum += path_.size();
    counts_.depth_max = std::max<std::uint64_t>(counts_.depth_max, path_.size());
  }

  [[nodiscard]] const IterationCounts& counts() const { return counts_; }
  [[nodiscard]] const ClassicCounts& classic() const { return tree_.counts(); }

 private:
  struct Step {
    Node node;
    Slot slot;
  };

  void select_on() {
    while (node_ != kNoNode && tree_.all_tried(node_)) descend(tree_.best(node_));
  }

  /// False when other tokens took the last untried moves meanwhile.
  bool try_expand() {
    if (node_ == kNoNode) {
      if (visits_ < tree_.expand_after() || position_.over()) return true;
      node_ = tree_.expand(path_.back().node, path_.back().slot, position_, random_, lane_);
      if (node_ == kNoNode) {
        ++counts_.full;
        return true;
      }
    }
    Slot slot = 0;
    if (!tree_.try_next(node_, slot, random_)) {
      ++counts_.lost_expansions;
      return false;
    }
    ++counts_.nodes;
    descend(slot);
    return true;
  }

  void descend(Slot slot) {
    path_.push_back({node_, slot});
    visits_ = tree_.enter(node_, slot);
    position_.play(tree_.move(node_, slot));
    node_ = tree_.child(node_, slot);
  }

  ClassicTree<G> tree_;  // a copy of its own
  Arena::Lane lane_;
  Random random_;
  G root_;
  G position_;
  std::vector<Step> path_;
  Node node_ = kNoNode;
  std::uint32_t visits_ = 0;
  std::uint32_t points_ = 0;  // of player 0
  IterationCounts counts_;
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
        allowed_(tbb::global_control::max_allowed_parallelism, kMostThreads),
        arena_(options.threads),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after, ClassicLock::kFree,
              options.shown) {
    arena_.initialize();
  }

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
    result.counters["duplicate_leaves"] = classic.duplicate_leaves;
    result.counters["lost_blocks"] = classic.lost_blocks;
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const ClassicTree<G>& tree() const { return tree_; }

 private:
  using Idle = tbb::concurrent_queue<PipelineToken<G>*>;
  static constexpr std::size_t kMostThreads = 1024;  // as in parallel/arena_executor.hpp

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
  tbb::global_control allowed_;
  tbb::task_arena arena_;
  ClassicTree<G> tree_;
};

}  // namespace banyan

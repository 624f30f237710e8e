// Root parallelism: every thread grows a tree of its own; the roots are merged at the end.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "parallel/forest.hpp"

namespace banyan {

/// Independent sequential searches with streams of their own (Cazenave, Jouandeau 2007, "single
/// run"; Chaslot et al. 2008). The budget is split exactly; deterministic unless time ends it.
template <Game G>
class RootSearch {
 public:
  struct Options : ParallelOptions {
    Merge merge = Merge::kSum;
  };

  explicit RootSearch(const Options& options)
      : options_(options), executor_(make_executor(options.executor, options.threads)) {
    SearchOptions each = options;
    each.memory /= static_cast<std::size_t>(options.threads);
    for (int i = 0; i < options.threads; ++i) {
      trees_.push_back(std::make_unique<SequentialSearch<G>>(each));
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    return search_forest<Crew>(
        {options_.threads, 1, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Crew>(*trees_[part.tree], position, part);
        },
        [&](Crews<Crew>& crews, CommonStop& ends) { work_together(crews, 1, *executor_, ends); });
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)]->tree();
  }

 private:
  /// One tree and its only worker.
  class Crew {
   public:
    Crew(SequentialSearch<G>& search, const G& position, const TreePart& part)
        : search_(&search), position_(position), part_(part), budget_(part.budget(1, kNoLimit)) {}

    void work(int /*worker*/) {
      if (part_.tree > 0 && budget_.expired(Clock::now())) return;  // its thread came too late
      found_ = search_->search(position_, budget_, part_.key);
    }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
      workers.emplace_back().iterations = found_.iterations;
      return found_;
    }

   private:
    SequentialSearch<G>* search_;
    G position_;
    TreePart part_;
    Budget budget_;
    SearchResult found_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<std::unique_ptr<SequentialSearch<G>>> trees_;
};

}  // namespace banyan

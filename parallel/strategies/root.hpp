// Root parallelism: every thread grows its own tree; the roots are merged at the end.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/last_search.hpp"
#include "core/search/search.hpp"
#include "parallel/ensemble.hpp"

namespace banyan {

/// Independent sequential searches, each with its own stream (Cazenave, Jouandeau 2007, "single
/// run"; Chaslot et al. 2008). The budget is split exactly. Deterministic unless time ends it. In
/// trees that prove (ProvingTree), the first one that proves the root's value ends all.
template <Game G, class TreeType = OwnedTree<G>>
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
      trees_.push_back(std::make_unique<SearchOfTree>(each));
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    CommonStop proven(stop);
    return search_ensemble(
        {options_.threads, 1, options_.merge, options_.final_move}, limits, key, proven.token(),
        [&](const TreePart& part) {
          return std::make_unique<Team>(*trees_[part.tree], position, part, proven);
        },
        [&](Teams& teams, CommonStop& ends) { work_together(teams, 1, *executor_, ends); });
  }

  /// Says which moves the game has had before the next search: LastRoot::tell_moves().
  void tell_moves(const std::vector<typename G::Move>& moves) {
    for (const auto& tree : trees_) tree->tell_moves(moves);
  }

  [[nodiscard]] const TreeType& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)]->tree();
  }

 private:
  using SearchOfTree = SequentialSearch<G, TreeType>;

  /// One tree and its only worker.
  class Team final : public TreeTeam {
   public:
    Team(SearchOfTree& search, const G& position, const TreePart& part, CommonStop& proven)
        : search_(&search),
          position_(position),
          part_(part),
          proven_(&proven),
          budget_(part.budget(1, kNoLimit)) {}

    void work(int /*worker*/) override {
      if (part_.tree > 0 && budget_.expired(Clock::now())) return;  // its thread started too late
      found_ = search_->search(position_, budget_, part_.key);
      if (found_.proven) proven_->stop();
    }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      workers.emplace_back().iterations = found_.iterations;
      return found_;
    }

   private:
    SearchOfTree* search_;
    G position_;
    TreePart part_;
    CommonStop* proven_;
    Budget budget_;
    SearchResult found_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<std::unique_ptr<SearchOfTree>> trees_;
};

}  // namespace banyan

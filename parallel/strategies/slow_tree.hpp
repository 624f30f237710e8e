// Root parallelism whose trees exchange their tops as they grow: the "slow tree".
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
#include "parallel/ensemble.hpp"
#include "parallel/rounds.hpp"
#include "parallel/strategies/shared_top.hpp"

namespace banyan {

/// RootSearch (parallel/strategies/root.hpp) in rounds: all trees grow for a while, then they
/// exchange their tops. Between rounds all wait for the slowest, as in the literature's collective
/// operations. The result counts only what each tree found itself, so the root's visits are the
/// playouts. Exact for iteration budgets. Deterministic if rounds are counted in iterations, unless
/// time ends the search.
template <Game G>
class SlowTreeSearch {
 public:
  struct Options : ParallelOptions {
    Merge merge = Merge::kSum;
    std::uint64_t share_iterations = 0;  ///< per tree between exchanges; 0: no limit
    Clock::duration share_time{0};       ///< between exchanges; 0: no limit
  };

  explicit SlowTreeSearch(const Options& options)
      : options_(options), executor_(make_executor(options.executor, options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.threads);
    for (int i = 0; i < options.threads; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after);
      trees_.back().arena().use_huge_pages(options.huge_pages);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    std::uint64_t exchanges = 0;
    std::uint64_t positions = 0;
    SearchResult result = search_ensemble(
        {options_.threads, 1, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, trees_[part.tree], position, part);
        },
        [&](Teams& teams, CommonStop& ends) {
          std::vector<Top> tops;
          for (std::size_t i = 0; i < teams.size(); ++i) {
            tops.emplace_back(trees_[i], position).plant();
          }
          while (true) {
            work_together(teams, 1, *executor_, ends);
            const auto over = [now = Clock::now()](const auto& team) {
              return static_cast<const Team&>(*team).over(now);
            };
            if (std::all_of(teams.begin(), teams.end(), over)) break;
            exchange(std::span(tops));
            ++exchanges;
          }
          for (std::size_t i = 0; i < teams.size(); ++i) {
            team_at<Team>(teams, i).told(tops[i].received());
          }
          positions = tops.front().positions();
        });
    result.count("exchanges", exchanges);
    result.count("shared_positions", positions);
    return result;
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)];
  }

 private:
  using Top = SharedTop<G, OwnedTree<G>>;

  /// One tree and its only worker, through all rounds.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, OwnedTree<G>& tree, const G& position, const TreePart& part)
        : options_(&options),
          tree_(&tree),
          iteration_(tree, position, planted(tree, position, part.key)),
          rounds_(part.limits, static_cast<int>(part.tree), options.threads,
                  {options.share_iterations, options.share_time}, part.stop, part.start) {}

    /// One round.
    void work(int /*worker*/) override { rounds_.run(iteration_); }
    [[nodiscard]] bool over(Clock::time_point now) const { return rounds_.over(now); }

    /// What others found does not count as found here.
    void told(const std::vector<Stat>& received) { received_ = received; }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      assert(!find_defect(*tree_, false));
      workers.push_back(iteration_.counts());
      SearchResult result = make_result(*tree_, iteration_.counts(), options_->final_move);
      for (std::size_t move = 0; move < received_.size(); ++move) {
        result.children[move].visits -= visits_of(received_[move]);
        result.children[move].points -= points_of(received_[move]);
      }
      return result;
    }

   private:
    static Random planted(OwnedTree<G>& tree, const G& position, const StreamKey& key) {
      Random random(key);
      tree.start(position, random);
      return random;
    }

    const Options* options_;
    OwnedTree<G>* tree_;
    UctIteration<OwnedTree<G>> iteration_;
    Rounds rounds_;
    std::vector<Stat> received_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<OwnedTree<G>> trees_;
};

}  // namespace banyan

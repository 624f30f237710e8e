// The search of games of any kind: chance, rewards, any number of players; sequential or parallel.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/general_playout.hpp"
#include "parallel/general_inspect.hpp"
#include "parallel/general_iteration.hpp"

namespace banyan {

/// UCT for one player, two or many, with or without chance and rewards, by one class that is
/// compiled once for each game: what runs in parallel is told by its options (one tree, one thread:
/// the sequential search). A playout is a visit. The budget is split exactly among the trees, which
/// are merged at the end; no two workers have the same random stream. Deterministic where each tree
/// has one thread, and where threads only play out together. Keeps its memory and its threads from
/// search to search; one search at a time.
template <Game G>
class GeneralSearch {
 public:
  explicit GeneralSearch(const GeneralOptions& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    for (int i = 0; i < options.trees; ++i) trees_.emplace_back(options);
  }

  /// Searches a position that is not over and where a player is to move.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    std::deque<Crew> crews;
    for (int i = 0; i < options_.trees; ++i) {
      const std::optional<Limits> part = share_of(limits, i, options_.trees);
      if (!part) break;  // fewer iterations than trees
      crews.emplace_back(*this, i, position, worker_key(key, i * streams()), *part, stop, start);
    }
    if (options_.together) {
      crews.front().work(0);
    } else {
      executor_->run(static_cast<int>(crews.size()) * options_.threads, [&](int worker) {
        crews[static_cast<std::size_t>(worker / options_.threads)].work(worker % options_.threads);
      });
    }
    std::vector<SearchResult> results;
    for (const Crew& crew : crews) results.push_back(crew.result());
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const GeneralTree<G>& tree(int i) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// What one worker leaves behind, on cache lines of its own.
  struct alignas(2 * Arena::kLine) Report {
    IterationCounts counts;
    std::uint64_t cut = 0;  // playouts
  };

  /// One thread's share of the playouts from a leaf, likewise.
  struct alignas(2 * Arena::kLine) Share {
    Random random;
    Returns<G> sum{};
    std::uint64_t cut = 0;
  };

  /// Random streams of a tree: one a worker, and one more to grow a tree whose workers play out.
  [[nodiscard]] int streams() const { return options_.threads + (options_.together ? 1 : 0); }

  /// The workers of one tree for one search.
  class Crew {
   public:
    Crew(GeneralSearch& search, int tree, const G& position, const StreamKey& key,
         const Limits& limits, const std::stop_token& stop, Clock::time_point start)
        : options_(&search.options_),
          executor_(search.executor_.get()),
          tree_(&search.trees_[static_cast<std::size_t>(tree)]),
          position_(position),
          key_(key),
          first_(key),
          rules_{options_->discount.value_or(discount_of<G>()), options_->cap},
          games_(static_cast<std::uint32_t>(options_->playouts)),
          budget_(limits, games_, stop, start),
          reports_(static_cast<std::size_t>(options_->threads)) {
      const bool by_playouts =
          limits.iterations == 0 || limits.iterations > limits.playouts / games_;
      if (by_playouts) odd_games_ = static_cast<std::uint32_t>(limits.playouts % games_);
      for (int i = 1; options_->together && i <= std::min(options_->threads, options_->playouts);
           ++i) {
        shares_.push_back({Random(worker_key(key, i))});
      }
      tree_->start(position, first_);
    }

    /// One thread's iterations, until the budget is spent.
    void work(int worker) {
      GeneralIteration<G> iteration(*tree_, position_,
                                    worker == 0 ? first_ : Random(worker_key(key_, worker)),
                                    rules_.discount);
      std::uint64_t cut = 0;
      Pace pace(budget_, options_->together ? 1 : options_->threads);
      while (std::uint64_t portion = pace.next()) {
        for (; portion > 0; --portion) {
          const std::uint32_t games = next_games();
          iteration.run(
              [&](const G& leaf, Random& random) {
                return options_->together ? play_out_together(leaf, games)
                                          : play_out(leaf, games, random, cut);
              },
              games);
        }
      }
      reports_[static_cast<std::size_t>(worker)] = {iteration.counts(), cut};
    }

    [[nodiscard]] SearchResult result() const {
      assert(!find_defect(*tree_));
      Report sum;
      for (const Report& report : reports_) {
        sum.counts += report.counts;
        sum.cut += report.cut;
      }
      for (const Share& share : shares_) sum.cut += share.cut;
      SearchResult result = make_result(*tree_, sum.counts, options_->final_move);
      if (rules_.cap > 0) result.counters["capped_playouts"] = sum.cut;
      return result;
    }

   private:
    Returns<G> play_out(const G& leaf, std::uint32_t games, Random& random,
                        std::uint64_t& cut) const {
      Returns<G> sum{};
      for (; games > 0; --games) cut += add_playout(leaf, random, rules_, sum) ? 0 : 1;
      return sum;
    }

    /// Task i has stream i + 1, whichever thread runs it.
    Returns<G> play_out_together(const G& leaf, std::uint32_t games) {
      const auto tasks = static_cast<std::uint32_t>(shares_.size());
      executor_->run(static_cast<int>(tasks), [&](int task) {
        Share& share = shares_[static_cast<std::size_t>(task)];
        const std::uint32_t more = static_cast<std::uint32_t>(task) < games % tasks ? 1 : 0;
        share.sum = play_out(leaf, games / tasks + more, share.random, share.cut);
      });
      Returns<G> sum{};
      for (const Share& share : shares_) {
        for (std::size_t player = 0; player < sum.size(); ++player) {
          sum[player] += share.sum[player];
        }
      }
      return sum;
    }

    /// The playouts of the next iteration: as many as always, but for one iteration that takes what
    /// a limit of playouts leaves over.
    std::uint32_t next_games() {
      if (odd_games_.load(std::memory_order_relaxed) == 0) return games_;
      const std::uint32_t odd = odd_games_.exchange(0, std::memory_order_relaxed);
      return odd == 0 ? games_ : odd;
    }

    const GeneralOptions* options_;
    Executor* executor_;
    GeneralTree<G>* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then is worker 0's
    PlayoutRules rules_;
    std::uint32_t games_;
    std::atomic<std::uint32_t> odd_games_{0};
    Budget budget_;
    std::vector<Report> reports_;
    std::vector<Share> shares_;
  };

  GeneralOptions options_;
  std::unique_ptr<Executor> executor_;
  std::vector<GeneralTree<G>> trees_;
};

}  // namespace banyan

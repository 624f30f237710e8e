// Batched search: many descents in flight, whose leaves are evaluated together.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
#include "core/search/last_search.hpp"
#include "parallel/batched/batched_threads.hpp"
#include "parallel/batched/descents_in_flight.hpp"
#include "parallel/batched/simulated_threads.hpp"

namespace banyan {

/// Trees searched as by AlphaZero and its successors (Silver et al. 2017). A descent ends at a
/// leaf, which the evaluator gives a value and its children priors. Then it is expanded and backed
/// up: one evaluation per leaf. Descents go on while others wait, and virtual visits keep them
/// apart, so that `batch` leaves are evaluated together. A call has fewer leaves if no more can be
/// collected: the budget or in_flight is used up, or too many descents collided. If time is over or
/// a stop is requested during a call, an evaluator that can stop ends it, and the descents to the
/// leaves that it has not evaluated are cancelled.
///
/// Each thread does whatever is due: back up results, evaluate collected leaves, or descend
/// (descents_in_flight.hpp). Runs exactly as many iterations as the budget has. Deterministic with
/// one thread, or with simulated ones, unless time ends the search. A cache, only for KeyedGame, is
/// kept from search to search, so results depend on earlier searches.
///
/// Counters, besides those of its calls: choices_checked, the choices of one descent in 64, and
/// choices_differing, those that a sequential search would not make at the same visits.
///
/// `E` is an Evaluator of G, called by several streams at once.
template <Game G, Evaluator<G> E>
class BatchedSearch {
 public:
  using Options = BatchedOptions;

  BatchedSearch(const Options& options, E evaluator)
      : options_(options),
        evaluator_(std::move(evaluator)),
        executor_(make_executor(options.executor,
                                options.simulated ? 1 : options.trees * options.threads)) {
    assert(options.policy.all_children && !options.policy.is_graph() &&
           !options.policy.uses_amaf());
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(options.reuse ? memory / 2 : memory, options.policy, options.exploration,
                          options.shown, 1U, true);
      if (options.reuse) trees_.back().keep_spare();
      trees_.back().use_huge_pages(options.huge_pages);
    }
    if (options.cache > 0) cache_ = std::make_unique<Cache>(options.cache);
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto last = last_.take(key);
    SimulatedWork simulated;
    SearchResult result = search_ensemble(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, evaluator_, cache_.get(), trees_[part.tree],
                                        position, part, last);
        },
        [&](Teams& teams, CommonStop& ends) {
          if (options_.simulated) {
            std::deque<SimulatedThreadsOf<Descents>> trees;
            std::vector<SimulatedThreads*> all;
            for (std::size_t i = 0; i < teams.size(); ++i) {
              all.push_back(
                  &trees.emplace_back(team_at<Team>(teams, i).descents, options_.threads));
            }
            simulated =
                simulate_threads(all, options_.threads, *options_.simulated, common_key(key));
          } else {
            work_together(teams, options_.threads, *executor_, ends);
          }
          if (options_.reuse && teams.size() == trees_.size()) last_.set(position, key);
        });
    if (options_.simulated) count(simulated, result);
    return result;
  }

  /// Says which moves the game has had before the next search: LastRoot::tell_moves().
  void tell_moves(std::vector<typename G::Move> moves) {
    if (options_.reuse) last_.tell_moves(std::move(moves));
  }

  [[nodiscard]] const GeneralTree<G>& tree(int i = 0) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  using Descents = DescentsInFlight<G, E>;
  using Cache = typename Descents::Cache;

  /// The workers of one tree for one search.
  struct Team final : TreeTeam {
    template <class... Parts>
    explicit Team(Parts&&... parts) : descents(std::forward<Parts>(parts)...) {}
    void work(int number) override { threads.work(number); }
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      return descents.result(workers);
    }

    Descents descents;
    BatchedThreads<Descents> threads{descents};
  };

  /// Speed-up is over one leaf after the other.
  void count(const SimulatedWork& work, SearchResult& result) const {
    const SimulatedTimes& times = *options_.simulated;
    const auto ns = [](std::chrono::nanoseconds time) {
      const bool counted = time != std::chrono::nanoseconds::max();
      return counted ? static_cast<std::uint64_t>(time.count()) : kSaturated;
    };
    const std::uint64_t evaluations =
        times.server
            ? ns(work.alone)
            : saturating_multiply(result.counters["evaluated_leaves"], ns(times.device.of(1)));
    result.count("virtual_ns", ns(work.time));
    result.count(
        "virtual_alone_ns",
        saturating_add(saturating_multiply(result.iterations, ns(times.descent)), evaluations));
    result.count("virtual_busy_ns", ns(work.busy));
    result.count("virtual_capacity_ns", saturating_multiply(ns(work.time), work.places));
    result.count("virtual_descents", result.counters["descents"]);
  }

  Options options_;
  E evaluator_;
  std::unique_ptr<Cache> cache_;
  std::unique_ptr<Executor> executor_;
  std::vector<GeneralTree<G>> trees_;
  LastRoot<G> last_;
};

}  // namespace banyan

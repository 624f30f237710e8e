// Batched search: many descents in flight, whose leaves are evaluated together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/evaluation/evaluator.hpp"
#include "core/evaluation/leaf_cache.hpp"
#include "core/policies/policy_expand.hpp"
#include "core/trees/root_lead.hpp"
#include "parallel/forest.hpp"
#include "parallel/general/general_inspect.hpp"
#include "parallel/general/general_iteration.hpp"
#include "parallel/strategies/general_options.hpp"

namespace banyan {

/// What to do with a descent that ends at a leaf for which another one waits (a collision).
enum class Collision : std::uint8_t {
  kElsewhere,  ///< it is cancelled when results come back; until then, virtual visits send
               ///< others elsewhere
  kSend,       ///< likewise, and the collected leaves are sent at once
  kMultiply,   ///< it waits for the same value: the leaf's visit counts more than once (lc0)
};

struct BatchedOptions : ParallelOptions {  // whose threads are those of one tree
  int trees = 1;                           ///< at least 1
  Merge merge = Merge::kSum;
  int in_flight = 0;  ///< most descents in flight; 0: streams * batch
  int batch = 8;      ///< most leaves per call, at least 1
  int streams = 1;    ///< most concurrent calls, at least 1
  Collision collision = Collision::kElsewhere;
  int collisions = 32;  ///< most descents that wait for others' leaves
  VirtualVisits shown = VirtualVisits::mean();
  std::uint64_t cache = 0;  ///< evaluations kept for positions that come again; 0: none
  PolicyOptions policy;     ///< with all children competing

  [[nodiscard]] int most_in_flight() const { return in_flight > 0 ? in_flight : streams * batch; }
};

/// Trees searched as by AlphaZero and its successors (Silver et al. 2017). A descent ends at a
/// leaf, which the evaluator gives a value and its children priors. Then it is expanded and backed
/// up: one evaluation per leaf. Descents go on while others wait, and virtual visits keep them
/// apart, so that `batch` leaves are evaluated together. A call has fewer leaves if no more can be
/// collected: the budget or in_flight is used up, or too many descents collided.
///
/// Each thread does whatever is due: back up results, evaluate collected leaves, or descend. One
/// mutex guards all descents in flight; the tree is shared by atomics. Runs exactly as many
/// iterations as the budget has. Deterministic with one thread, unless time ends the search. A
/// cache, only for KeyedGame, is kept from search to search, so results depend on earlier searches.
///
/// `E` is an Evaluator of G, called by several streams at once.
template <Game G, Evaluator<G> E>
class BatchedSearch {
 public:
  using Options = BatchedOptions;

  BatchedSearch(const Options& options, E evaluator)
      : options_(options),
        evaluator_(std::move(evaluator)),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    assert(options.policy.all_children && !options.policy.is_graph() &&
           !options.policy.uses_amaf());
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(memory, options.policy, options.exploration, options.shown, 1U, true);
      trees_.back().use_huge_pages(options.huge_pages);
    }
    if (options.cache > 0) cache_ = std::make_unique<Cache>(options.cache);
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const G* const last = last_.before(key);
    return search_forest<Crew>(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Crew>(options_, evaluator_, cache_.get(), trees_[part.tree],
                                        position, part, last);
        },
        [&](Crews<Crew>& crews, CommonStop& ends) {
          last_.forget();  // if the search throws, the next one must not reuse the trees
          work_together(crews, options_.threads, *executor_, ends);
          if (options_.policy.reuse && crews.size() == trees_.size()) last_.set(position, key);
        });
  }

  [[nodiscard]] const GeneralTree<G>& tree(int i = 0) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  using Descent = GeneralIteration<G>;

  /// For games without keys of positions.
  struct NoCache {
    explicit NoCache(std::uint64_t /*entries*/) {}
    static bool find(const Leaf<G>& /*leaf*/, LeafValue<G>& /*value*/) { return false; }
    static void insert(const Leaf<G>& /*leaf*/, const LeafValue<G>& /*value*/) {}
  };
  template <class Keyed>
  struct CacheOf {
    using Type = NoCache;
  };
  template <KeyedGame Keyed>
  struct CacheOf<Keyed> {
    using Type = LeafCache<Keyed>;
  };
  using Cache = typename CacheOf<G>::Type;

  /// A descent that waits for its leaf's evaluation.
  struct Flight {
    Path<GeneralStep<G>> path;
    G position;
    Node node = kNoNode;  ///< the leaf's block, not yet linked; none if the arena is full
    LeafValue<G> value;

    explicit Flight(const G& root) : position(root) {}
    [[nodiscard]] const GeneralStep<G>& leaf() const { return path.last(); }
  };
  using Flights = std::vector<std::unique_ptr<Flight>>;

  /// The workers of the tree for one search.
  class Crew {
   public:
    Crew(const Options& options, E& evaluator, Cache* cache, GeneralTree<G>& tree,
         const G& position, const TreePart& part, const G* last)
        : options_(&options),
          evaluator_(&evaluator),
          cache_(cache),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          budget_(part.budget()) {
      const auto weigh = [&](const G& root, std::span<const typename G::Move> moves,
                             std::span<float> priors) {
        count_call(1);
        evaluate_one<G>(evaluator, Leaf<G>{&root, moves}, priors, first_);
      };
      const std::uint64_t iterations = budget_.remaining();
      kept_ = start_kept(tree, last, position, first_, budget_, weigh, iterations);
      stop_early(options, tree, budget_);
    }

    /// One thread: does whatever is due, until nothing is left.
    void work(int worker) {
      const Clock::time_point begin = Clock::now();
      Random random = worker == 0 ? first_ : Random(worker_key(key_, worker));
      Descent descent(*tree_, position_, options_->policy, random, budget_, proven_, nullptr, 1);
      descent.end_at_leaves();
      Random own({random.next(), 0, 0, 0});
      std::unique_lock lock(mutex_);
      try {
        while (step(descent, own, lock)) {
        }
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        failed_ = true;
        changed_.notify_all();
        throw;
      }
      workers_.push_back(descent.counts());
      counts_.working += Clock::now() - begin;
    }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
      assert(!find_defect(*tree_));
      workers.insert(workers.end(), workers_.begin(), workers_.end());
      SearchResult result = make_result(*tree_, sum(workers_), options_->final_move);
      play_by_gumbel(*tree_, result);
      result.count("evaluated_leaves", counts_.leaves);
      result.count("evaluator_calls", counts_.calls);
      result.count("full_calls", counts_.full_calls);
      for (std::size_t i = 0; i < kEighths; ++i) {
        result.count(("calls_of_eighths_" + std::to_string(i + 1)).c_str(), counts_.eighths[i]);
      }
      result.count("evaluator_us", microseconds(counts_.busy));
      result.count("threads_us", microseconds(counts_.working));
      result.count("threads_evaluating_us", microseconds(counts_.evaluating));
      result.count("threads_waiting_us", microseconds(counts_.waiting));
      if (cache_ != nullptr) result.count("cache_hits", counts_.hits);
      result.count("collisions", counts_.collisions);
      result.count("in_flight_max", counts_.most_in_flight);
      result.tree.nodes += kept_.nodes;
      count_saved(*options_, budget_, result);
      if (options_->policy.reuse) result.count("kept_visits", kept_.visits);
      return result;
    }

   private:
    static constexpr std::size_t kEighths = 8;
    struct Counts {
      std::uint64_t leaves = 0;
      std::uint64_t calls = 0;
      std::uint64_t full_calls = 0;
      std::array<std::uint64_t, kEighths> eighths{};  // calls by the part of `batch` that they had
      std::uint64_t hits = 0;
      std::uint64_t collisions = 0;
      std::uint64_t most_in_flight = 0;
      Clock::duration busy{0};        // time with any call in progress
      Clock::duration working{0};     // summed over all threads, as are the next two
      Clock::duration evaluating{0};  // in calls
      Clock::duration waiting{0};     // for others
    };
    static std::uint64_t microseconds(Clock::duration time) {
      return static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(time).count());
    }
    void count_call(std::size_t leaves) {
      const auto batch = static_cast<std::size_t>(options_->batch);
      ++counts_.calls;
      counts_.leaves += leaves;
      ++counts_.eighths[(leaves * kEighths - 1) / batch];
      if (leaves == batch) ++counts_.full_calls;
    }
    using Lock = std::unique_lock<std::mutex>;

    /// Does one thing, or waits until there may be one; false when all is done.
    bool step(Descent& descent, Random& random, Lock& lock) {
      if (failed_) return false;
      if (!evaluated_.empty()) {
        back_up(descent, lock);
      } else if (const bool more = may_descend(); !collected_.empty() && may_send(more)) {
        send(random, lock);
      } else if (more) {
        go_down(descent, lock);
      } else if (in_flight_ == 0) {
        changed_.notify_all();
        return false;
      } else if (over() && collected_.size() + collided_.size() == in_flight_) {
        give_up(collected_);
        give_up(collided_);
      } else {
        const Clock::time_point begin = Clock::now();
        changed_.wait(lock);
        counts_.waiting += Clock::now() - begin;
      }
      return true;
    }

    [[nodiscard]] bool late() const {
      return proven_.load(std::memory_order_relaxed) || budget_.expired(Clock::now());
    }
    /// Never before there is a result.
    [[nodiscard]] bool over() const { return visited_ && late(); }
    /// The very first descent is always granted, as by Budget.
    [[nodiscard]] bool may_descend() {
      const bool room = in_flight_ < static_cast<std::size_t>(options_->most_in_flight()) &&
                        collided_.size() < static_cast<std::size_t>(options_->collisions);
      if (!room || (late() && !budget_.untouched())) return false;
      if (granted_ == 0) granted_ = budget_.claim(1);
      return granted_ > 0;
    }
    [[nodiscard]] bool may_send(bool more) const {
      const bool whole = collected_.size() >= static_cast<std::size_t>(options_->batch);
      const bool early = options_->collision == Collision::kSend && !collided_.empty();
      return calls_under_way_ < options_->streams && (whole || early || !more) && !over();
    }

    /// Selects down to a leaf; a descent that ends elsewhere is backed up at once.
    void go_down(Descent& descent, Lock& lock) {
      --granted_;
      ++in_flight_;
      counts_.most_in_flight = std::max<std::uint64_t>(counts_.most_in_flight, in_flight_);
      std::unique_ptr<Flight> flight = new_flight();
      lock.unlock();
      descent.begin();
      do {
        descent.select();
      } while (!descent.expand());
      const bool ended = descent.ended();
      // In a full arena leaves stay leaves and are evaluated at every visit.
      const bool collides = !ended && !descent.first_visit() && !is_visited(descent.path().last());
      if (ended) {
        descent.back_up(descent.evaluate([](const G&, Random&) { return nothing(); }, 1));
      } else {
        flight->node = collides ? kNoNode : descent.make_block();
        std::swap(descent.path(), flight->path);
        flight->position = descent.position();
      }
      const bool known = !ended && !collides && recall(*flight);
      lock.lock();
      if (ended) {
        visited_ = true;
        --in_flight_;
        idle_.push_back(std::move(flight));
      } else if (collides) {
        ++counts_.collisions;
        collided_.push_back(std::move(flight));
        settle_collided(descent);  // the other one may have come back meanwhile
      } else if (known) {
        ++counts_.hits;
        evaluated_.push_back(std::move(flight));
      } else {
        collected_.push_back(std::move(flight));
      }
      changed_.notify_all();
    }

    /// The leaf, with its moves if priors are wanted. Also makes the memory for the flight's value.
    [[nodiscard]] Leaf<G> leaf_of(Flight& flight) const {
      Leaf<G> leaf{&flight.position, {}};
      flight.value.priors = {};
      if (flight.node != kNoNode && tree_->has_priors(flight.position)) {
        leaf.moves = tree_->moves_of(flight.node);
        flight.value.priors = tree_->priors_of(flight.node);
      }
      return leaf;
    }
    /// Looks the leaf up in the cache.
    [[nodiscard]] bool recall(Flight& flight) const {
      return cache_ != nullptr && cache_->find(leaf_of(flight), flight.value);
    }

    static GeneralEvaluation<G> nothing() { return {1, {}}; }

    /// Evaluates the collected leaves in one call.
    void send(Random& random, Lock& lock) {
      Flights batch;
      const std::size_t size =
          std::min(collected_.size(), static_cast<std::size_t>(options_->batch));
      std::move(collected_.begin(), collected_.begin() + static_cast<std::ptrdiff_t>(size),
                std::back_inserter(batch));
      collected_.erase(collected_.begin(), collected_.begin() + static_cast<std::ptrdiff_t>(size));
      const Clock::time_point begin = Clock::now();
      if (calls_under_way_++ == 0) busy_since_ = begin;
      count_call(size);
      lock.unlock();
      std::vector<Leaf<G>> leaves(size);
      std::vector<LeafValue<G>> values(size);
      for (std::size_t i = 0; i < size; ++i) {
        leaves[i] = leaf_of(*batch[i]);
        values[i].priors = batch[i]->value.priors;
      }
      evaluate_soundly<G>(*evaluator_, leaves, values, random);
      for (std::size_t i = 0; i < size; ++i) {
        if (cache_ != nullptr) cache_->insert(leaves[i], values[i]);
        batch[i]->value = values[i];
      }
      lock.lock();
      const Clock::time_point end = Clock::now();
      counts_.evaluating += end - begin;
      if (--calls_under_way_ == 0) counts_.busy += end - busy_since_;
      std::move(batch.begin(), batch.end(), std::back_inserter(evaluated_));
      changed_.notify_all();
    }

    /// Expands a leaf and backs its value up; then those that waited for it.
    void back_up(Descent& descent, Lock& lock) {
      std::unique_ptr<Flight> flight = std::move(evaluated_.back());
      evaluated_.pop_back();
      lock.unlock();
      if (flight->node != kNoNode) {
        if (!flight->value.priors.empty()) tree_->settle_priors(flight->node);
        tree_->attach(flight->leaf().node, flight->leaf().slot, flight->node);
      }
      back_up(descent, *flight, flight->value.values);
      lock.lock();
      visited_ = true;
      put_away(std::move(flight));
      settle_collided(descent);
      changed_.notify_all();
    }

    static void back_up(Descent& descent, Flight& flight, const Returns<G>& values) {
      std::swap(descent.path(), flight.path);
      descent.position() = flight.position;
      descent.back_up(GeneralEvaluation<G>{1, values});
      std::swap(descent.path(), flight.path);
    }

    /// Ends the wait of those whose leaves now have visits.
    void settle_collided(Descent& descent) {
      for (std::size_t i = 0; i < collided_.size();) {
        Flight& flight = *collided_[i];
        const GeneralStep<G>& leaf = flight.leaf();
        if (!is_visited(leaf)) {
          ++i;
          continue;
        }
        if (options_->collision == Collision::kMultiply) {
          back_up(descent, flight, values_of(flight));
        } else {
          cancel(flight);
        }
        put_away(std::move(collided_[i]));
        collided_[i] = std::move(collided_.back());
        collided_.pop_back();
      }
    }

    /// A leaf's values, without the reward of the move that leads there.
    [[nodiscard]] Returns<G> values_of(const Flight& flight) const {
      const GeneralStep<G>& leaf = flight.leaf();
      Returns<G> values{};
      for (Player player = 0; player < tree_->players(); ++player) {
        const auto i = static_cast<std::size_t>(player);
        values[i] = (tree_->mean(leaf.node, leaf.slot, player) - leaf.reward[i]) / leaf.discount;
      }
      return values;
    }

    void cancel(const Flight& flight) {
      for (const GeneralStep<G>& step : flight.path.steps()) tree_->cancel(step.node, step.slot);
      ++granted_;
    }
    /// Cancels the flights of a search that is over.
    void give_up(Flights& flights) {
      for (std::unique_ptr<Flight>& flight : flights) {
        cancel(*flight);
        put_away(std::move(flight));
      }
      flights.clear();
    }

    std::unique_ptr<Flight> new_flight() {
      if (idle_.empty()) return std::make_unique<Flight>(position_);
      std::unique_ptr<Flight> flight = std::move(idle_.back());
      idle_.pop_back();
      return flight;
    }
    void put_away(std::unique_ptr<Flight> flight) {
      flight->path.clear();
      idle_.push_back(std::move(flight));
      --in_flight_;
    }
    [[nodiscard]] bool is_visited(const Step& leaf) const {
      return tree_->visits(leaf.node, leaf.slot) > 0;
    }

    const Options* options_;
    E* evaluator_;
    Cache* cache_;  // or nullptr
    GeneralTree<G>* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then serves worker 0
    Budget budget_;
    Kept kept_;
    std::atomic<bool> proven_ = false;

    std::mutex mutex_;  // guards all members below
    std::condition_variable changed_;
    std::uint64_t granted_ = 0;  // iterations claimed and not yet begun
    std::size_t in_flight_ = 0;
    int calls_under_way_ = 0;
    Clock::time_point busy_since_;  // if there are any
    bool failed_ = false;
    bool visited_ = false;  // the root
    Flights collected_;     // to evaluate
    Flights evaluated_;     // to back up
    Flights collided_;      // waiting for another's leaf
    Flights idle_;
    Counts counts_;
    std::vector<IterationCounts> workers_;
  };

  Options options_;
  E evaluator_;
  std::unique_ptr<Cache> cache_;
  std::unique_ptr<Executor> executor_;
  std::vector<GeneralTree<G>> trees_;
  LastRoot<G> last_;
};

}  // namespace banyan

// Descents in flight on one tree, whose leaves are evaluated together: what there is to do next.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
#include "core/evaluation/evaluator.hpp"
#include "core/evaluation/leaf_cache.hpp"
#include "core/result/general_inspect.hpp"
#include "core/search/general_iteration.hpp"
#include "core/search/last_search.hpp"
#include "core/search/root_lead.hpp"
#include "core/tree/policy/expand.hpp"
#include "parallel/batched/batched_options.hpp"
#include "parallel/batched/leaf_flights.hpp"
#include "parallel/ensemble.hpp"

namespace banyan {

/// A cache of evaluations, or for games without keys of positions one that knows nothing.
template <class G>
class AnyLeafCache {
 public:
  explicit AnyLeafCache(std::uint64_t /*entries*/) {}
  static bool find(const Leaf<G>& /*leaf*/, LeafValue<G>& /*value*/) { return false; }
  static void insert(const Leaf<G>& /*leaf*/, const LeafValue<G>& /*value*/) {}
};
template <KeyedGame G>
class AnyLeafCache<G> : public LeafCache<G> {
 public:
  using LeafCache<G>::LeafCache;
};

/// One tree's descents in a batched search. Its workers, of whatever kind (batched.hpp), ask for
/// tasks over and over:
///
///   next(now)                  what is due: back up a result, evaluate collected leaves, or
///                              descend
///   perform(task, worker)      does it; takes nearly all of the time, and shares only the tree
///   finish(task, worker, now)  makes it known to others
///
/// next() and finish() change what the workers share: one caller at a time. perform() needs no such
/// care, nor do the constructor and result(), before and after all workers. Times are since any
/// moment that is the same for all.
template <Game G, Evaluator<G> E>
class DescentsInFlight {
 public:
  using Cache = AnyLeafCache<G>;
  using Descent = GeneralIteration<G>;
  using Time = std::chrono::nanoseconds;

  /// `last`: the tree's last search, if that is kept. `cache` may be null.
  DescentsInFlight(const BatchedOptions& options, E& evaluator, Cache* cache, GeneralTree<G>& tree,
                   const G& position, const TreePart& part,
                   const std::optional<LastSearch<G>>& last)
      : options_(&options),
        evaluator_(&evaluator),
        cache_(cache),
        tree_(&tree),
        position_(position),
        flights_(tree, position, options.collision),
        key_(part.key),
        first_(part.key),
        budget_(part.budget()) {
    const auto write_priors = [&](const G& root, std::span<const typename G::Move> moves,
                                  std::span<float> priors) {
      count_call(1);
      evaluate_one<G>(evaluator, Leaf<G>{&root, moves}, priors, first_, stop_call());
    };
    const RootPlan plan{budget_.remaining(), common_key(key_)};
    kept_ = start_kept(tree, last, position, first_, budget_, write_priors, plan);
    stop_early(options, tree, budget_);
  }

  /// What one thread, real or simulated, brings along.
  class Worker {
   public:
    Worker(DescentsInFlight& all, int number)
        : random_(number == 0 ? all.first_ : Random(worker_key(all.key_, number))),
          descent_(*all.tree_, all.position_, all.options_->policy, random_, all.budget_,
                   all.proven_, nullptr, 1),
          own_({random_.next(), 0, 0, 0}) {
      descent_.end_at_leaves();
    }

   private:
    friend DescentsInFlight;
    Random random_;
    Descent descent_;
    Random own_;                 // of evaluations
    AmafOfAncestors<G> unused_;  // here no tree has AMAF
    std::uint64_t descents_ = 0;
    std::uint64_t choices_ = 0;
    std::uint64_t differing_ = 0;
  };

 private:
  using Flight = LeafFlight<G>;
  using Several = std::vector<std::unique_ptr<Flight>>;

 public:
  enum class Kind : std::uint8_t {
    kBackUp,
    kEvaluate,
    kDescend,
    kWait,  ///< nothing until another task is finished; then ask again
    kDone,  ///< nothing any more
  };
  class Task {
   public:
    [[nodiscard]] Kind kind() const { return kind_; }
    /// Of the leaves that it evaluates, in moves from the root.
    [[nodiscard]] std::vector<std::size_t> depths() const {
      std::vector<std::size_t> depths;
      for (const auto& flight : batch_) depths.push_back(flight->path.size());
      return depths;
    }

   private:
    friend DescentsInFlight;
    Kind kind_ = Kind::kWait;
    std::unique_ptr<Flight> flight_;  // of kBackUp and kDescend
    Several batch_;                   // of kEvaluate
    std::size_t evaluated_ = 0;       // of them, from the first on
    Landing landing_ = Landing::kLeaf;
    bool known_ = false;  // by the cache
    Time begin_{0};
  };

  /// Whether there is no need, or no real time, for more.
  [[nodiscard]] bool late(Clock::time_point now) const {
    return proven_.load(std::memory_order_relaxed) || budget_.expired(now);
  }

  struct Moment {
    Time time;
    bool late;  ///< as late() says, or because time of another kind is over
  };
  /// `now()` says which moment it is; it is asked only where that matters.
  template <class Now>
  Task next(const Now& now) {
    Task task;
    if (failed_) {
      task.kind_ = Kind::kDone;
      return task;
    }
    if (!evaluated_.empty()) {
      task.kind_ = Kind::kBackUp;
      task.flight_ = std::move(evaluated_.back());
      evaluated_.pop_back();
      return task;
    }
    const Moment moment = now();
    const bool late = moment.late;
    task.begin_ = moment.time;
    if (const bool more = may_descend(late); may_send(more, late)) {
      task.kind_ = Kind::kEvaluate;
      take_batch(task);
    } else if (more) {
      task.kind_ = Kind::kDescend;
      --granted_;
      task.flight_ = flights_.begin();
      counts_.in_flight += flights_.in_flight();
      counts_.most_in_flight =
          std::max<std::uint64_t>(counts_.most_in_flight, flights_.in_flight());
    } else {
      if (over(late) && collected_.size() + flights_.collided() == flights_.in_flight()) {
        give_up(collected_);
        granted_ += flights_.give_up_collided();
      }
      task.kind_ = flights_.in_flight() == 0 ? Kind::kDone : Kind::kWait;
    }
    return task;
  }

  void perform(Task& task, Worker& worker) {
    switch (task.kind_) {
      case Kind::kBackUp:
        return flights_.attach_and_back_up(*task.flight_, worker.descent_);
      case Kind::kEvaluate:
        task.evaluated_ = evaluate(task.batch_, worker.own_);
        return;
      case Kind::kDescend:
        go_down(task, worker);
        return;
      case Kind::kWait:
      case Kind::kDone:
        return;
    }
  }

  /// Whether a task that was performed is a call that need not be waited for, as there is a result
  /// without it. Then none of its leaves count as evaluated.
  [[nodiscard]] bool leave_behind(Task& task) const {
    if (task.kind_ != Kind::kEvaluate || !visited_) return false;
    task.evaluated_ = 0;
    return true;
  }

  /// `now` matters only for evaluations.
  void finish(Task& task, Worker& worker, Time now) {
    if (task.kind_ == Kind::kEvaluate) {
      counts_.evaluating = saturating_add(counts_.evaluating, now - task.begin_);
      if (--calls_in_flight_ == 0) counts_.busy = saturating_add(counts_.busy, now - busy_since_);
      const auto end = task.batch_.begin() + static_cast<std::ptrdiff_t>(task.evaluated_);
      std::move(task.batch_.begin(), end, std::back_inserter(evaluated_));
      task.batch_.erase(task.batch_.begin(), end);
      counts_.leaves -= task.batch_.size();
      give_up(task.batch_);
    } else if (task.kind_ == Kind::kBackUp) {
      visited_ = true;
      flights_.end(std::move(task.flight_));
      granted_ += flights_.end_visited(worker.descent_);
    } else if (task.kind_ == Kind::kDescend) {
      finish_descent(task, worker.descent_);
    }
  }

  /// A task threw: all workers end.
  void fail() { failed_ = true; }
  /// A worker has ended, after so much time, of which it waited for others.
  void retire(const Worker& worker, Time working, Time waiting) {
    workers_.push_back(worker.descent_.counts());
    counts_.working = saturating_add(counts_.working, working);
    counts_.waiting = saturating_add(counts_.waiting, waiting);
    counts_.choices += worker.choices_;
    counts_.differing += worker.differing_;
  }

  [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
    assert(!find_defect(*tree_));
    workers.insert(workers.end(), workers_.begin(), workers_.end());
    SearchResult result = make_result(*tree_, sum(workers_), options_->final_move);
    result.count("evaluated_leaves", counts_.leaves);
    result.count("evaluator_calls", counts_.calls);
    result.count("full_calls", counts_.full_calls);
    for (std::size_t i = 0; i < kEighths; ++i) {
      std::string name = "calls_of_eighths_";
      name += std::to_string(i + 1);
      result.count(name.c_str(), counts_.eighths[i]);
    }
    result.count("evaluator_us", microseconds(counts_.busy));
    result.count("threads_us", microseconds(counts_.working));
    result.count("threads_evaluating_us", microseconds(counts_.evaluating));
    result.count("threads_waiting_us", microseconds(counts_.waiting));
    if (cache_ != nullptr) result.count("cache_hits", counts_.hits);
    result.count("collisions", counts_.collisions);
    result.count("descents", counts_.descents);
    result.count("in_flight", counts_.in_flight);
    result.count("in_flight_max", counts_.most_in_flight);
    result.count("choices_checked", counts_.choices);
    result.count("choices_differing", counts_.differing);
    result.tree.nodes += kept_.nodes;
    count_saved(*options_, budget_, result);
    if (options_->reuse) result.count("kept_visits", kept_.visits);
    return result;
  }

 private:
  static constexpr std::size_t kEighths = 8;
  static constexpr std::uint64_t kChecked = 64;  // one descent's choices in so many
  struct Counts {
    std::uint64_t leaves = 0;
    std::uint64_t calls = 0;
    std::uint64_t full_calls = 0;
    std::array<std::uint64_t, kEighths> eighths{};  // calls by the part of `batch` that they had
    std::uint64_t hits = 0;
    std::uint64_t collisions = 0;
    std::uint64_t descents = 0;
    std::uint64_t in_flight = 0;  // summed over the moments at which descents begin
    std::uint64_t most_in_flight = 0;
    std::uint64_t choices = 0;
    std::uint64_t differing = 0;
    Time busy{0};        // time with any call in progress
    Time working{0};     // summed over all threads, as are the next two
    Time evaluating{0};  // in calls
    Time waiting{0};     // for others
  };
  static std::uint64_t microseconds(Time time) {
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

  // ---- what is due -----------------------------------------------------------------------------

  /// Never before there is a result.
  [[nodiscard]] bool over(bool late) const { return visited_ && late; }
  /// The very first descent is always granted, as by Budget.
  [[nodiscard]] bool may_descend(bool late) {
    const bool room = flights_.in_flight() < static_cast<std::size_t>(options_->most_in_flight()) &&
                      flights_.collided() < static_cast<std::size_t>(options_->collisions);
    if (!room || (late && !budget_.untouched())) return false;
    if (granted_ == 0) granted_ = budget_.claim(1);
    return granted_ > 0;
  }
  [[nodiscard]] bool may_send(bool more, bool late) const {
    if (collected_.empty()) return false;
    const bool whole = collected_.size() >= static_cast<std::size_t>(options_->batch);
    const bool early = options_->collision == Collision::kSend && flights_.collided() > 0;
    return calls_in_flight_ < options_->streams && (whole || early || !more) && !over(late);
  }
  /// Moves collected leaves to the task, which is a call that begins.
  void take_batch(Task& task) {
    const std::size_t size = std::min(collected_.size(), static_cast<std::size_t>(options_->batch));
    const auto end = collected_.begin() + static_cast<std::ptrdiff_t>(size);
    std::move(collected_.begin(), end, std::back_inserter(task.batch_));
    collected_.erase(collected_.begin(), end);
    if (calls_in_flight_++ == 0) busy_since_ = task.begin_;
    count_call(size);
  }

  // ---- descents --------------------------------------------------------------------------------

  /// Selects down to a leaf; a descent that ends elsewhere is backed up at once.
  void go_down(Task& task, Worker& worker) {
    flights_.descend(worker.descent_);
    const bool drawn = options_->policy.needs().draws_moves;
    if (!drawn && worker.descents_++ % kChecked == 0) check_choices(worker);
    task.landing_ = flights_.land(*task.flight_, worker.descent_);
    task.known_ = task.landing_ == Landing::kLeaf && recall(*task.flight_);
  }

  /// Whether a sequential search would choose the same at the same visits, none in flight.
  [[gnu::noinline]] void check_choices(Worker& worker) const {
    for (const GeneralStep<G>& step : worker.descent_.path().steps()) {
      if (step.mover == kChance) continue;
      ++worker.choices_;
      if (tree_->best_alone(step.node, step.mover, worker.unused_) != step.slot) {
        ++worker.differing_;
      }
    }
  }

  void finish_descent(Task& task, Descent& descent) {
    ++counts_.descents;
    switch (task.landing_) {
      case Landing::kGame:
        visited_ = true;
        flights_.end(std::move(task.flight_));
        return;
      case Landing::kCollision:
        ++counts_.collisions;
        flights_.collide(std::move(task.flight_));
        granted_ += flights_.end_visited(descent);  // the other may have come back meanwhile
        return;
      case Landing::kLeaf:
        if (task.known_) ++counts_.hits;
        (task.known_ ? evaluated_ : collected_).push_back(std::move(task.flight_));
        return;
    }
  }

  // ---- evaluations -----------------------------------------------------------------------------

  /// Looks the leaf up in the cache.
  [[nodiscard]] bool recall(Flight& flight) const {
    return cache_ != nullptr && cache_->find(flights_.leaf_of(flight), flight.value);
  }

  /// Asked inside a call.
  [[nodiscard]] StopCall stop_call() const {
    return [this] { return late(Clock::now()); };
  }

  /// Evaluates leaves in one call; returns how many, if that is stopped.
  std::size_t evaluate(Several& batch, Random& random) {
    std::vector<Leaf<G>> leaves(batch.size());
    std::vector<LeafValue<G>> values(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      leaves[i] = flights_.leaf_of(*batch[i]);
      values[i].priors = batch[i]->value.priors;
    }
    const std::size_t evaluated =
        evaluate_soundly<G>(*evaluator_, leaves, values, random, stop_call());
    for (std::size_t i = 0; i < evaluated; ++i) {
      if (cache_ != nullptr) cache_->insert(leaves[i], values[i]);
      batch[i]->value = values[i];
    }
    return evaluated;
  }

  /// Cancels the flights of a search that is over.
  void give_up(Several& flights) {
    for (std::unique_ptr<Flight>& flight : flights) flights_.cancel(std::move(flight));
    granted_ += flights.size();
    flights.clear();
  }

  const BatchedOptions* options_;
  E* evaluator_;
  Cache* cache_;
  GeneralTree<G>* tree_;
  G position_;
  LeafFlights<G> flights_;
  StreamKey key_;
  Random first_;  // grows the root, then serves worker 0
  Budget budget_;
  Kept kept_;
  std::atomic<bool> proven_ = false;

  // Shared by the workers, one at a time.
  std::uint64_t granted_ = 0;  // iterations claimed and not yet begun
  int calls_in_flight_ = 0;
  Time busy_since_{0};  // if there are any
  bool failed_ = false;
  bool visited_ = false;  // the root
  Several collected_;     // to evaluate
  Several evaluated_;     // to back up
  Counts counts_;
  std::vector<IterationCounts> workers_;
};

}  // namespace banyan

// Virtual time: when each of many simulated workers comes back with its result.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/search/result.hpp"

namespace banyan {

/// How long evaluations take.
enum class EvaluationTimes : std::uint8_t {
  kConstant,
  kExponential,
  kLogNormal,
  kRecorded,  ///< drawn from durations that were measured
};

/// What the workers of a parallel search do with their time.
enum class VirtualScheme : std::uint8_t {
  kTree,    ///< one tree; each worker descends, evaluates its leaf and backs up, over and over
  kRoot,    ///< the same on a tree of its own
  kLeaf,    ///< one descends; all evaluate its leaf once each, and the slowest is waited for
  kBatch,   ///< one tree; leaves queue up for one evaluator, which takes several at a time
  kLeased,  ///< one tree, whose subtrees are leased: a worker makes many iterations at a time
};

/// Durations in virtual time, in nanoseconds; none is negative.
struct VirtualTimes {
  EvaluationTimes evaluations = EvaluationTimes::kConstant;
  std::chrono::nanoseconds mean{1'000'000};  ///< of an evaluation, at least 1; not of kRecorded
  double sigma = 1;                          ///< of the logarithm, for kLogNormal
  std::shared_ptr<const std::vector<std::uint64_t>> recorded;  ///< for kRecorded, not empty
  std::chrono::nanoseconds descent{10'000};  ///< of a selection, expansion and backup together
  int batch = 16;                            ///< kBatch: leaves that the evaluator takes at most
  std::chrono::nanoseconds latency{0};       ///< kBatch: from a worker to the evaluator, and back
  std::chrono::nanoseconds limit{0};         ///< no descent begins then or later; 0: no limit

  /// How long one evaluation takes.
  [[nodiscard]] std::uint64_t draw(Random& random) const;
};

/// What only a simulation can tell. Times stop at kSaturated (core/base/saturating.hpp): 584 years.
struct VirtualReport {
  std::uint64_t time = 0;      ///< from the first descent to the last backup, ns
  std::uint64_t alone = 0;     ///< what one worker would have taken for the same, ns
  std::uint64_t busy = 0;      ///< ns at work, of all workers, or of the evaluator of kBatch
  std::uint64_t capacity = 0;  ///< of which these had so many
  std::uint64_t descents = 0;
  std::uint64_t in_flight = 0;  ///< iterations under way, added up over the moments after descents
  std::uint64_t in_flight_max = 0;
  std::uint64_t batches = 0;  ///< of kBatch
};

/// What all of them have to tell.
void add_counters(const VirtualReport& report, SearchResult& result);

/// A discrete-event simulation of workers (Segal 2010: what a parallel search loses is seen without
/// the cores). It knows durations alone; the caller descends and backs up when it is told:
///
///   a worker that descends "now" comes back after descent + evaluation; with kLeaf, after the
///   longest of its evaluations; with kBatch, when the evaluator, which begins as soon as it is
///   free and any leaf has arrived with those that wait longest, has had it and the answer has
///   arrived
///
/// Moments at which several things happen are taken in order of the workers' numbers, so all is
/// determined by the key. One owner at a time.
class VirtualWorld {
 public:
  VirtualWorld(VirtualScheme scheme, const VirtualTimes& times, int workers, const StreamKey& key);

  /// How many of the workers descend, 0 to descenders() - 1, each one iteration at a time.
  [[nodiscard]] int descenders() const { return scheme_ == VirtualScheme::kLeaf ? 1 : workers_; }

  /// A worker with nothing under way descends now, to a leaf that takes so many evaluations: 0
  /// where the game is over, which takes no time of an evaluator's.
  void descend(int worker, std::uint32_t evaluations);

  /// The same of a worker that makes so many iterations one after the other, an evaluation each; of
  /// none it was idle, and looks again after the time of a descent.
  void work(int worker, std::uint64_t iterations);

  /// The same of an idle worker that would find the same whenever it looked again, until wake():
  /// none of these looks is an event.
  void rest(int worker);
  /// Something has changed now: workers at rest come back when they would have looked next.
  void wake();

  /// The next worker to come back, and moves the clock there; nothing when none is under way. If
  /// all are at rest, they wake.
  std::optional<int> next();
  /// How many times that worker looked in vain while it was at rest.
  [[nodiscard]] std::uint64_t looks() const { return event_.looks; }

  /// Whether no more descents may begin.
  [[nodiscard]] bool over() const { return limit_ > 0 && now_ >= limit_; }

  [[nodiscard]] VirtualReport report() const;

 private:
  struct Event {
    std::uint64_t time;
    int worker;  ///< workers_: the evaluator is free, or its next leaf arrives
    std::uint64_t looks = 0;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : worker > other.worker;
    }
  };

  [[nodiscard]] std::uint64_t descent() const;
  void at(std::uint64_t time, int worker, std::uint64_t looks = 0);
  [[nodiscard]] std::uint64_t looks_before(const Event& look) const;
  void begin_batch();

  VirtualScheme scheme_;
  VirtualTimes times_;
  int workers_;
  std::uint64_t limit_;
  Random random_;
  std::uint64_t now_ = 0;
  std::vector<Event> events_;   // a heap, the next one first
  std::vector<Event> resting_;  // when each of them looked last
  Event event_{0, -1};          // the last
  std::deque<Event> waiting_;   // leaves on their way to the evaluator or there, by arrival
  bool evaluator_due_ = false;  // an event of its own is under way
  std::uint64_t under_way_ = 0;
  VirtualReport report_;
};

}  // namespace banyan

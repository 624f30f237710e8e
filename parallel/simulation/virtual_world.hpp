// Virtual time: when each simulated worker comes back with its result.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/evaluation/latency.hpp"
#include "core/result/result.hpp"

namespace banyan {

/// What the workers of a parallel search do with their time.
enum class VirtualScheme : std::uint8_t {
  kTree,    ///< one tree; each worker descends, evaluates its leaf and backs up, over and over
  kRoot,    ///< the same on a tree of its own
  kLeaf,    ///< one descends; all evaluate its leaf once each, and it waits for the slowest
  kLeased,  ///< one tree, whose subtrees are leased: a worker makes many iterations at a time
};

/// Durations in virtual time, in nanoseconds; none is negative.
struct VirtualTimes {
  Latency evaluation = Latency::constant(std::chrono::milliseconds(1));
  std::chrono::nanoseconds descent{10'000};  ///< of a selection, expansion and backup together
  std::chrono::nanoseconds limit{0};         ///< no descent begins at or after this; 0: no limit
  std::chrono::nanoseconds transfer{0};      ///< of a shared cache line to another worker
};

/// What only a simulation can measure. Times stop at kSaturated (core/base/saturating.hpp): 584
/// years.
struct VirtualReport {
  std::uint64_t time = 0;      ///< from the first descent to the last backup, ns
  std::uint64_t alone = 0;     ///< time of one worker alone for the same work, ns
  std::uint64_t busy = 0;      ///< ns at work, sum over workers; waits for cache lines are not
  std::uint64_t capacity = 0;  ///< ns that these had
  std::uint64_t descents = 0;
  std::uint64_t in_flight = 0;  ///< iterations in flight, summed over the moments after descents
  std::uint64_t in_flight_max = 0;
};

/// Adds the report to a result's counters.
void add_counters(const VirtualReport& report, SearchResult& result);

/// A discrete-event simulation of workers (Segal 2010 measures a parallel search's losses without
/// the cores). It only knows durations; the caller descends and backs up when told to:
///
///   A worker that descends now comes back after descent + evaluation. With kLeaf it waits for the
///   longest of its evaluations.
///
/// Simultaneous events happen in order of the workers' numbers, so the key determines everything.
/// One owner at a time.
class VirtualWorld {
 public:
  VirtualWorld(VirtualScheme scheme, const VirtualTimes& times, int workers, const StreamKey& key);

  /// The number of workers that descend, 0 to descenders() - 1, one iteration each at a time.
  [[nodiscard]] int descenders() const { return scheme_ == VirtualScheme::kLeaf ? 1 : workers_; }

  /// An idle worker descends now, to a leaf that takes `evaluations` evaluations; 0 where the game
  /// is over. Before that it waits for `transfers` ns.
  void descend(int worker, std::uint32_t evaluations, std::uint64_t transfers = 0);

  /// The same for a worker that makes `iterations` iterations in a row, one evaluation each. With
  /// none it was idle, and looks again after the time of a descent.
  void work(int worker, std::uint64_t iterations, std::uint64_t transfers = 0);

  /// The same for an idle worker that would find nothing at any look until wake(): its looks are
  /// not events.
  void rest(int worker);
  /// Something changed now: resting workers come back at their next look.
  void wake();

  /// Moves the clock to the next worker that comes back, and returns it; nothing when none is due.
  /// If all are at rest, they wake.
  std::optional<int> next();
  /// How many times that worker looked in vain while at rest.
  [[nodiscard]] std::uint64_t looks() const { return event_.looks; }

  /// The clock, ns.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// Whether no more descents may begin.
  [[nodiscard]] bool over() const { return limit_ > 0 && now_ >= limit_; }

  [[nodiscard]] VirtualReport report() const;

 private:
  struct Event {
    std::uint64_t time;
    int worker;
    std::uint64_t looks = 0;
    bool operator>(const Event& other) const {
      return time != other.time ? time > other.time : worker > other.worker;
    }
  };

  [[nodiscard]] std::uint64_t descent() const;
  void at(std::uint64_t time, int worker, std::uint64_t looks = 0);
  [[nodiscard]] std::uint64_t looks_before(const Event& look) const;

  VirtualScheme scheme_;
  VirtualTimes times_;
  int workers_;
  std::uint64_t limit_;
  Random random_;
  std::uint64_t now_ = 0;
  std::vector<Event> events_;   // a heap, the next one first
  std::vector<Event> resting_;  // when each of them looked last
  Event event_{0, -1};          // the last
  std::uint64_t in_flight_ = 0;
  VirtualReport report_;
};

}  // namespace banyan

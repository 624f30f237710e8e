// The threads of a batched search, real and simulated.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/saturating.hpp"
#include "parallel/batched/descents_in_flight.hpp"

namespace banyan {

/// One tree's descents by threads of the machine. One mutex guards all that they share; the tree is
/// shared by atomics.
template <class Descents>
class BatchedThreads {
 public:
  explicit BatchedThreads(Descents& descents) : descents_(&descents) {}

  /// One thread: does whatever is due, until nothing is left.
  void work(int number) {
    using Kind = typename Descents::Kind;
    using Moment = typename Descents::Moment;
    const Clock::time_point begin = Clock::now();
    Clock::duration waiting{0};
    typename Descents::Worker worker(*descents_, number);
    std::unique_lock lock(mutex_);
    try {
      while (true) {
        auto task = descents_->next([&] {
          const Clock::time_point now = Clock::now();
          return Moment{now.time_since_epoch(), descents_->late(now)};
        });
        if (task.kind() == Kind::kDone) break;
        if (task.kind() == Kind::kWait) {
          const Clock::time_point asked = Clock::now();
          changed_.wait(lock);
          waiting += Clock::now() - asked;
          continue;
        }
        lock.unlock();
        descents_->perform(task, worker);
        lock.lock();
        const bool called = task.kind() == Kind::kEvaluate;
        descents_->settle(task, worker,
                          called ? Clock::now().time_since_epoch() : Clock::duration());
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      descents_->fail();
      changed_.notify_all();
      throw;
    }
    changed_.notify_all();
    descents_->retire(worker, Clock::now() - begin, waiting);
  }

 private:
  Descents* descents_;
  std::mutex mutex_;  // guards what next(), settle(), fail() and retire() change
  std::condition_variable changed_;
};

/// What simulated threads took, in virtual time.
struct SimulatedWork {
  std::chrono::nanoseconds time{0};  ///< from the first descent to the last backup
  std::chrono::nanoseconds busy{0};  ///< of the device
};

/// The threads of several trees, simulated by one in virtual time (a discrete-event simulation, as
/// by VirtualWorld). A task is performed when it begins and settled when it ends:
///
///   a descent   takes times.descent, in which its backup is included
///   a call      ends when the device has made those before it and this one; its thread waits
///
/// Threads that wait take what is due by turns. Deterministic unless real time ends the search.
template <class Descents>
SimulatedWork simulate_threads(const std::vector<Descents*>& trees, int threads,
                               const SimulatedTimes& times) {
  using Kind = typename Descents::Kind;
  using Time = typename Descents::Time;
  struct Thread {
    std::size_t tree;
    std::unique_ptr<typename Descents::Worker> worker;
    typename Descents::Task task = {};
    Time idle_since{0};
    Time waited{0};
  };
  std::vector<Thread> team;
  std::vector<std::deque<std::size_t>> idle(trees.size());  // by tree, who waits longest first
  for (std::size_t tree = 0; tree < trees.size(); ++tree) {
    for (int i = 0; i < threads; ++i) {
      idle[tree].push_back(team.size());
      team.push_back({tree, std::make_unique<typename Descents::Worker>(*trees[tree], i)});
    }
  }
  using End = std::pair<Time, std::size_t>;  // of a thread's task
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  SimulatedWork work;
  Time device_free{0};
  // Time must move on even if nothing takes any.
  const Time descent = std::max(times.descent, Time(1));

  const auto hand_out = [&](std::size_t tree) {
    while (!idle[tree].empty()) {
      auto task = trees[tree]->next([&] {
        const bool over = times.limit.count() > 0 && work.time >= times.limit;
        return typename Descents::Moment{work.time, over || trees[tree]->late(Clock::now())};
      });
      if (task.kind() == Kind::kWait || task.kind() == Kind::kDone) return;
      const std::size_t number = idle[tree].front();
      idle[tree].pop_front();
      Thread& thread = team[number];
      thread.waited += work.time - thread.idle_since;
      thread.task = std::move(task);
      trees[tree]->perform(thread.task, *thread.worker);
      Time end = work.time;
      if (thread.task.kind() == Kind::kDescend) {
        end = saturating_add(end, descent);
      } else if (thread.task.kind() == Kind::kEvaluate) {
        const Time takes = times.device.of(thread.task.leaves());
        device_free = saturating_add(std::max(device_free, work.time), takes);
        work.busy = saturating_add(work.busy, takes);
        end = device_free;
      }
      ends.emplace(end, number);
    }
  };
  for (std::size_t tree = 0; tree < trees.size(); ++tree) hand_out(tree);
  while (!ends.empty()) {
    const auto [end, number] = ends.top();
    ends.pop();
    work.time = end;
    Thread& thread = team[number];
    trees[thread.tree]->settle(thread.task, *thread.worker, end);
    thread.idle_since = end;
    idle[thread.tree].push_back(number);
    hand_out(thread.tree);
  }
  for (const Thread& thread : team) {
    const Time waited = thread.waited + (work.time - thread.idle_since);
    trees[thread.tree]->retire(*thread.worker, work.time, waited);
  }
  return work;
}

}  // namespace banyan

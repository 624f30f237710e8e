// The threads of a batched search.
#pragma once

#include <condition_variable>
#include <mutex>

#include "core/base/clock.hpp"

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
        descents_->finish(task, worker,
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
  std::mutex mutex_;  // guards what next(), finish(), fail() and retire() change
  std::condition_variable changed_;
};

}  // namespace banyan

// The first thread that finds the device free runs the next batch for all that wait.
#include "parallel/strategies/simulated_evaluator.hpp"

#include <algorithm>

namespace banyan {

void SimulatedEvaluator::wait() {
  std::unique_lock lock(mutex_);
  const std::uint64_t mine = arrived_++;
  while (done_ <= mine) {
    if (busy_) {
      changed_.wait(lock);
      continue;
    }
    busy_ = true;
    ++rounds_;
    const std::uint64_t end = std::min(arrived_, done_ + batch_);
    lock.unlock();
    sleep_until(std::min(end_of(Clock::now(), latency_), end_),
                [this] { return stop_.stop_requested(); });
    lock.lock();
    done_ = end;
    busy_ = false;
    changed_.notify_all();
  }
}

std::uint64_t SimulatedEvaluator::leaves() const {
  const std::lock_guard lock(mutex_);
  return arrived_;
}

std::uint64_t SimulatedEvaluator::rounds() const {
  const std::lock_guard lock(mutex_);
  return rounds_;
}

}  // namespace banyan

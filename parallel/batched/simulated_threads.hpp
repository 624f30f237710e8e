// The threads of a batched search, simulated in virtual time.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "parallel/batched/batched_options.hpp"

namespace banyan {

/// What simulated threads took, in virtual time.
struct SimulatedWork {
  std::chrono::nanoseconds time{0};   ///< from the first descent to the last backup
  std::chrono::nanoseconds busy{0};   ///< of the device, or of all places of the server
  std::chrono::nanoseconds alone{0};  ///< of the server, if it evaluated leaves one by one
  std::size_t places = 1;             ///< requests that the device or server answers at a time
};

/// A tree whose threads are simulated.
class SimulatedThreads {
 public:
  using Time = std::chrono::nanoseconds;

  /// A task: a descent, the evaluation of some leaves, or a backup.
  struct Begun {
    bool descends;
    std::vector<std::size_t> depths;  ///< of the leaves
  };

  virtual ~SimulatedThreads() = default;
  /// The thread performs what is due. Returns nothing if nothing is. `over`: no time is left.
  virtual std::optional<Begun> begin(std::size_t thread, Time now, bool over) = 0;
  /// Whether the thread's task, if it is a call, need not be waited for. Then its leaves count as
  /// not evaluated.
  virtual bool leave_behind(std::size_t thread) = 0;
  /// The thread's task ends.
  virtual void finish(std::size_t thread, Time now) = 0;
  virtual void retire(std::size_t thread, Time now, Time waited) = 0;
};

/// The threads of one tree's descents.
template <class Descents>
class SimulatedThreadsOf final : public SimulatedThreads {
 public:
  SimulatedThreadsOf(Descents& descents, int threads) : descents_(&descents) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back(descents, i);
  }

  std::optional<Begun> begin(std::size_t thread, Time now, bool over) override {
    using Kind = typename Descents::Kind;
    auto task = descents_->next([&] {
      return typename Descents::Moment{now, over || descents_->late(Clock::now())};
    });
    if (task.kind() == Kind::kWait || task.kind() == Kind::kDone) return std::nullopt;
    Begun begun{task.kind() == Kind::kDescend, task.depths()};
    threads_[thread].task = std::move(task);
    descents_->perform(threads_[thread].task, threads_[thread].worker);
    return begun;
  }
  bool leave_behind(std::size_t thread) override {
    return descents_->leave_behind(threads_[thread].task);
  }
  void finish(std::size_t thread, Time now) override {
    descents_->finish(threads_[thread].task, threads_[thread].worker, now);
  }
  void retire(std::size_t thread, Time now, Time waited) override {
    descents_->retire(threads_[thread].worker, now, waited);
  }

 private:
  struct Thread {
    Thread(Descents& descents, int number) : worker(descents, number) {}
    typename Descents::Worker worker;
    typename Descents::Task task = {};
  };

  Descents* descents_;
  std::deque<Thread> threads_;
};

/// The threads of several trees, simulated by one in virtual time (a discrete-event simulation, as
/// by VirtualWorld). A task is performed when it begins and finished when it ends:
///
///   a descent   takes times.descent, in which its backup is included
///   a call      ends when the device has made those before it and this one, or when the server
///               has answered; its thread waits
///
/// Threads that wait take what is due by turns. The key is that of the server's times.
/// Deterministic unless real time ends the search.
SimulatedWork simulate_threads(std::span<SimulatedThreads* const> trees, int threads,
                               const SimulatedTimes& times, const StreamKey& key);

}  // namespace banyan

// The transport between threads of one process: a mailbox a worker.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "parallel/cluster/port.hpp"

namespace banyan {

/// Packets for one worker, in the order of their arrival. Thread-safe.
class Mailbox {
 public:
  void put(Bytes packet) {
    {
      const std::lock_guard lock(mutex_);
      packets_.push_back(std::move(packet));
    }
    changed_.notify_one();
  }
  bool take(Bytes& packet) {
    const std::lock_guard lock(mutex_);
    if (packets_.empty()) return false;
    packet = std::move(packets_.front());
    packets_.pop_front();
    return true;
  }
  void wait(Clock::duration longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return !packets_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Bytes> packets_;
};

/// The port of a worker all of whose fellows are threads of this process.
class MailboxPort final : public Port {
 public:
  MailboxPort(int worker, std::deque<Mailbox>& all)
      : Port(worker, static_cast<int>(all.size())), all_(&all), own_(&all[at(worker)]) {}

  void wait(Clock::duration longest) override { own_->wait(longest); }

 protected:
  void carry(int to, Bytes packet) override { (*all_)[at(to)].put(std::move(packet)); }
  bool fetch(Bytes& packet) override { return own_->take(packet); }

 private:
  static std::size_t at(int worker) { return static_cast<std::size_t>(worker); }

  std::deque<Mailbox>* all_;
  Mailbox* own_;
};

}  // namespace banyan

// The processes that a search is spread over, and the transport between their threads.
#pragma once

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

#include "parallel/cluster/port.hpp"

namespace banyan {

/// Packets for one receiver, in the order of their arrival. Thread-safe.
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
  /// Waits for a packet or a wake(), at most this long; returns whether one came.
  bool wait(Clock::duration longest) {
    std::unique_lock lock(mutex_);
    const bool changed =
        changed_.wait_for(lock, longest, [&] { return !packets_.empty() || woken_; });
    woken_ = false;
    return changed;
  }
  /// Ends the current wait, or else the next one.
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      woken_ = true;
    }
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Bytes> packets_;
  bool woken_ = false;
};

/// One process of a run as it sees itself: its rank among `size` processes, and a mailbox per
/// channel. This base class is a run of one process; a transport to other machines derives from it.
/// Thread-safe.
class Ranks {
 public:
  explicit Ranks(int channels, int rank = 0, int size = 1)
      : rank_(rank), size_(size), mailboxes_(static_cast<std::size_t>(channels)) {}
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  Mailbox& mailbox(int channel) { return mailboxes_[static_cast<std::size_t>(channel)]; }

  /// Posts to that channel's mailbox at a rank, this one or another. Never waits. Packets of one
  /// thread to one mailbox keep their order.
  void post(int to, int channel, Bytes packet) {
    if (to == rank_) return mailbox(channel).put(std::move(packet));
    carry(to, channel, std::move(packet));
  }

  /// Moves arrived packets into the mailboxes, sooner than they would get there by themselves.
  virtual void collect() {}
  /// Waits until something may have come to a mailbox, at most this long.
  virtual void wait(int channel, Clock::duration longest) { mailbox(channel).wait(longest); }

 protected:
  virtual void carry(int /*to*/, int /*channel*/, Bytes /*packet*/) { assert(false); }

 private:
  int rank_;
  int size_;
  std::deque<Mailbox> mailboxes_;
};

/// The port of a worker that is a thread of one of these processes. Each process has equally many
/// consecutive workers; its channel i belongs to its worker number i.
class RankPort final : public Port {
 public:
  RankPort(int worker, int workers, int each, Ranks& ranks)
      : Port(worker, workers), each_(each), ranks_(&ranks), own_(&ranks.mailbox(worker % each)) {}

  void wait(Clock::duration longest) override { ranks_->wait(worker() % each_, longest); }

 protected:
  void carry(int to, Bytes packet) override {
    ranks_->post(to / each_, to % each_, std::move(packet));
  }
  bool fetch(Bytes& packet) override {
    if (own_->take(packet)) return true;
    ranks_->collect();
    return own_->take(packet);
  }

 private:
  int each_;
  Ranks* ranks_;
  Mailbox* own_;
};

}  // namespace banyan

// Delays threads at any place: what a busy machine does sometimes, all the time.
#pragma once

#include <cstdint>
#include <thread>

namespace banyan::bench::stress {

/// During its lifetime, a random thread of this process is sent a signal at intervals. It yields or
/// sleeps up to 2 ms where the signal interrupts it: between any two instructions, so also within
/// what should be atomic, and while holding locks. One at a time; uses SIGUSR1.
class Unrest {
 public:
  explicit Unrest(std::uint64_t seed);
  Unrest(const Unrest&) = delete;
  Unrest& operator=(const Unrest&) = delete;
  ~Unrest();

 private:
  std::jthread thread_;
};

}  // namespace banyan::bench::stress

// Threads that are held up anywhere: what a busy machine does now and then, done all the time.
#pragma once

#include <cstdint>
#include <thread>

namespace banyan::bench::stress {

/// While it lives, a thread of this process chosen by chance is sent a signal every so often, and
/// yields or sleeps up to 2 ms where the signal finds it: between any two instructions, so also
/// within what should be atomic, and holding locks. One at a time; takes SIGUSR1.
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

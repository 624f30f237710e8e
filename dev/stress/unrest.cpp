#include "dev/stress/unrest.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/random.hpp"

namespace banyan::bench::stress {
namespace {

std::atomic<long> nap{0};  // nanoseconds that the next signal delays its thread; 0: it yields

// Calls only what a signal handler may call; errno may be about to be read by the interrupted code.
void hold_up(int) {
  const int error = errno;
  const timespec time{0, nap.load(std::memory_order_relaxed)};
  if (time.tv_nsec == 0) {
    sched_yield();
  } else {
    nanosleep(&time, nullptr);
  }
  errno = error;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

std::vector<pid_t> other_threads() {
  std::vector<pid_t> threads;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
    const pid_t thread = std::stoi(entry.path().filename().string());
    if (thread != gettid()) threads.push_back(thread);
  }
  return threads;
}

void disturb(const std::stop_token& stop, std::uint64_t seed) {
  Random random({seed, 0, 0, 0});
  while (!stop.stop_requested()) {
    // The current threads: engines come and go, and a missing thread is no error.
    const std::vector<pid_t> threads = other_threads();
    for (int signals = 0; signals < 20 && !threads.empty(); ++signals) {
      nap.store(random.below(2) == 0 ? 0 : random.below(2'000'000), std::memory_order_relaxed);
      const auto chosen = random.below(static_cast<std::uint32_t>(threads.size()));
      syscall(SYS_tgkill, getpid(), threads[chosen], SIGUSR1);
      std::this_thread::sleep_for(std::chrono::microseconds(50 + random.below(500)));
    }
  }
}

}  // namespace

Unrest::Unrest(std::uint64_t seed) {
  handle(hold_up);
  thread_ = std::jthread(disturb, seed);
}

Unrest::~Unrest() {
  thread_.request_stop();
  thread_.join();
  handle(SIG_IGN);  // one may still be pending
}

}  // namespace banyan::bench::stress

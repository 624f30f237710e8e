// A thread that waits for signals, since a signal handler may do almost nothing.
#include "bench/machine/interrupt.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <thread>

namespace banyan::bench {
namespace {

/// Ensures that the calling thread soon gets a CPU when it wakes. Among a thousand busy threads it
/// would otherwise wait for most of their time slices, which are seconds. With the permission, as
/// root has it, it takes real-time priority. Otherwise it asks for a short slice, which Linux
/// respects from 6.12 on (EEVDF): then it waits some tenths of a second.
void wake_soon() {
  if (sched_getscheduler(0) != SCHED_OTHER) return;
  const sched_param lowest{sched_get_priority_min(SCHED_RR)};
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest) == 0) return;
#ifdef SYS_sched_setattr
  struct {  // sched_attr, only in glibc 2.41 and later
    std::uint32_t size;
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime;  // ns
    std::uint64_t deadline;
    std::uint64_t period;
  } attributes{sizeof attributes, SCHED_OTHER, 0, getpriority(PRIO_PROCESS, 0), 0, 100'000, 0, 0};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
#endif
}

sigset_t interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // Under nohup, the end of the terminal is ignored.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) {
    sigaddset(&signals, SIGHUP);
  }
  return signals;
}

/// Takes the signals that come within a fifth of a second, as nobody asks twice in that time.
/// timeout(1) and others signal the program and then its group.
void take_what_comes_together(const sigset_t& signals) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(200);
  for (auto left = end - Clock::now(); left.count() > 0; left = end - Clock::now()) {
    const timespec wait{0, std::chrono::duration_cast<std::chrono::nanoseconds>(left).count()};
    sigtimedwait(&signals, nullptr, &wait);
  }
}

std::stop_token on_interrupt;

}  // namespace

std::stop_token interrupt_token() { return on_interrupt; }

void block_interrupts() {
  const sigset_t signals = interrupts();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

std::stop_token stop_on_interrupt() {
  const sigset_t signals = interrupts();
  block_interrupts();  // so that only the waiting thread takes the signal
  std::stop_source source;
  on_interrupt = source.get_token();
  std::thread([signals, source]() mutable {
    wake_soon();
    int signal = 0;
    sigwait(&signals, &signal);
    source.request_stop();
    take_what_comes_together(signals);
    sigwait(&signals, &signal);
    _exit(kInterrupted);
  }).detach();
  return on_interrupt;
}

}  // namespace banyan::bench

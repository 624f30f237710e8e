// A thread that waits for signals, since a signal handler may do next to nothing.
#include "bench/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace banyan::bench {

std::stop_token stop_on_interrupt() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // Under nohup the end of the terminal is nothing to heed.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) {
    sigaddset(&signals, SIGHUP);
  }
  // Threads started later inherit the mask, so that only the waiting one ever takes the signal.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::stop_source source;
  std::thread([signals, source]() mutable {
    int signal = 0;
    sigwait(&signals, &signal);
    source.request_stop();
    sigwait(&signals, &signal);
    _exit(kInterrupted);
  }).detach();
  return source.get_token();
}

}  // namespace banyan::bench

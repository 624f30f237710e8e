// Long work in C++ while Python continues: the GIL is free, and Ctrl-C stops the work.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <stop_token>
#include <thread>
#include <utility>

namespace banyan::python {

/// Runs Python's handlers of signals that arrived meanwhile. Returns whether one raised an
/// exception, as SIGINT's does. Only the main thread has handlers.
[[nodiscard]] inline bool signal_raised() {
  const pybind11::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

/// Returns or throws what work(stop) does. It runs in a separate thread, since signal handlers only
/// run in the main one. If a handler raises an exception, the work stops and that is thrown.
template <class Work>
auto interruptible(Work work) {
  constexpr std::chrono::milliseconds kLook{20};
  std::stop_source stop;
  bool raised = false;
  std::packaged_task<decltype(work(stop.get_token()))()> task(
      [&] { return work(stop.get_token()); });
  auto result = task.get_future();
  {
    const pybind11::gil_scoped_release free;
    const std::jthread worker(std::ref(task));
    while (!raised && result.wait_for(kLook) != std::future_status::ready) {
      raised = signal_raised();
    }
    if (raised) stop.request_stop();
  }
  if (raised) throw pybind11::error_already_set();
  return result.get();
}

}  // namespace banyan::python

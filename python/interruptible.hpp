// Long work in C++ while Python goes on: the GIL is free, and Ctrl-C stops it.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <stop_token>
#include <thread>
#include <utility>

namespace banyan::python {

/// Python's handlers of signals that came meanwhile; whether one of them raised an exception, as
/// that of SIGINT does. Only the main thread has any.
[[nodiscard]] inline bool signal_raised() {
  const pybind11::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

/// What work(stop) returns or throws. It runs in a thread of its own, since handlers of signals run
/// in the main one alone; where one raises an exception, the work is stopped, and that is thrown.
template <class Work>
auto interruptible(Work work) {
  constexpr std::chrono::milliseconds kLook{20};
  std::stop_source stop;
  bool raised = false;
  std::packaged_task<decltype(work(stop.get_token()))()> task([&] {
    // Python knows the thread as long as it lives, so that calls of Python from it cost less.
    const pybind11::gil_scoped_acquire known;
    const pybind11::gil_scoped_release free;
    return work(stop.get_token());
  });
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

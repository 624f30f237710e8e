// The GIL, for threads of C++.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

namespace banyan::python {

/// Holds the GIL. A thread's state in Python is kept for the thread's lifetime from the first time
/// on: otherwise each time would make one and delete it, which takes longer than a move of a game.
class HeldGil {
 public:
  HeldGil() : known_(know_thread()) {}

 private:
  struct KnownThread {
    pybind11::gil_scoped_acquire known;
    pybind11::gil_scoped_release free;
  };
  /// Of a thread that outlives Python nothing is left to free.
  struct Forget {
    void operator()(KnownThread* thread) const {
      if (Py_IsInitialized() != 0) delete thread;
    }
  };

  static bool know_thread() {
    if (PyGILState_GetThisThreadState() == nullptr) {
      thread_local std::unique_ptr<KnownThread, Forget> known;
      known.reset(new KnownThread);
    }
    return true;
  }

  bool known_;  // before the GIL is held
  pybind11::gil_scoped_acquire held_;
};

}  // namespace banyan::python

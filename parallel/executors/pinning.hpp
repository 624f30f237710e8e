// Keeping threads on CPUs. Which CPUs lie close together is for the caller to know.
#pragma once

#include <vector>

namespace banyan {

/// The CPUs (the system's numbers, ascending) that a thread may use; 0 is the calling thread, the
/// process's number its main thread. Empty if the system does not tell.
std::vector<int> cpus_of_thread(int thread = 0);

/// The CPU that the calling thread runs on just now, -1 if the system does not tell.
int cpu_of_this_thread();

/// Restricts the calling thread to these CPUs. False if there are none or the system refuses; the
/// thread then runs where it did.
bool pin_this_thread(const std::vector<int>& cpus);

/// Where the threads of an executor run: thread i on CPU i of the list, from the front again where
/// there are more threads than CPUs. Threads belong to an executor for a time only (its caller,
/// oneTBB's workers), so each comes and goes. If the list is empty, its caller runs where it did,
/// and others wherever the thread that made the executor could.
class Pinning {
 public:
  /// Throws std::invalid_argument for a CPU that the calling thread may not be restricted to.
  explicit Pinning(std::vector<int> cpus);

  /// The calling thread works as thread number `thread` from now on. Costs a system call only if it
  /// has to move.
  void enter(int thread) const;
  /// The same for a thread that is not the executor's caller and may come from another executor.
  void enter_worker(int thread) const;

  /// The calling thread may go where it could before it first entered.
  static void leave();
  /// Whether the calling thread has been pinned and has not left.
  static bool entered();

 private:
  std::vector<int> cpus_;
  std::vector<int> home_;  // of the maker, if there is no list
};

/// The calling thread is an executor's thread 0 as long as this lives. Within another one it stays
/// where that has put it.
class PinnedCaller {
 public:
  explicit PinnedCaller(const Pinning& pinning) : outermost_(!Pinning::entered()) {
    if (outermost_) pinning.enter(0);
  }
  PinnedCaller(const PinnedCaller&) = delete;
  PinnedCaller& operator=(const PinnedCaller&) = delete;
  ~PinnedCaller() {
    if (outermost_) Pinning::leave();
  }

 private:
  bool outermost_;
};

}  // namespace banyan

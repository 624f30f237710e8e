// Keeps threads on CPUs. The caller knows which CPUs are close together.
#pragma once

#include <vector>

namespace banyan {

/// The CPUs (the system's numbers, ascending) that a thread may use; 0 is the calling thread, the
/// process's number its main thread. Empty if the system does not tell.
std::vector<int> cpus_of_thread(int thread = 0);

/// The CPU that the calling thread runs on just now, -1 if the system does not tell.
int cpu_of_this_thread();

/// Restricts the calling thread to these CPUs. Returns false and changes nothing if there are none
/// or the system refuses.
bool pin_this_thread(const std::vector<int>& cpus);

/// Where the threads of an executor run: thread i on CPU i of the list, starting over if there are
/// more threads than CPUs. Threads belong to an executor only for a time (its caller, oneTBB's
/// workers), so each enters and leaves. If the list is empty, the caller stays where it ran. Others
/// may run wherever the thread that made the executor could.
class Pinning {
 public:
  /// Throws std::invalid_argument for a CPU that the calling thread may not be restricted to.
  explicit Pinning(std::vector<int> cpus);

  /// From now on the calling thread works as thread number `thread`. Costs a system call only if it
  /// has to move.
  void enter(int thread) const;
  /// The same for a thread that is not the executor's caller and may come from another executor.
  void enter_worker(int thread) const;

  /// The calling thread may again use the CPUs it could use before it first entered.
  static void leave();
  /// Whether the calling thread has been pinned and has not left.
  static bool entered();

 private:
  std::vector<int> cpus_;
  std::vector<int> home_;  // those of the maker, if there is no list
};

/// Makes the calling thread an executor's thread 0 during its lifetime. Within another such object
/// it stays where that one put it.
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

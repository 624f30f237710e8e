// What the operating system does for this program: above all, to clear memory that it hands out.
#pragma once

namespace banyan::bench {

/// Of all threads of this program, so far or between two moments.
struct SystemWork {
  double own_seconds = 0;     ///< of processors, in the program itself
  double system_seconds = 0;  ///< in the system for it
  double page_faults = 0;     ///< times that memory was touched which had to be found first

  [[nodiscard]] double processor_seconds() const { return own_seconds + system_seconds; }

  SystemWork operator-(const SystemWork& before) const {
    return {own_seconds - before.own_seconds, system_seconds - before.system_seconds,
            page_faults - before.page_faults};
  }
};

/// So far.
SystemWork system_work();

}  // namespace banyan::bench

// What the operating system does for this program: above all, to clear memory that it hands out.
#pragma once

namespace banyan::bench {

/// Of all threads of this program, so far or between two moments.
struct SystemWork {
  double processor_seconds = 0;  ///< the program's own and the system's for it
  double system_seconds = 0;     ///< of these, the system's
  double page_faults = 0;        ///< times that memory was touched which had to be found first

  SystemWork operator-(const SystemWork& before) const {
    return {processor_seconds - before.processor_seconds, system_seconds - before.system_seconds,
            page_faults - before.page_faults};
  }
};

/// So far.
SystemWork system_work();

}  // namespace banyan::bench

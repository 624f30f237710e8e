// What the operating system does for this program, above all clearing the memory that it provides.
#pragma once

namespace banyan::bench {

/// For all threads of this program, so far or between two moments.
struct SystemWork {
  double own_seconds = 0;     ///< processor time in the program itself
  double system_seconds = 0;  ///< processor time in the system, for it
  double page_faults = 0;     ///< first touches of memory that the system had to provide

  [[nodiscard]] double processor_seconds() const { return own_seconds + system_seconds; }

  SystemWork operator-(const SystemWork& before) const {
    return {own_seconds - before.own_seconds, system_seconds - before.system_seconds,
            page_faults - before.page_faults};
  }
};

/// So far.
SystemWork system_work();

}  // namespace banyan::bench

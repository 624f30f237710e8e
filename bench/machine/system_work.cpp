// Reads the system's accounting.
#include "bench/machine/system_work.hpp"

#include <sys/resource.h>

namespace banyan::bench {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

SystemWork system_work() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return {seconds(used.ru_utime), seconds(used.ru_stime),
          static_cast<double>(used.ru_minflt + used.ru_majflt)};
}

}  // namespace banyan::bench

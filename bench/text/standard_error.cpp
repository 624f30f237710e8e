// Writes to standard error by the system call, since a buffer could fail later.
#include "bench/text/standard_error.hpp"

#include <unistd.h>

#include "bench/text/files.hpp"

namespace banyan::bench {

void write_to_standard_error(std::string_view text) noexcept {
  static_cast<void>(write_all(STDERR_FILENO, text));
}

}  // namespace banyan::bench

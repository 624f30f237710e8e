// Writes to standard error by the system call, since a buffer could fail later.
#include "bench/text/standard_error.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace banyan::bench {

void write_to_standard_error(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace banyan::bench

#include "bench/output/lock.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>

#include "bench/text/spec.hpp"

namespace banyan::bench {

bool try_lock(const Descriptor& file) {
  return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void refuse_in_use(const char* option, const std::filesystem::path& path, const char* another) {
  throw UsageError(fmt::format("{} {} is in use by another run of the program: give another {}.",
                               option, path.string(), another));
}

}  // namespace banyan::bench

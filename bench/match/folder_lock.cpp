// Locks on directories, which the system gives up with the process.
#include "bench/match/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

int open_folder(const std::filesystem::path& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// False if another has it. A file system that has no locks lets everybody in.
bool lock(int descriptor) {
  return descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  make_directories(folder);
  descriptor_ = open_folder(folder);
  if (!lock(descriptor_)) {
    ::close(descriptor_);
    throw UsageError(
        fmt::format("--out {} is in use by another run of the program: give another directory.",
                    folder.string()));
  }
  remove_leftovers(folder);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool FolderLock::is_held(const std::filesystem::path& folder) {
  const int descriptor = open_folder(folder);
  const bool held = !lock(descriptor);
  if (descriptor >= 0) ::close(descriptor);
  return held;
}

}  // namespace banyan::bench

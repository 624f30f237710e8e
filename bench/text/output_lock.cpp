// Locks on open directories and files.
#include "bench/text/output_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

int open_folder(const std::filesystem::path& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// Returns false if another process has it. A file system without locks always succeeds.
bool lock(int descriptor) {
  return descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void need_lock(int descriptor, const std::filesystem::path& out, const char* another) {
  if (lock(descriptor)) return;
  ::close(descriptor);
  throw UsageError(fmt::format("--out {} is in use by another run of the program: give another {}.",
                               out.string(), another));
}

/// Whether the open file still has that name.
bool is_named(int descriptor, const std::filesystem::path& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

OutputLock OutputLock::of_folder(const std::filesystem::path& folder) {
  make_directories(folder);
  const int descriptor = open_folder(folder);
  need_lock(descriptor, folder, "directory");
  remove_leftovers(folder);
  return {descriptor, {}};
}

bool OutputLock::is_held(const std::filesystem::path& folder) {
  const int descriptor = open_folder(folder);
  const bool held = !lock(descriptor);
  if (descriptor >= 0) ::close(descriptor);
  return held;
}

OutputLock OutputLock::of_file(const std::filesystem::path& file) {
  need_writable(file);
  const std::filesystem::path target = target_of(file);
  if (file_exists(target) && !std::filesystem::is_regular_file(target)) return {-1, {}};
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const std::filesystem::path beside = folder / fmt::format(".{}.lock", target.filename().string());
  for (;;) {
    const int descriptor = ::open(beside.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    need_lock(descriptor, file, "file");
    if (descriptor < 0) return {-1, {}};
    if (is_named(descriptor, beside)) {
      remove_leftovers(folder, target.filename().string());
      return {descriptor, beside};
    }
    ::close(descriptor);  // its owner removed it meanwhile
  }
}

OutputLock::~OutputLock() {
  if (descriptor_ < 0) return;
  if (!beside_.empty()) ::unlink(beside_.c_str());  // before it is unlocked
  ::close(descriptor_);
}

}  // namespace banyan::bench

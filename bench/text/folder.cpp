// Files by system calls relative to an open directory, for fsync and for errors with their reason.
#include "bench/text/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

template <class Call>
int until_not_interrupted(const Call& call) {
  int result = -1;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
}

constexpr mode_t kMode = 0666;

/// A hidden name in the same directory (rename needs the same file system) that no other thread or
/// process uses.
std::string temporary_name(const std::string& name) {
  static std::atomic<unsigned> number{0};
  return fmt::format(".{}.{}.{}.tmp", name, ::getpid(), number.fetch_add(1));
}

/// The process that made a temporary name, ".NAME.PROCESS.NUMBER.tmp" with this NAME, or with any
/// if it is empty; 0 for other names.
int writer_of(std::string_view temporary, std::string_view name) {
  if (!temporary.starts_with('.') || !temporary.ends_with(".tmp")) return 0;
  const std::size_t number = temporary.rfind('.', temporary.size() - 5);
  const std::size_t process = number == 0 ? 0 : temporary.rfind('.', number - 1);
  if (process == 0 || (!name.empty() && temporary.substr(1, process - 1) != name)) return 0;
  return std::atoi(std::string(temporary.substr(process + 1)).c_str());
}

}  // namespace

Descriptor::Descriptor(const std::filesystem::path& path, int flags)
    : fd_(until_not_interrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, kMode); })) {}

Descriptor::Descriptor(const Descriptor& directory, const std::string& name, int flags)
    : fd_(until_not_interrupted([&] {
        if (name.find('/') != std::string::npos) return errno = EINVAL, -1;
        return ::openat(directory.get(), name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, kMode);
      })) {}

int Descriptor::close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno; }

int replace_file(const Descriptor& directory, const std::string& name, std::string_view content) {
  const std::string temporary = temporary_name(name);
  Descriptor file(directory, temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) return errno;
  struct stat old {};
  const bool exists = ::fstatat(directory.get(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  // Best effort: another owner's file keeps its permissions only if we may set them.
  if (exists && S_ISREG(old.st_mode)) static_cast<void>(::fchmod(file.get(), old.st_mode & 07777U));
  int reason = write_all(file.get(), content);
  if (reason == 0 && ::fsync(file.get()) != 0) reason = errno;
  if (const int closing = file.close(); reason == 0) reason = closing;
  const auto rename = [&] {
    return ::renameat(directory.get(), temporary.c_str(), directory.get(), name.c_str());
  };
  if (reason == 0 && rename() != 0) reason = errno;
  if (reason != 0) {
    ::unlinkat(directory.get(), temporary.c_str(), 0);
    return reason;
  }
  // The new name must survive a power cut too; some file systems cannot sync a directory.
  static_cast<void>(::fsync(directory.get()));
  return 0;
}

int why_not_replaced(const Descriptor& directory, const std::string& name) {
  struct stat old {};
  const bool exists = ::fstatat(directory.get(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (exists && S_ISDIR(old.st_mode)) return EISDIR;
  const std::string temporary = temporary_name(name);
  const Descriptor file(directory, temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) return errno;
  ::unlinkat(directory.get(), temporary.c_str(), 0);
  return 0;
}

Folder::Folder(std::filesystem::path path)
    : path_(std::move(path)), open_(path_, O_RDONLY | O_DIRECTORY) {
  if (!open_.is_open()) fail_on_file("open the directory", path_, errno);
}

Folder::Folder(std::filesystem::path path, Descriptor open)
    : path_(std::move(path)), open_(std::move(open)) {}

std::filesystem::file_type Folder::type_of(const std::string& name) const {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(at(name), error);
  if (status.type() == std::filesystem::file_type::none) {
    fail_on_file("look at", at(name), error.value());
  }
  return status.type();
}

void Folder::write(const std::string& name, std::string_view content) const {
  if (const int reason = replace_file(open_, name, content); reason != 0) {
    fail_on_file("write", at(name), reason);
  }
}

void Folder::append(const std::string& name, std::string_view lines) const {
  // O_NONBLOCK: a pipe or a device in its place is refused, not waited for.
  const Descriptor file(open_, name, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (!file.is_open() && errno == ELOOP) {
    throw FileError(fmt::format("cannot append to {}: it is a link.", at(name).string()));
  }
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    fail_on_file("append to", at(name), errno);
  }
  if (!S_ISREG(status.st_mode)) {
    throw FileError(fmt::format("cannot append to {}: it is no regular file.", at(name).string()));
  }
  // Held until the file is closed. Without it a failed write could not be undone safely.
  until_not_interrupted([&] { return ::flock(file.get(), LOCK_EX); });
  if (status.st_nlink > 1) {
    write(name, read_file(at(name)));
    return append(name, lines);
  }
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  std::string text;
  char last = '\n';
  if (size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 && last != '\n') text += '\n';
  text += lines;
  const int reason = write_all(file.get(), text);
  if (reason != 0) {
    if (size >= 0) static_cast<void>(::ftruncate(file.get(), size) == 0);
    fail_on_file("append to", at(name), reason);
  }
}

void Folder::remove(const std::string& name) const {
  if (::unlinkat(open_.get(), name.c_str(), 0) != 0 && errno != ENOENT) {
    fail_on_file("remove", at(name), errno);
  }
}

void Folder::remove_leftovers(std::string_view name) const {
  for (const auto& path : files_in(path_)) {
    const std::string temporary = path.filename().string();
    const int writer = writer_of(temporary, name);
    if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH) {
      ::unlinkat(open_.get(), temporary.c_str(), 0);
    }
  }
}

void Folder::need_writable(const std::string& name) const {
  if (const int reason = why_not_replaced(open_, name); reason != 0) {
    fail_on_file("write", at(name), reason);
  }
}

Folder Folder::within(const std::string& name) const {
  if (::mkdirat(open_.get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
    fail_on_file("create the directory", at(name), errno);
  }
  Descriptor open(open_, name, O_RDONLY | O_DIRECTORY);
  if (!open.is_open() && type_of(name) == std::filesystem::file_type::symlink) {
    throw FileError(
        fmt::format("cannot write into {}: it is a link, and results go only into a directory of "
                    "the run's own.",
                    at(name).string()));
  }
  if (!open.is_open()) fail_on_file("open the directory", at(name), errno);
  return {at(name), std::move(open)};
}

}  // namespace banyan::bench

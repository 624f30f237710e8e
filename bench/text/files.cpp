// Files by system calls, for fsync and for errors with their reason; see files.hpp.
#include "bench/text/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path, int reason) {
  throw FileError(fmt::format("cannot {} {}: {}.", what, path.empty() ? "''" : path.string(),
                              std::generic_category().message(reason)));
}

/// An open file, closed at the end of its scope.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags) : fd_(open_retrying(path, flags)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }

  /// Writes everything, to the disk if so asked, and closes. Returns the errno of the first failure
  /// (on some file systems only closing tells of a full disk), or 0.
  int fill(std::string_view content, bool to_disk) {
    int reason = write_all(fd_, content);
    if (reason == 0 && to_disk && ::fsync(fd_) != 0) reason = errno;
    const bool closed = ::close(std::exchange(fd_, -1)) == 0;
    return reason == 0 && !closed ? errno : reason;
  }

 private:
  static int open_retrying(const std::filesystem::path& path, int flags) {
    int fd = -1;
    do {
      fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    return fd;
  }

  int fd_;
};

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view why) {
  throw FileError(fmt::format("cannot read {}: {}.", path.string(), why));
}

[[noreturn]] void refuse_size(const std::filesystem::path& path) {
  refuse(path, fmt::format("it is larger than {} GiB", kMostBytes >> 30U));
}

enum class Kind { kFile, kStream, kOther };

/// The kind of an open file; a directory counts as a file, since reading it fails anyway.
Kind kind_of(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path, errno);
  if (status.st_size > static_cast<off_t>(kMostBytes)) refuse_size(path);
  const dev_t null = makedev(1, 3);  // of Linux: /dev/null, which is empty
  const bool empty = S_ISCHR(status.st_mode) && status.st_rdev == null;
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || empty) return Kind::kFile;
  if (S_ISFIFO(status.st_mode) || ::isatty(file.get()) == 1) return Kind::kStream;
  return Kind::kOther;
}

/// Everything up to the end; `wait` is called before each part.
template <class Wait>
std::string content_of(const Descriptor& file, const std::filesystem::path& path, Wait&& wait) {
  std::string content;
  std::array<char, 65536> buffer{};
  for (;;) {
    wait();
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > kMostBytes) refuse_size(path);
  }
}

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// A hidden name in the same directory (rename needs the same file system) that no other thread or
/// process uses.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> number{0};
  return directory_of(path) /
         fmt::format(".{}.{}.{}.tmp", path.filename().string(), ::getpid(), number.fetch_add(1));
}

/// The open file of this process that a path names, as /dev/stdout names 1 through its link.
std::optional<int> descriptor_named(const std::filesystem::path& path) {
  if (path.parent_path() != "/proc/self/fd" && path.parent_path() != "/dev/fd") return std::nullopt;
  return read_number<int>(path.filename().string());
}

/// Where to write a file.
struct Destination {
  std::filesystem::path target;  ///< the path with links resolved
  std::optional<int> open;       ///< its descriptor, if that file is open
  bool exists = false;
  struct stat status {};

  /// Renaming over a device or a pipe would replace it, and over an open file lose what is printed
  /// to it.
  [[nodiscard]] bool is_direct() const {
    return open.has_value() || (exists && !S_ISREG(status.st_mode));
  }
};

Destination place_of(const std::filesystem::path& path) {
  Destination place;
  place.target = target_of(path);
  place.open = descriptor_named(place.target);
  place.exists = ::stat(place.target.c_str(), &place.status) == 0;
  if (place.exists && S_ISDIR(place.status.st_mode)) fail("write", path, EISDIR);
  if (place.target.filename().empty()) fail("write", path, path.empty() ? ENOENT : EISDIR);
  return place;
}

}  // namespace

int write_all(int descriptor, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "banyan_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail("make the folder", name, errno);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path target_of(const std::filesystem::path& path) {
  constexpr int kMostLinks = 40;  // like the system's limit
  std::filesystem::path target = path;
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code no_link;
    if (descriptor_named(target)) return target;
    const std::filesystem::path next = std::filesystem::read_symlink(target, no_link);
    if (no_link) return target;
    target = target.parent_path() / next;
  }
  fail("write", path, ELOOP);
}

void write_file_whole(const std::filesystem::path& path, std::string_view content) {
  const Destination place = place_of(path);
  if (place.open) {
    std::fflush(nullptr);  // earlier output comes first
    const int reason = write_all(*place.open, content);
    if (reason != 0) fail("write", path, reason);
    return;
  }
  if (place.is_direct()) {
    Descriptor device(path, O_WRONLY);
    const int reason = device.is_open() ? device.fill(content, false) : errno;
    if (reason != 0) fail("write", path, reason);
    return;
  }

  const std::filesystem::path temporary = temporary_name(place.target);
  Descriptor file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) fail("write", path, errno);
  // Best effort: another owner's file keeps its permissions only if we may set them.
  if (place.exists) static_cast<void>(::fchmod(file.get(), place.status.st_mode & 07777U));
  int reason = file.fill(content, true);
  if (reason == 0 && ::rename(temporary.c_str(), place.target.c_str()) != 0) reason = errno;
  if (reason != 0) {
    ::unlink(temporary.c_str());
    fail("write", path, reason);
  }
  // The new name must survive a power cut too; some file systems cannot sync a directory.
  const Descriptor directory(directory_of(place.target), O_RDONLY | O_DIRECTORY);
  if (directory.is_open()) static_cast<void>(::fsync(directory.get()));
}

void write_file_within(const std::filesystem::path& folder, const std::string& name,
                       std::string_view content) {
  const std::filesystem::path path = folder / name;
  std::error_code no_link;
  if (std::filesystem::is_symlink(path, no_link)) ::unlink(path.c_str());
  write_file_whole(path, content);
}

void need_writable(const std::filesystem::path& path) {
  const Destination place = place_of(path);
  const bool direct = place.is_direct();
  const std::filesystem::path tried = direct ? path : temporary_name(place.target);
  const Descriptor file(tried, direct ? O_WRONLY | O_NONBLOCK : O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open() && !(direct && errno == ENXIO)) fail("write", path, errno);  // no reader yet
  if (!direct) ::unlink(tried.c_str());
}

void remove_leftovers(const std::filesystem::path& directory, std::string_view file) {
  if (!file_exists(directory)) return;
  for (const auto& path : files_in(directory)) {
    const std::string name = path.filename().string();  // .NAME.PROCESS.NUMBER.tmp
    if (name.front() != '.' || !name.ends_with(".tmp")) continue;
    const auto number = name.rfind('.', name.size() - 5);
    const auto process = number == std::string::npos ? number : name.rfind('.', number - 1);
    if (process == std::string::npos || process == 0) continue;
    if (!file.empty() && name.substr(1, process - 1) != file) continue;
    const int writer = std::atoi(name.c_str() + process + 1);
    if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH) ::unlink(path.c_str());
  }
}

bool file_exists(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return false;
  if (error) fail("look at", path, error.value());
  return true;
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    found.push_back(entry->path());
  }
  if (error) fail("read", directory, error.value());
  std::sort(found.begin(), found.end());
  return found;
}

std::string read_file(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);  // else a pipe waits for its other end
  if (!file.is_open()) fail("read", path, errno);
  if (kind_of(file, path) != Kind::kFile) refuse(path, "it is no regular file");
  return content_of(file, path, [] {});
}

std::string read_input(const std::filesystem::path& path, const std::stop_token& stop) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);
  if (!file.is_open()) fail("read", path, errno);
  if (kind_of(file, path) == Kind::kOther) refuse(path, "it is neither a file nor a pipe");
  return content_of(file, path, [&] {
    constexpr int kMilliseconds = 100;
    pollfd input{file.get(), POLLIN, 0};
    do {
      if (stop.stop_requested()) {
        throw Interrupted(fmt::format("interrupted while reading {}.", path.string()));
      }
    } while (::poll(&input, 1, kMilliseconds) == 0);
  });
}

void make_directories(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error) && !error) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) fail("create the directory", path, error.value());
}

void append_line(const std::filesystem::path& path, std::string_view line) {
  Descriptor file(path, O_RDWR | O_CREAT | O_APPEND);
  if (!file.is_open()) fail("append to", path, errno);
  // Held until the file is closed. Without it a failed write could not be undone safely.
  while (::flock(file.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  std::string text;
  char last = '\n';
  if (size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 && last != '\n') text += '\n';
  text += line;
  text += '\n';
  const int reason = write_all(file.get(), text);
  if (reason != 0) {
    if (size >= 0) static_cast<void>(::ftruncate(file.get(), size) == 0);
    fail("append to", path, reason);
  }
}

}  // namespace banyan::bench

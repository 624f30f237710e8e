// Files by system calls, for fsync and for errors with their reason; see files.hpp.
#include "bench/text/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>

#include "bench/text/folder.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view why) {
  throw FileError(fmt::format("cannot read {}: {}.", path.string(), why));
}

[[noreturn]] void refuse_size(const std::filesystem::path& path, std::size_t most) {
  const auto [unit, name] = most >> 30U > 0 ? std::pair(30U, "GiB") : std::pair(20U, "MiB");
  refuse(path, fmt::format("it is larger than {} {}", most >> unit, name));
}

enum class Kind { kFile, kStream, kOther };

/// The kind of an open file; a directory counts as a file, since reading it fails anyway.
Kind kind_of(const Descriptor& file, const std::filesystem::path& path, std::size_t most) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_on_file("read", path, errno);
  if (status.st_size > static_cast<off_t>(most)) refuse_size(path, most);
  const dev_t null = makedev(1, 3);  // of Linux: /dev/null, which is empty
  const bool empty = S_ISCHR(status.st_mode) && status.st_rdev == null;
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || empty) return Kind::kFile;
  if (S_ISFIFO(status.st_mode) || ::isatty(file.get()) == 1) return Kind::kStream;
  return Kind::kOther;
}

/// Everything up to the end. `wait` is called before each part; without it, a file that would have
/// to be waited for, as some of /proc, is refused.
std::string content_of(const Descriptor& file, const std::filesystem::path& path, std::size_t most,
                       const std::function<void()>& wait = {}) {
  std::string content;
  std::array<char, 65536> buffer{};
  for (;;) {
    if (wait) wait();
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EAGAIN && !wait) refuse(path, "it is no regular file");
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) fail_on_file("read", path, errno);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > most) refuse_size(path, most);
  }
}

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
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
  if (place.exists && S_ISDIR(place.status.st_mode)) fail_on_file("write", path, EISDIR);
  if (place.target.filename().empty()) fail_on_file("write", path, path.empty() ? ENOENT : EISDIR);
  return place;
}

/// Of where a path leads.
std::filesystem::file_type type_of(const std::filesystem::path& path) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (type == std::filesystem::file_type::none) fail_on_file("look at", path, error.value());
  return type;
}

}  // namespace

void fail_on_file(std::string_view what, const std::filesystem::path& path, int reason) {
  const std::string sentence =
      fmt::format("cannot {} {}", what, path.empty() ? "''" : path.string());
  if (reason == EMFILE || reason == ENFILE) {
    throw std::system_error(reason, std::generic_category(), sentence);
  }
  throw FileError(fmt::format("{}: {}.", sentence, std::generic_category().message(reason)));
}

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
  std::error_code error;
  const auto place = std::filesystem::temp_directory_path(error);
  if (error) fail_on_file("use the folder for temporary files,", "TMPDIR", error.value());
  std::string name = (place / "banyan_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail_on_file("make the folder", name, errno);
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
  fail_on_file("write", path, ELOOP);
}

void write_file_whole(const std::filesystem::path& path, std::string_view content) {
  const Destination place = place_of(path);
  if (place.open) {
    std::fflush(nullptr);  // earlier output comes first
    const int reason = write_all(*place.open, content);
    if (reason != 0) fail_on_file("write", path, reason);
    return;
  }
  int reason = 0;
  if (place.is_direct()) {
    Descriptor device(path, O_WRONLY);
    reason = device.is_open() ? write_all(device.get(), content) : errno;
    if (const int closing = device.close(); reason == 0) reason = closing;
  } else {
    const Descriptor directory(directory_of(place.target), O_RDONLY | O_DIRECTORY);
    reason =
        directory.is_open() ? replace_file(directory, place.target.filename(), content) : errno;
  }
  if (reason != 0) fail_on_file("write", path, reason);
}

bool is_written_directly(const std::filesystem::path& path) { return place_of(path).is_direct(); }

void need_writable(const std::filesystem::path& path) {
  const Destination place = place_of(path);
  int reason = 0;
  if (place.is_direct()) {
    const Descriptor file(path, O_WRONLY | O_NONBLOCK);
    if (!file.is_open() && errno != ENXIO) reason = errno;  // ENXIO: no reader yet
  } else {
    const Descriptor directory(directory_of(place.target), O_RDONLY | O_DIRECTORY);
    reason = directory.is_open() ? why_not_replaced(directory, place.target.filename()) : errno;
  }
  if (reason != 0) fail_on_file("write", path, reason);
}

bool file_exists(const std::filesystem::path& path) {
  return type_of(path) != std::filesystem::file_type::not_found;
}

bool is_file(const std::filesystem::path& path) {
  return type_of(path) == std::filesystem::file_type::regular;
}

bool is_folder(const std::filesystem::path& path) {
  return type_of(path) == std::filesystem::file_type::directory;
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    found.push_back(entry->path());
  }
  if (error) fail_on_file("read", directory, error.value());
  std::sort(found.begin(), found.end());
  return found;
}

std::string read_file(const std::filesystem::path& path, std::size_t most) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);  // else a pipe waits for its other end
  if (!file.is_open()) fail_on_file("read", path, errno);
  if (kind_of(file, path, most) != Kind::kFile) refuse(path, "it is no regular file");
  return content_of(file, path, most);
}

std::string read_input(const std::filesystem::path& path, const std::stop_token& stop,
                       std::size_t most) {
  const Descriptor file(path, O_RDONLY | O_NONBLOCK);
  if (!file.is_open()) fail_on_file("read", path, errno);
  if (kind_of(file, path, most) == Kind::kOther) refuse(path, "it is neither a file nor a pipe");
  return content_of(file, path, most, [&] {
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
  if (!error && !is_folder(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail_on_file("create the directory", path, error.value());
}

}  // namespace banyan::bench

// Files that users name, written whole or not at all; and reading files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::bench {

/// what() is one sentence with the path and the reason: "cannot write results/x.json: No space left
/// on device." Functions here throw only this of their own, and std::system_error where the system
/// allows no more open files.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws either of these: what cannot be done with the path, and the errno.
[[noreturn]] void fail_on_file(std::string_view what, const std::filesystem::path& path,
                               int reason);

/// Thrown if a stop request ends something without results to keep. what() is one sentence.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An empty folder among the system's temporary ones, removed with this object and all that is in
/// it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Resolves a path's links, whether or not the target exists. Fails for a circle of links.
std::filesystem::path target_of(const std::filesystem::path& path);

/// Writes everything to an open file. Returns the system's error number if it could not, else 0.
int write_all(int descriptor, std::string_view content) noexcept;

/// Replaces the file by one with this content, as replace_file() does (folder.hpp). For a link, the
/// target is replaced or made. Devices, pipes and open files, like /dev/stdout, are written
/// directly. In folders, use Folder instead.
void write_file_whole(const std::filesystem::path& path, std::string_view content);
bool is_written_directly(const std::filesystem::path& path);

/// Whether something of that name exists. Fails if the system cannot tell, as in a circle of links.
bool file_exists(const std::filesystem::path& path);

/// Whether it exists and is a regular file, or a directory. Fail likewise.
bool is_file(const std::filesystem::path& path);
bool is_folder(const std::filesystem::path& path);

/// The entries of a directory, by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory);

/// Fails if write_file_whole() could not write there.
void need_writable(const std::filesystem::path& path);

/// The most bytes of any file that is read: of networks, and of files that are read line by line.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

/// The most of a document of JSON, a record, a list of positions or a page, whose parts may take
/// sixty times as much memory.
inline constexpr std::size_t kMostText = std::size_t{32} << 20U;

/// The content of a regular file of at most so many bytes, or of /dev/null; other files might never
/// end.
std::string read_file(const std::filesystem::path& path, std::size_t most = kMostBytes);

/// The same for a path that a user names, which may also be a pipe, like /dev/stdin or <(...),
/// or the terminal. Waits for its end; throws Interrupted after a stop request.
std::string read_input(const std::filesystem::path& path, const std::stop_token& stop,
                       std::size_t most = kMostBytes);

/// Creates the directory and its parents, unless they exist.
void make_directories(const std::filesystem::path& path);

}  // namespace banyan::bench

// Files written whole or not at all, and lines appended whole or not at all.
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
/// on device." Functions here throw only this of their own.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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

/// Replaces a file by one with this content. It is written under a temporary name in the same
/// folder, synced and renamed, so that readers find the old content or the new, even after a power
/// cut. On failure the old file is unchanged and no temporary file stays. For a link, the target is
/// replaced or made. Devices, pipes and open files, like /dev/stdout, are written directly. A
/// process that may hit RLIMIT_FSIZE must ignore SIGXFSZ to get a FileError for it.
void write_file_whole(const std::filesystem::path& path, std::string_view content);

/// The same for a file in a folder that anybody may have made: a link in its place is removed,
/// wherever it leads.
void write_file_within(const std::filesystem::path& folder, const std::string& name,
                       std::string_view content);

/// Whether something of that name exists. Fails if the system cannot tell, as in a circle of links.
bool file_exists(const std::filesystem::path& path);

/// The entries of a directory, by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory);

/// Fails if write_file_whole() could not write there.
void need_writable(const std::filesystem::path& path);

/// Removes temporary files that killed writers left in a directory: of all files, or of the one
/// with that name.
void remove_leftovers(const std::filesystem::path& directory, std::string_view file = {});

/// The content of a regular file, or of /dev/null; other files might never end.
std::string read_file(const std::filesystem::path& path);

/// The same for a path that a user names, which may also be a pipe, like /dev/stdin or <(...),
/// or the terminal. Waits for its end; throws Interrupted after a stop request.
std::string read_input(const std::filesystem::path& path, const std::stop_token& stop);

/// The limit of both.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

/// Creates the directory and its parents, unless they exist.
void make_directories(const std::filesystem::path& path);

/// Appends the line and '\n' to the file, creating it if necessary; the kernel has the data on
/// return. On failure the file is unchanged. Safe between threads and processes that all use it. If
/// a crash left a line without an end, that line is ended first.
void append_line(const std::filesystem::path& path, std::string_view line);

}  // namespace banyan::bench

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

/// what() is one sentence that names the path and the reason: "cannot write results/x.json: No
/// space left on device." Every function here throws it, and nothing else of its own.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown where a stop request ends what has nothing to keep. what() is one sentence.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where a path leads through links, whether anything is there or not. Fails in a circle of links.
std::filesystem::path target_of(const std::filesystem::path& path);

/// Replaces the file by one with this content: written under a temporary name beside it, synced and
/// renamed, so that a reader (or a power cut) finds the old content or the new. On failure the old
/// file is as it was and no temporary file stays. Of a link the target is replaced, or made.
/// Devices, pipes and open files, as /dev/stdout, are written to directly. A process that may hit
/// RLIMIT_FSIZE must ignore SIGXFSZ to see that as a FileError.
void write_file_whole(const std::filesystem::path& path, std::string_view content);

/// The same of a file in a folder that anybody may have made: a link in its place goes, wherever it
/// leads.
void write_file_within(const std::filesystem::path& folder, const std::string& name,
                       std::string_view content);

/// Whether there is something of that name. Fails where the system cannot tell, as in a circle of
/// links.
bool file_exists(const std::filesystem::path& path);

/// What a directory holds, by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& directory);

/// Fails where write_file_whole() would find no place for the file.
void need_writable(const std::filesystem::path& path);

/// Removes what writers that were killed left in a directory under temporary names: those of any
/// file, or of the one of that name.
void remove_leftovers(const std::filesystem::path& directory, std::string_view file = {});

/// The content of a regular file, or of /dev/null: of anything else nobody knows whether it ends.
std::string read_file(const std::filesystem::path& path);

/// The same of what somebody names, who may also mean a pipe, such as /dev/stdin or <(...), or the
/// terminal: waits for its end, but not after a stop request, when it throws Interrupted.
std::string read_input(const std::filesystem::path& path, const std::stop_token& stop);

/// More is read of neither.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

/// Creates the directory and its parents; fine if it is there.
void make_directories(const std::filesystem::path& path);

/// Appends the line and '\n' to the file, creating it if need be, in the kernel's hands on return.
/// On failure the file is as it was. Safe between threads and processes that all use it. If a crash
/// had left a line without an end, that line is ended first.
void append_line(const std::filesystem::path& path, std::string_view line);

}  // namespace banyan::bench

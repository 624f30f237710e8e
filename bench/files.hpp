// Files written whole or not at all, and lines appended whole or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace banyan::bench {

/// what() is one sentence that names the path and the reason: "cannot write results/x.json: No
/// space left on device." Every function here throws it, and nothing else of its own.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Replaces the file by one with this content: written under a temporary name beside it, synced and
/// renamed, so that a reader (or a power cut) finds the old content or the new. On failure the old
/// file is as it was and no temporary file stays. Devices and pipes are written to directly. A
/// process that may hit RLIMIT_FSIZE must ignore SIGXFSZ to see that as a FileError.
void write_file_whole(const std::filesystem::path& path, std::string_view content);

std::string read_file(const std::filesystem::path& path);

/// Creates the directory and its parents; fine if it is there.
void make_directories(const std::filesystem::path& path);

/// Appends the line and '\n' to the file, creating it if need be, in the kernel's hands on return.
/// On failure the file is as it was. Safe between threads and processes that all use it. If a crash
/// had left a line without an end, that line is ended first.
void append_line(const std::filesystem::path& path, std::string_view line);

}  // namespace banyan::bench

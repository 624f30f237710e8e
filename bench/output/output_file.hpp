// The file of --out, for commands that write one.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "bench/text/folder.hpp"

namespace banyan::bench {

/// A file that one run of the program writes at a time. A user names it, so links to it are
/// followed. Devices, pipes and open files are written directly, and not locked.
class OutputFile {
 public:
  /// `option` gave the path. Locks it by a hidden file in the same folder, since writing replaces
  /// the file itself; that one is removed with this object, and what killed writers left there now.
  /// Throws UsageError if another run holds the file, by any name, and FileError if it cannot be
  /// written.
  OutputFile(const char* option, std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// write_file_whole().
  void write(std::string_view content) const;
  /// Folder::append().
  void append(std::string_view lines) const;

 private:
  std::filesystem::path path_;
  std::filesystem::path target_;  ///< of its links
  std::optional<Folder> folder_;  ///< of the target; nothing for what is written directly
  std::optional<Descriptor> lock_;
};

}  // namespace banyan::bench

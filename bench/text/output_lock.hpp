// Allows one run of the program at a time per output folder or file.
#pragma once

#include <filesystem>
#include <utility>

namespace banyan::bench {

/// Locks the target of --out against other runs of the program during its lifetime. The system
/// releases it when the process ends, however that happens.
class OutputLock {
 public:
  /// Makes the folder if necessary, and removes what killed writers left there. Throws UsageError
  /// if another run holds it.
  static OutputLock of_folder(const std::filesystem::path& folder);

  /// Whether a run holds the folder now.
  static bool is_held(const std::filesystem::path& folder);

  /// Uses a hidden file in the same folder, since writing a file replaces it; that file is removed
  /// with the lock. Devices and pipes are not locked. Throws UsageError if another run holds the
  /// file, by any name, and FileError if it cannot be written.
  static OutputLock of_file(const std::filesystem::path& file);

  OutputLock(OutputLock&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), beside_(std::move(other.beside_)) {}
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

 private:
  OutputLock(int descriptor, std::filesystem::path beside)
      : descriptor_(descriptor), beside_(std::move(beside)) {}

  int descriptor_;
  std::filesystem::path beside_;  ///< the file to remove in the end; empty: none
};

}  // namespace banyan::bench

// One run of the program at a time into a folder or a file.
#pragma once

#include <filesystem>
#include <utility>

namespace banyan::bench {

/// Holds what --out names against other runs of the program as long as it lives: the system gives
/// it up with the process, however that ends.
class OutputLock {
 public:
  /// Makes the folder if it is not there, and removes what killed writers left there. Throws
  /// UsageError if another run holds it.
  static OutputLock of_folder(const std::filesystem::path& folder);

  /// Whether a run holds the folder now.
  static bool is_held(const std::filesystem::path& folder);

  /// Held by a hidden file beside it, since a file that is written whole is another one then; that
  /// goes with the lock. Devices and pipes are held by nobody. Throws UsageError if another run
  /// holds the file, by whatever name, and FileError if it cannot be written.
  static OutputLock of_file(const std::filesystem::path& file);

  OutputLock(OutputLock&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), beside_(std::move(other.beside_)) {}
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

 private:
  OutputLock(int descriptor, std::filesystem::path beside)
      : descriptor_(descriptor), beside_(std::move(beside)) {}

  int descriptor_;
  std::filesystem::path beside_;  ///< what is removed in the end; empty: nothing
};

}  // namespace banyan::bench

// One run of the program at a time in a folder.
#pragma once

#include <filesystem>

namespace banyan::bench {

/// Holds a folder against other runs of the program as long as it lives, however that ends.
class FolderLock {
 public:
  /// Makes the folder if it is not there, and removes what killed writers left there. Throws
  /// UsageError if another run holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  /// Whether a run holds the folder now.
  static bool is_held(const std::filesystem::path& folder);

 private:
  int descriptor_ = -1;
};

}  // namespace banyan::bench

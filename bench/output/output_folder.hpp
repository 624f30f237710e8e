// The folder of --out: who may write into it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/text/folder.hpp"

namespace banyan::bench {

/// The names of all files and folders that commands write into such a folder.
const std::vector<std::string>& output_names();

/// A folder that one run of the program writes at a time, until the process ends, however that
/// happens.
class OutputFolder : public Folder {
 public:
  /// Makes the folder if necessary, and removes what killed writers left there. `record` is the
  /// file that says what the folder's results are of. Throws UsageError if another run holds the
  /// folder, and if it holds something that is not ours under a name of output_names(): a link, no
  /// regular file, or any file without the record.
  explicit OutputFolder(const std::filesystem::path& path, const std::string& record = "run.json");

  /// Throws UsageError: it holds that instead of nothing or of what it should.
  [[noreturn]] void refuse(const std::string& what) const;

  /// Whether a run holds the folder now.
  static bool is_held(const std::filesystem::path& path);

 private:
  void refuse_foreign(const std::string& record) const;
};

}  // namespace banyan::bench

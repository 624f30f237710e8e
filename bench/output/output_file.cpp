#include "bench/output/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "bench/output/lock.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

std::string lock_of(const std::filesystem::path& target) {
  return fmt::format(".{}.lock", target.filename().string());
}

/// Whether the open file still has that name.
bool is_named(const Descriptor& file, const Folder& folder, const std::string& name) {
  struct stat open {};
  struct stat named {};
  return ::fstat(file.get(), &open) == 0 &&
         ::fstatat(folder.descriptor().get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

OutputFile::OutputFile(const char* option, std::filesystem::path path)
    : path_(std::move(path)), target_(target_of(path_)) {
  need_writable(path_);
  if (is_written_directly(path_)) return;
  folder_.emplace(target_.has_parent_path() ? target_.parent_path() : ".");
  const std::string name = lock_of(target_);
  for (;;) {
    Descriptor lock(folder_->descriptor(), name, O_RDWR | O_CREAT);
    if (!lock.is_open()) return;
    if (!try_lock(lock)) refuse_in_use(option, path_, "file");
    if (is_named(lock, *folder_, name)) {
      lock_.emplace(std::move(lock));
      break;
    }  // else its owner removed it meanwhile
  }
  folder_->remove_leftovers(target_.filename().string());
}

OutputFile::~OutputFile() {
  // Before it is unlocked.
  if (lock_) ::unlinkat(folder_->descriptor().get(), lock_of(target_).c_str(), 0);
}

void OutputFile::write(std::string_view content) const { write_file_whole(path_, content); }

void OutputFile::append(std::string_view lines) const {
  if (folder_) return folder_->append(target_.filename().string(), lines);
  write_file_whole(path_, lines);
}

}  // namespace banyan::bench

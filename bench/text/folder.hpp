// The files of a directory by their names alone: the one door for writing into it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace banyan::bench {

/// An open file or directory, closed at the end of its scope.
class Descriptor {
 public:
  /// Opens a path. If that fails, is_open() is false and errno says why.
  Descriptor(const std::filesystem::path& path, int flags);
  /// Opens a name, without '/', in a directory, but never through a link.
  Descriptor(const Descriptor& directory, const std::string& name, int flags);
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  [[nodiscard]] int get() const { return fd_; }

  /// Returns the errno, or 0: on some file systems only closing tells of a full disk.
  int close();

 private:
  int fd_;
};

/// Replaces a file of the directory by one with this content. It is written under a temporary name,
/// synced and renamed, so that readers find the old content or the new, even after a power cut. On
/// failure the old file is unchanged and no temporary file stays. A link of that name is replaced,
/// wherever it leads. Returns the errno, or 0.
int replace_file(const Descriptor& directory, const std::string& name, std::string_view content);

/// The errno with which that would fail, or 0.
int why_not_replaced(const Descriptor& directory, const std::string& name);

/// An open directory that the program writes into. A user names it, so links may lead to it. What
/// is in it may be anybody's, so nothing is written where a link in it leads, and nothing outside.
/// All functions throw FileError.
class Folder {
 public:
  explicit Folder(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path at(const std::string& name) const { return path_ / name; }

  /// Of what has this name: a link is one, wherever it leads.
  [[nodiscard]] std::filesystem::file_type type_of(const std::string& name) const;

  /// replace_file().
  void write(const std::string& name, std::string_view content) const;

  /// Appends lines, each with its end, to a file, creating it if necessary; the kernel has the data
  /// on return. On failure the file is unchanged. Safe between threads and processes that all use
  /// it. If a crash left a line without an end, that line is ended first. Fails for a link. A file
  /// that has other names too (hard links) becomes the folder's own first.
  void append(const std::string& name, std::string_view lines) const;

  /// Removes a file or a link, if there is one.
  void remove(const std::string& name) const;

  /// Removes temporary files that killed writers left: of all files, or of the one with that name.
  void remove_leftovers(std::string_view name = {}) const;

  /// Fails if write() would.
  void need_writable(const std::string& name) const;

  /// The folder of that name in it, made if necessary. Fails for a link.
  [[nodiscard]] Folder within(const std::string& name) const;

  [[nodiscard]] const Descriptor& descriptor() const { return open_; }

 private:
  Folder(std::filesystem::path path, Descriptor open);

  std::filesystem::path path_;
  Descriptor open_;
};

}  // namespace banyan::bench

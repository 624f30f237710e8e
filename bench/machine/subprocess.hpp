// Runs other programs, none of which outlives this one, and keeps their output.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace banyan::bench {

using Words = std::vector<std::string>;

/// A program's standard streams: descriptors, or -1 for none.
struct Streams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

/// A program started by this one. It ends with this object, and with this program, however that
/// ends; so does everything that it starts, even in sessions of their own, unless they cleared
/// their environment too.
///
/// A shell ensures that: it waits for the end of a pipe that only this program holds open, which
/// the system closes in any case. Then it kills its process group, where the program is, and all
/// that has a mark in its environment, which children inherit. (PR_SET_PDEATHSIG would only reach
/// the program, not its children, and follows the thread that started it, which may end first.)
class Subprocess {
 public:
  /// Starts a command (its first word a path or found in PATH) in this directory, with NAME=VALUE
  /// set and no signal blocked. Throws std::system_error where the system allows no more processes
  /// or open files.
  Subprocess(const std::filesystem::path& directory, Words command, const Streams& streams,
             Words environment = {});
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  ~Subprocess();

  /// The system's error number if it could not run; 0 if it could. The other functions need a
  /// running program.
  [[nodiscard]] int error() const { return error_; }

  /// Its exit status, or minus the number of the signal that ended it; nothing while it runs.
  [[nodiscard]] std::optional<int> status() const;
  /// Waits for that status.
  [[nodiscard]] int wait() const;

  /// Kills it, and soon what it started. Any thread may call it.
  void kill() const;

 private:
  void end();

  int error_ = 0;
  mutable std::atomic<int> leash_ = -1;  ///< the pipe that only this program holds open
  pid_t keeper_ = -1;  ///< the shell; until it is reaped, its group's number stays unique
  pid_t program_ = 0;  ///< in that group
};

/// A pipe for a program's output, read without blocking.
class Outlet {
 public:
  /// Throws std::system_error if the system has no more pipes.
  Outlet();
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;
  ~Outlet();

  /// The end to write to. Until this program closes it, the output has no end.
  [[nodiscard]] int theirs() const { return theirs_; }
  void let_go();

  /// Appends up to `most` bytes that have arrived. False at the end.
  bool take(std::string& text, std::size_t most);

  /// For poll(); -1 after the end.
  [[nodiscard]] int ours() const { return ours_; }

 private:
  int ours_ = -1;
  int theirs_ = -1;
};

/// How a program ended.
struct Ended {
  bool started = false;
  bool too_much = false;  ///< killed after printing more than kMostOutput
  int status = -1;        ///< its exit status, or minus the number of the signal that ended it
  std::string output;     ///< its standard output
  std::string errors;     ///< its standard error
};

/// The most bytes of a program's output that are kept.
inline constexpr std::size_t kMostOutput = std::size_t{64} << 20U;

/// Runs a command (its first word a path or found in PATH) in this directory, with NAME=VALUE set,
/// and waits for its end, which a stop request causes at once. Its standard input is empty. Signals
/// from this program's terminal do not reach it: only this program stops it, and so knows why it
/// ended.
Ended run_in(const std::filesystem::path& directory, Words command,
             const std::stop_token& stop = {}, Words environment = {});

}  // namespace banyan::bench

// Running other programs, none of which outlives this one, and keeping what they print.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace banyan::bench {

using Words = std::vector<std::string>;

/// What a program gets as its standard streams: descriptors, or -1 for nothing.
struct Streams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

/// A program that this one has started, in a process group of its own with what it starts. The
/// group ends with this object, and with this program, however that ends.
///
/// A shell in the group sees to that: it waits for the end of a pipe that this program alone holds
/// open, which the system closes whatever happens, and then kills its group. (PR_SET_PDEATHSIG
/// would reach the program alone, not what it has started, and follows the thread that started it,
/// which may end first.)
class Subprocess {
 public:
  /// Starts a command (its first word a path or looked up in PATH) in this directory, with
  /// NAME=VALUE set for it and no signal blocked.
  Subprocess(const std::filesystem::path& directory, Words command, const Streams& streams,
             Words environment = {});
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  ~Subprocess();

  /// The system's number for what kept it from running; 0 where nothing did. The rest is for a
  /// program that runs.
  [[nodiscard]] int error() const { return error_; }

  /// Its exit status, or minus the number of the signal that ended it; nothing while it runs.
  [[nodiscard]] std::optional<int> status() const;
  /// Waits for that.
  [[nodiscard]] int wait() const;

  /// Kills the group. May be called by any thread.
  void kill() const;

 private:
  int error_ = 0;
  int leash_ = -1;     ///< the pipe that this program alone holds open
  pid_t keeper_ = -1;  ///< the shell; while it is not taken away, its group's number is no other's
  pid_t program_ = 0;  ///< of that group
};

/// A pipe through which a program's output comes, read without waiting.
class Outlet {
 public:
  /// Throws std::system_error where the system has no more pipes.
  Outlet();
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;
  ~Outlet();

  /// The end to write to, until this program gives up its hold on it: there is no end of the output
  /// before.
  [[nodiscard]] int theirs() const { return theirs_; }
  void let_go();

  /// Appends up to `most` bytes of what has come. False at the end.
  bool take(std::string& text, std::size_t most);

  /// To poll; -1 after the end.
  [[nodiscard]] int ours() const { return ours_; }

 private:
  int ours_ = -1;
  int theirs_ = -1;
};

/// How a program ended.
struct Ended {
  bool started = false;
  bool too_much = false;  ///< it was ended for having printed more than kMostOutput
  int status = -1;        ///< its exit status; minus the signal's number if one ended it
  std::string output;     ///< its standard output
  std::string errors;     ///< its standard error
};

/// Bytes that are kept of what a program prints.
inline constexpr std::size_t kMostOutput = std::size_t{64} << 20U;

/// Runs a command (its first word a path or looked up in PATH) in this directory, with NAME=VALUE
/// set for it, and waits for its end, which a stop request brings about at once. Its standard input
/// is empty. What a terminal sends to this program does not reach it: it is stopped by this program
/// alone, which so knows why it ended.
Ended run_in(const std::filesystem::path& directory, Words command,
             const std::stop_token& stop = {}, Words environment = {});

}  // namespace banyan::bench

// A program that is talked to in lines: its pipes, its deadlines, its end.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/machine/subprocess.hpp"
#include "core/base/clock.hpp"

namespace banyan::bench {

/// Runs from construction on; when this object goes, it is asked to end by the end of its input,
/// and a moment later killed, with all that it started in its process group. Never waits beyond a
/// deadline, and never holds more than a line that nobody has asked for.
class Process {
 public:
  /// The command's first word is a path, or looked up in PATH and in /usr/games, where Debian has
  /// such programs and root's PATH does not lead. Throws UsageError if there is no such program.
  explicit Process(const std::vector<std::string>& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// Sends a line; what cannot be sent is lost, as after the program's end.
  void send(const std::string& line);

  /// What became of waiting for a line.
  enum class Heard { kLine, kTooLong, kEnd, kTimeout, kStopped };

  /// The longest line, which kTooLong is said of.
  static constexpr std::size_t kLongestLine = 1'000'000;

  /// The next line of its standard output, without its end.
  Heard read(std::string& line, Clock::time_point deadline, const std::stop_token& stop = {});

  /// How it ended, if it has: "it ended with status 1", "signal 11 ended it".
  std::string end_text();

  /// The last of what it said, of the lines on standard error if there are any: "its last words
  /// '...'"; "it said nothing".
  std::string last_words();

 private:
  /// Takes what has come, waiting for it no longer than so many milliseconds. False at the end.
  bool take(int milliseconds);
  void take_errors();

  int input_ = -1;  ///< our end
  Outlet output_;
  Outlet errors_;
  std::unique_ptr<Subprocess> program_;
  std::string pending_;  ///< output without an end of line yet
  std::deque<std::string> lines_;
  std::string last_line_;
  std::string last_errors_;
};

}  // namespace banyan::bench

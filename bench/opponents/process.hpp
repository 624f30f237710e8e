// A program controlled by lines of text: its pipes, its deadlines, its end.
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/machine/subprocess.hpp"
#include "core/base/clock.hpp"

namespace banyan::bench {

/// Runs from construction on. Destruction closes its input, which asks it to end, and a moment
/// later kills it with everything in its process group. Never waits beyond a deadline, and never
/// holds more than one unrequested line.
class Process {
 public:
  /// The command's first word is a path, or found in PATH or in /usr/games, where Debian has such
  /// programs and root's PATH does not lead. Throws UsageError if there is no such program.
  explicit Process(const std::vector<std::string>& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// Sends a line; lost if it cannot be sent, as after the program's end.
  void send(const std::string& line);

  /// The result of waiting for a line.
  enum class Heard { kLine, kTooLong, kEnd, kTimeout, kStopped };

  /// The longest line; a longer one gives kTooLong.
  static constexpr std::size_t kLongestLine = 1'000'000;

  /// The next line of its standard output, without its end.
  Heard read(std::string& line, Clock::time_point deadline, const std::stop_token& stop = {});

  /// How it ended, if it has: "it ended with status 1", "signal 11 ended it".
  std::string end_text();

  /// The last of its output, from standard error if there is any: "its last words '...'"; "it said
  /// nothing".
  std::string last_words();

 private:
  /// Reads available output, waiting at most `milliseconds`. False at the end.
  bool take(int milliseconds);
  void take_errors();

  int input_ = -1;  ///< our end
  Outlet output_;
  Outlet errors_;
  std::unique_ptr<Subprocess> program_;
  std::string pending_;  ///< output that was not asked for yet
  std::string last_line_;
  std::string last_errors_;
};

}  // namespace banyan::bench

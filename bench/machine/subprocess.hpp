// Running another program and keeping what it prints.
#pragma once

#include <sys/types.h>

#include <filesystem>
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

/// Starts a command (its first word a path or looked up in PATH) in this directory, with NAME=VALUE
/// set for it: in a process group of its own, with no signal blocked. Its number, or minus the
/// error's that kept it from running.
pid_t start_program(const std::filesystem::path& directory, Words command, const Streams& streams,
                    Words environment = {});

/// Waits for its end, and gives its number back to the system: its exit status, or minus the number
/// of the signal that ended it.
int wait_for_end(pid_t program);

/// How a program ended.
struct Ended {
  bool started = false;
  int status = -1;     ///< its exit status; minus the signal's number if one ended it
  std::string output;  ///< its standard output
  std::string errors;  ///< its standard error
};

/// Runs a command (its first word a path or looked up in PATH) in this directory, with NAME=VALUE
/// set for it, and waits for its end, which a stop request brings about at once. Its standard input
/// is empty. What a terminal sends to this program does not reach it: it is stopped by this program
/// alone, which so knows why it ended.
Ended run_in(const std::filesystem::path& directory, Words command,
             const std::stop_token& stop = {}, Words environment = {});

}  // namespace banyan::bench

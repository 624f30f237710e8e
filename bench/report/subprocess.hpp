// Running another program and keeping what it prints.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace banyan::bench {

using Words = std::vector<std::string>;

/// How a program ended.
struct Ended {
  bool started = false;
  int status = -1;     ///< its exit status; minus the signal's number if one ended it
  std::string output;  ///< its standard output
  std::string errors;  ///< its standard error
};

/// Runs a command (its first word a path or looked up in PATH) in this directory and waits for its
/// end. Its standard input is empty; SIGINT and SIGTERM reach it though this program blocks them.
Ended run_in(const std::filesystem::path& directory, Words command);

}  // namespace banyan::bench

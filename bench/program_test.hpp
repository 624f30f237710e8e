// Runs the real program in tests: its output, its exit status, and its reaction to an interrupt.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

inline const std::string kProgram = BANYAN_PROGRAM_PATH;

/// Programs that tests run make no reports, which take seconds: `env -u BANYAN_PYTHON` lets them.
inline const bool kWithoutReports = ::setenv("BANYAN_PYTHON", "", 0) == 0;

using Arguments = std::vector<std::string>;

/// How a program ended.
struct Outcome {
  int status = -1;  ///< its exit status; minus the signal's number if one ended it
  std::string out;
  std::string err;

  /// Printed if an expectation fails.
  [[nodiscard]] std::string text() const {
    return fmt::format("status {}\nstdout: {}\nstderr: {}", status, out, err);
  }
};

/// A running program, with its standard output and error captured separately in memory. It is
/// killed if it runs longer than kPatience, or when this object is destroyed.
class Program {
 public:
  static constexpr std::chrono::seconds kPatience{500};

  /// The command's first word is looked up in PATH unless it is a path.
  explicit Program(Arguments command) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out_.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_.get(), STDERR_FILENO);
    // The program must receive interrupts even if this process blocks or ignores them.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv;
    for (std::string& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int error = ::posix_spawnp(&pid_, argv[0], &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot start " + command[0]);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (running()) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }

  /// Waits until the condition holds; false if the program ended before.
  bool wait_until(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
      if (!running() || std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return running();
  }

  /// Whether the program handles interrupts (it blocks them in all its threads).
  [[nodiscard]] bool handles_interrupts() const {
    std::ifstream status(fmt::format("/proc/{}/status", pid_));
    for (std::string line; std::getline(status, line);) {
      if (!line.starts_with("SigBlk:")) continue;
      return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
    }
    return false;
  }

  void interrupt(int signal = SIGINT) const { ::kill(pid_, signal); }
  void kill() const { ::kill(pid_, SIGKILL); }

  [[nodiscard]] std::string err() const { return err_.text(); }

  Outcome wait() {
    wait_until([] { return false; });
    if (running()) ADD_FAILURE() << "still running after " << kPatience.count() << " s";
    return {status_, out_.text(), err_.text()};
  }

 private:
  /// A file in memory.
  class Capture {
   public:
    Capture() : fd_(::memfd_create("capture", MFD_CLOEXEC)) {
      if (fd_ < 0) throw std::runtime_error("memfd_create failed");
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture() { ::close(fd_); }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] std::string text() const {
      std::string all;
      std::array<char, 4096> part{};
      for (;;) {
        const ssize_t count =
            ::pread(fd_, part.data(), part.size(), static_cast<off_t>(all.size()));
        if (count <= 0) return all;
        all.append(part.data(), static_cast<std::size_t>(count));
      }
    }

   private:
    int fd_;
  };

  bool running() {
    if (ended_) return false;
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == 0) return true;
    ended_ = true;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return false;
  }

  Capture out_;
  Capture err_;
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = -1;
};

inline Outcome run(Arguments command) { return Program(std::move(command)).wait(); }

/// The command line that runs `banyan` with these arguments.
inline Arguments command_line(Arguments arguments) {
  arguments.insert(arguments.begin(), kProgram);
  return arguments;
}

inline Outcome run_banyan(Arguments arguments) { return run(command_line(std::move(arguments))); }

/// The output of a command with --json, which must exit with 0 and print nothing else.
inline Json run_json(Arguments arguments) {
  arguments.emplace_back("--json");
  const Outcome outcome = run_banyan(std::move(arguments));
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  Json json = Json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << outcome.text();
  return json;
}

/// The names of an object's fields, in order.
inline std::vector<std::string> field_names(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

/// The root that `search --json` found, but for lines: those of ranks' trees are not known here.
inline Json root_without_lines(Json found) {
  for (Json& child : found["root"]["children"]) child.erase("line");
  return found["root"];
}

/// Removes what depends on the clock and on the number of cores, at any depth.
inline Json without_times(Json json) {
  if (!json.is_structured()) return json;
  for (const char* name :
       {"seconds", "iterations_per_second", "playouts_per_second", "seconds_per_move",
        "overshoot99_seconds", "worst_overshoot_seconds", "move_seconds", "cores", "system"}) {
    if (json.is_object()) json.erase(name);
  }
  for (Json& part : json) part = without_times(part);
  return json;
}

/// What the system says of a process in a file of /proc; nothing once it has ended.
inline std::string text_of_process(pid_t process, const char* file) {
  std::ostringstream text;  // unlike iterators, it does not throw if the process ends meanwhile
  text << std::ifstream(fmt::format("/proc/{}/{}", process, file)).rdbuf();
  return text.str();
}

/// Whether the process of that number runs.
inline bool is_running(pid_t process) {
  const std::string text = text_of_process(process, "stat");
  const std::size_t name = text.rfind(')');
  return name != std::string::npos && text.compare(name, 3, ") Z") != 0;
}

/// Whether it ends within a reasonable time.
inline bool ends_soon(pid_t process) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (is_running(process)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace banyan::bench

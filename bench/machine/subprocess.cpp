// Programs by posix_spawn, their output in memory.
#include "bench/machine/subprocess.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace banyan::bench {
namespace {

/// A file in memory that a program writes to.
class Capture {
 public:
  Capture() : fd_(::memfd_create("banyan", MFD_CLOEXEC)) {}
  ~Capture() {
    if (fd_ >= 0) ::close(fd_);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  [[nodiscard]] int get() const { return fd_; }

  [[nodiscard]] std::string text() const {
    std::string all;
    std::array<char, 4096> part{};
    for (;;) {
      const ssize_t count = ::pread(fd_, part.data(), part.size(), static_cast<off_t>(all.size()));
      if (count <= 0) return all;
      all.append(part.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  int fd_;
};

/// What the C library takes for a list of words.
std::vector<char*> pointers(Words& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

pid_t start_program(const std::filesystem::path& directory, Words command, const Streams& streams,
                    Words environment) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const auto& [from, to] :
       {std::pair(streams.input, STDIN_FILENO), std::pair(streams.output, STDOUT_FILENO),
        std::pair(streams.errors, STDERR_FILENO)}) {
    if (from < 0) {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_RDWR, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    }
  }
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::vector<char*> argv = pointers(command);
  std::vector<char*> envp = pointers(environment);  // before the others of the same name
  envp.pop_back();
  for (char** variable = environ; *variable != nullptr; ++variable) envp.push_back(*variable);
  envp.push_back(nullptr);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), envp.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -error;
}

int wait_for_end(pid_t program) {
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

Ended run_in(const std::filesystem::path& directory, Words command, const std::stop_token& stop,
             Words environment) {
  const Capture output;
  const Capture errors;
  Ended ended;
  const pid_t pid =
      start_program(directory, std::move(command), {.output = output.get(), .errors = errors.get()},
                    std::move(environment));
  ended.started = pid > 0;
  if (!ended.started) return ended;
  {
    const std::stop_callback kill_it(stop, [pid] { ::kill(-pid, SIGKILL); });
    // Not yet taken away, so that its number cannot be another's while it may be killed.
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
  }
  ended.status = wait_for_end(pid);
  ended.output = output.text();
  ended.errors = errors.text();
  return ended;
}

}  // namespace banyan::bench

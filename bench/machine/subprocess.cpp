// Runs programs by posix_spawn, with their output through pipes.
#include "bench/machine/subprocess.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace banyan::bench {
namespace {

/// Waits for the end of its input. Then it kills all processes with the mark, its $0, in their
/// environment, and its own group. Looks again, since they may start others meanwhile.
constexpr const char* kKeeper = R"sh(
read -r end
for look in 1 2 3 4 5 6 7 8; do
  marked=$(grep -lsz "^$0=" /proc/[0-9]*/environ)
  [ -n "$marked" ] || break
  for process in $marked; do
    process=${process%/environ}
    kill -KILL "${process#/proc/}"
  done
done
kill -KILL 0
)sh";

/// A list of words in the form that the C library needs.
std::vector<char*> pointers(Words& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

/// Starts a command in a process group, 0 for a new one; returns minus the error number on failure.
pid_t spawn(const std::filesystem::path& directory, Words command, const Streams& streams,
            Words environment, pid_t group) {
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
  posix_spawnattr_setpgroup(&attributes, group);
  sigset_t ignored_here;
  sigemptyset(&ignored_here);
  sigaddset(&ignored_here, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &ignored_here);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<char*> argv = pointers(command);
  std::vector<char*> envp = pointers(environment);  // before others of the same name
  envp.pop_back();
  for (char** variable = environ; *variable != nullptr; ++variable) envp.push_back(*variable);
  envp.push_back(nullptr);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), envp.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -error;
}

void take_away(pid_t pid) {
  while (pid > 0 && ::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void close(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/// A program's exit status, or minus a signal's number, without reaping it; nothing if it still
/// runs and is not waited for.
std::optional<int> status_of(pid_t program, int options) {
  if (program <= 0) return std::nullopt;
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOWAIT | options) < 0 &&
         errno == EINTR) {
  }
  if (info.si_pid != program) return std::nullopt;
  return info.si_code == CLD_EXITED ? info.si_status : -info.si_status;
}

}  // namespace

Subprocess::Subprocess(const std::filesystem::path& directory, Words command,
                       const Streams& streams, Words environment) {
  std::array<int, 2> leash{};
  if (::pipe2(leash.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  leash_ = leash[1];
  static std::atomic<unsigned> number{0};
  const std::string mark = fmt::format("BANYAN_CHILD_{}_{}", ::getpid(), number.fetch_add(1));
  // First, since otherwise a program could survive if its starter were killed in between.
  keeper_ = spawn("/", {"/bin/sh", "-c", kKeeper, mark}, {.input = leash[0]}, {}, 0);
  ::close(leash[0]);
  if (keeper_ > 0) {
    environment.push_back(mark + '=');
    program_ = spawn(directory, std::move(command), streams, std::move(environment), keeper_);
  }
  error_ = std::max(0, -std::min(program_, keeper_));
  if (error_ != EMFILE && error_ != ENFILE && error_ != EAGAIN && error_ != ENOMEM) return;
  end();  // what the system lacks is not the program's fault
  throw std::system_error(error_, std::generic_category(), "posix_spawn");
}

Subprocess::~Subprocess() { end(); }

void Subprocess::end() {
  kill();
  take_away(program_);
  // Until it is done, unless the system keeps it from looking at other processes.
  constexpr int kMostMilliseconds = 2000;
  for (int i = 0; i < kMostMilliseconds && keeper_ > 0 && !status_of(keeper_, WNOHANG); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (keeper_ > 0) ::kill(-keeper_, SIGKILL);
  take_away(keeper_);
}

std::optional<int> Subprocess::status() const { return status_of(program_, WNOHANG); }

int Subprocess::wait() const { return status_of(program_, 0).value_or(-1); }

void Subprocess::kill() const {
  if (program_ > 0) ::kill(program_, SIGKILL);
  if (const int leash = leash_.exchange(-1); leash >= 0) ::close(leash);
}

Outlet::Outlet() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  ours_ = ends[0];
  theirs_ = ends[1];
  ::fcntl(ours_, F_SETFL, O_NONBLOCK);
}

Outlet::~Outlet() {
  close(ours_);
  close(theirs_);
}

void Outlet::let_go() { close(theirs_); }

bool Outlet::take(std::string& text, std::size_t most) {
  std::array<char, 65536> part{};
  while (ours_ >= 0 && most > 0) {
    const ssize_t count = ::read(ours_, part.data(), std::min(part.size(), most));
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) close(ours_);
    text.append(part.data(), static_cast<std::size_t>(count));
    most -= static_cast<std::size_t>(count);
  }
  return ours_ >= 0;
}

Ended run_in(const std::filesystem::path& directory, Words command, const std::stop_token& stop,
             Words environment) {
  Outlet output;
  Outlet errors;
  const Subprocess program(directory, std::move(command),
                           {.output = output.theirs(), .errors = errors.theirs()},
                           std::move(environment));
  output.let_go();
  errors.let_go();
  Ended ended;
  ended.started = program.error() == 0;
  if (!ended.started) return ended;
  const std::stop_callback kill_it(stop, [&] { program.kill(); });
  const auto take = [&](Outlet& outlet, std::string& text) {
    outlet.take(text, kMostOutput + 1 - text.size());
    ended.too_much = ended.too_much || text.size() > kMostOutput;
  };
  // Processes that it left behind may hold its output open. If it has ended, all its output is
  // there.
  for (bool last = false; !last && !ended.too_much && (output.ours() >= 0 || errors.ours() >= 0);) {
    constexpr int kMilliseconds = 100;
    std::array<pollfd, 2> ends{{{output.ours(), POLLIN, 0}, {errors.ours(), POLLIN, 0}}};
    last = program.status().has_value();
    if (!last) ::poll(ends.data(), ends.size(), kMilliseconds);
    take(output, ended.output);
    take(errors, ended.errors);
  }
  if (ended.too_much) program.kill();
  ended.status = program.wait();
  return ended;
}

}  // namespace banyan::bench

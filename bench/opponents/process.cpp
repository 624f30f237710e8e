// Pipes to a program, polled.
#include "bench/opponents/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include "bench/machine/subprocess.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr std::size_t kKept = 4096;  // of standard error
constexpr int kLookMs = 50;          // between two looks at a stop request

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Its lines are written to us without an end of it being open in other programs.
void make_pipe(int& ours, int& theirs) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  ours = ends[0];
  theirs = ends[1];
  ::fcntl(ours, F_SETFL, O_NONBLOCK);
}

void close_all(std::initializer_list<int*> descriptors) {
  for (int* descriptor : descriptors) {
    if (*descriptor >= 0) ::close(*descriptor);
    *descriptor = -1;
  }
}

}  // namespace

Process::Process(const std::vector<std::string>& command) {
  // A socket, since a pipe without a reader would raise a signal in this program.
  std::array<int, 2> input{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) fail("socketpair");
  input_ = input[0];
  int output = -1;
  int errors = -1;
  make_pipe(output_, output);
  make_pipe(errors_, errors);
  const Streams streams{input[1], output, errors};
  pid_ = start_program(".", command, streams);
  if (pid_ == -ENOENT && command[0].find('/') == std::string::npos) {
    std::vector<std::string> game = command;
    game[0] = "/usr/games/" + game[0];
    pid_ = start_program(".", std::move(game), streams);
  }
  close_all({&input[1], &output, &errors});
  if (pid_ < 0) {
    const int error = -pid_;
    close_all({&input_, &output_, &errors_});
    throw UsageError(
        fmt::format("cmd={} cannot be run ({}): give a program in PATH or its path, and "
                    "its arguments.",
                    in_quotes(command[0]), std::generic_category().message(error)));
  }
}

Process::~Process() {
  constexpr auto kGrace = std::chrono::milliseconds(300);
  send("quit");  // of both protocols
  ::shutdown(input_, SHUT_WR);
  siginfo_t info{};
  for (const auto end = Clock::now() + kGrace; Clock::now() < end;) {
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        info.si_pid == pid_) {
      break;
    }
    take(5);  // or it might wait for us to read
  }
  ::kill(-pid_, SIGKILL);  // not yet taken away, so that its number cannot be another's
  wait_for_end(pid_);
  close_all({&input_, &output_, &errors_});
}

void Process::send(const std::string& line) {
  const std::string text = line + '\n';
  // What a program does not read for so long that no more fits, it will not answer either.
  static_cast<void>(::send(input_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0);
}

Process::Heard Process::read(std::string& line, Clock::time_point deadline,
                             const std::stop_token& stop) {
  for (bool open = true;;) {
    if (!lines_.empty()) {
      line = std::move(lines_.front());
      lines_.pop_front();
      return Heard::kLine;
    }
    if (!open) return Heard::kEnd;
    if (stop.stop_requested()) return Heard::kStopped;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return Heard::kTimeout;
    open = take(static_cast<int>(std::min<std::int64_t>(left + 1, kLookMs)));
  }
}

bool Process::take(int milliseconds) {
  std::array<pollfd, 2> ends{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
  if (::poll(ends.data(), errors_ < 0 ? 1 : 2, milliseconds) < 0) return errno == EINTR;
  take_errors();
  if (ends[0].revents == 0) return true;
  std::array<char, 4096> part{};
  const ssize_t count = ::read(output_, part.data(), part.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) {
    if (!pending_.empty()) lines_.push_back(std::move(pending_));
    pending_.clear();
    return false;
  }
  for (const char c : std::string_view(part.data(), static_cast<std::size_t>(count))) {
    if (c != '\n' && pending_.size() < kLongestLine) {
      pending_ += c;
      continue;
    }
    if (pending_.ends_with('\r')) pending_.pop_back();
    if (!pending_.empty()) last_line_ = pending_;
    lines_.push_back(std::move(pending_));
    pending_.clear();
  }
  return true;
}

void Process::take_errors() {
  if (errors_ < 0) return;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t count = ::read(errors_, part.data(), part.size());
    if (count == 0) close_all({&errors_});
    if (count <= 0) return;
    last_errors_.append(part.data(), static_cast<std::size_t>(count));
    if (last_errors_.size() > kKept) last_errors_.erase(0, last_errors_.size() - kKept);
  }
}

std::string Process::end_text() {
  siginfo_t info{};
  // Closing its output, a program is about to end.
  constexpr auto kGrace = std::chrono::milliseconds(200);
  for (const auto end = Clock::now() + kGrace; info.si_pid != pid_;) {
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG);
    if (info.si_pid == pid_) break;
    if (Clock::now() > end) return "it closed its output";
    Clock::sleep_for(std::chrono::milliseconds(2));
  }
  take_errors();
  if (info.si_code == CLD_EXITED) return fmt::format("it ended with status {}", info.si_status);
  return fmt::format("signal {} ended it", info.si_status);
}

std::string Process::last_words() {
  take_errors();
  std::string_view words = last_errors_;
  const auto drop_end = [&] {
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r')) words.remove_suffix(1);
  };
  drop_end();
  if (const auto line = words.rfind('\n'); line != std::string_view::npos) {
    words.remove_prefix(line + 1);
  }
  if (words.empty()) words = last_line_;
  return words.empty() ? "it said nothing" : "its last words: " + in_quotes(words);
}

}  // namespace banyan::bench

// Pipes to a program, polled.
#include "bench/opponents/process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kPart = 4096;  // of its output, read at a time
constexpr std::size_t kKept = 4096;  // of standard error
constexpr int kLookMs = 50;          // between checks for a stop request

/// Debian installs games where root's PATH does not lead.
std::vector<std::string> in_games(std::vector<std::string> command) {
  command[0] = "/usr/games/" + command[0];
  return command;
}

}  // namespace

Process::Process(const std::vector<std::string>& command) {
  // A socket, since writing to a pipe without a reader would raise a signal.
  std::array<int, 2> input{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  input_ = input[0];
  const Streams streams{input[1], output_.theirs(), errors_.theirs()};
  program_ = std::make_unique<Subprocess>(".", command, streams);
  if (program_->error() == ENOENT && command[0].find('/') == std::string::npos) {
    program_ = std::make_unique<Subprocess>(".", in_games(command), streams);
  }
  ::close(input[1]);
  output_.let_go();
  errors_.let_go();
  if (const int error = program_->error(); error != 0) {
    ::close(input_);
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
  for (const auto end = Clock::now() + kGrace; Clock::now() < end && !program_->status();) {
    take(5);  // otherwise it might wait for us to read
    lines_.clear();
  }
  program_.reset();
  ::close(input_);
}

void Process::send(const std::string& line) {
  const std::string text = line + '\n';
  // If a program reads so little that no more fits, it will not answer either.
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
    if (pending_.size() > kLongestLine) return Heard::kTooLong;
    if (!open) return Heard::kEnd;
    if (stop.stop_requested()) return Heard::kStopped;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return Heard::kTimeout;
    open = take(static_cast<int>(std::min<std::int64_t>(left + 1, kLookMs)));
  }
}

bool Process::take(int milliseconds) {
  std::array<pollfd, 2> ends{{{output_.ours(), POLLIN, 0}, {errors_.ours(), POLLIN, 0}}};
  if (::poll(ends.data(), ends.size(), milliseconds) < 0) return errno == EINTR;
  take_errors();
  if (ends[0].revents == 0) return output_.ours() >= 0;
  std::string part;
  const bool open = output_.take(part, kPart);
  for (const char c : part) {
    if (pending_.size() > kLongestLine) break;  // and its end is not wanted
    if (c != '\n') {
      pending_ += c;
      continue;
    }
    if (pending_.ends_with('\r')) pending_.pop_back();
    if (!pending_.empty()) last_line_ = pending_;
    lines_.push_back(std::move(pending_));
    pending_.clear();
  }
  if (!open && !pending_.empty()) lines_.push_back(std::exchange(pending_, {}));
  return open;
}

void Process::take_errors() {
  errors_.take(last_errors_, 4 * kKept);
  if (last_errors_.size() > kKept) last_errors_.erase(0, last_errors_.size() - kKept);
}

std::string Process::end_text() {
  // A program that closes its output is about to end.
  constexpr auto kGrace = std::chrono::milliseconds(200);
  const auto end = Clock::now() + kGrace;
  auto status = program_->status();
  for (; !status; status = program_->status()) {
    if (Clock::now() > end) return "it closed its output";
    Clock::sleep_for(std::chrono::milliseconds(2));
  }
  take_errors();
  return *status < 0 ? fmt::format("signal {} ended it", -*status)
                     : fmt::format("it ended with status {}", *status);
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

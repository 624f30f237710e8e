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

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kPart = 4096;  // of its output, read at a time
constexpr std::size_t kKept = 4096;  // of standard error
constexpr int kLookMs = 50;          // between checks for a stop request

std::string_view last_line_of(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);  // all of it if there is no other line
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
    std::vector<std::string> in_games = command;
    in_games[0].insert(0, "/usr/games/");
    program_ = std::make_unique<Subprocess>(".", in_games, streams);
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
    pending_.clear();
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
    const std::size_t end = std::min(pending_.find('\n'), pending_.size());
    if (end > kLongestLine) return Heard::kTooLong;
    if (end < pending_.size() || (!open && end > 0)) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) last_line_ = line;
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
  std::array<pollfd, 2> ends{{{output_.ours(), POLLIN, 0}, {errors_.ours(), POLLIN, 0}}};
  if (::poll(ends.data(), ends.size(), milliseconds) < 0) return errno == EINTR;
  take_errors();
  if (ends[0].revents == 0) return output_.ours() >= 0;
  return output_.take(pending_, kPart);
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
  std::string_view words = last_line_of(last_errors_);
  const std::string_view unread = std::string_view(pending_).substr(0, pending_.rfind('\n') + 1);
  if (words.empty()) words = last_line_of(unread);
  if (words.empty()) words = last_line_;
  return words.empty() ? "it said nothing" : "its last words: " + in_quotes(words);
}

}  // namespace banyan::bench

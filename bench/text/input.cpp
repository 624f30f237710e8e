// Reads standard input by poll.
#include "bench/text/input.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace banyan::bench {

bool LineInput::wait(std::chrono::milliseconds patience) const {
  if (at_ < text_.size()) return true;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, static_cast<int>(patience.count())) > 0;
}

std::optional<std::string> LineInput::line() {
  std::size_t looked = at_;
  while (!stop_.stop_requested()) {
    if (const std::size_t end = text_.find('\n', looked); end != std::string::npos) {
      std::string line = text_.substr(at_, std::min(end - at_, kLongest));
      at_ = end + 1;
      return line;
    }
    text_.erase(0, at_);
    at_ = 0;
    if (text_.size() > kLongest) text_.resize(kLongest);  // the rest is lost
    looked = text_.size();
    constexpr int kMilliseconds = 100;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, kMilliseconds) <= 0) continue;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
      if (text_.empty()) break;
      text_ += '\n';  // of a last line without an end
      continue;
    }
    text_.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return std::nullopt;
}

}  // namespace banyan::bench

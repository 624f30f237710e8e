// Reads lines of standard input, and stops waiting at a stop request.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace banyan::bench {

class LineInput {
 public:
  explicit LineInput(std::stop_token stop) : stop_(std::move(stop)) {}

  /// The next line without its end, or the first kLongest bytes of a longer one. Nothing at the end
  /// of the input or after a stop request.
  std::optional<std::string> line();

  /// Waits up to `patience` for more input, which line() then reads. Returns whether there is any,
  /// or its end.
  [[nodiscard]] bool wait(std::chrono::milliseconds patience) const;

  static constexpr std::size_t kLongest = 1 << 16;

 private:
  std::stop_token stop_;
  std::string text_;
  std::size_t at_ = 0;  ///< start of the unread part of text_
};

}  // namespace banyan::bench

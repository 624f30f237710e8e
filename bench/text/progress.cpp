// Progress on standard error; see progress.hpp.
#include "bench/text/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr double kSilence = 2;           // seconds
constexpr double kRedrawInterval = 0.1;  // seconds, on a terminal
constexpr double kLineInterval = 10;     // seconds, not on a terminal
constexpr std::string_view kClearLine = "\r\x1b[K";

/// Whole seconds, at least one, since the work is not done yet.
std::string time_left(double seconds) {
  const double whole = std::max(1.0, std::round(seconds));
  return whole < 60 ? fmt::format("{:.0f} s", whole) : format_duration(whole);
}

/// " 30 %, 3 min 20 s left"
std::string state_text(double fraction, double elapsed) {
  // 99.7 % must not become 100 %.
  std::string text = fmt::format("{:3.0f} %", std::floor(100 * fraction));
  if (fraction > 0 && fraction < 1) {
    text += fmt::format(", {} left", time_left(elapsed * (1 - fraction) / fraction));
  }
  return text;
}

double cut_to_unit(double fraction) {
  return std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0);
}

int terminal_width() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

std::string render(int width, double fraction, double elapsed, std::string_view text) {
  constexpr std::size_t kBar = 20;
  constexpr std::size_t kShortestText = 16;
  const auto columns = static_cast<std::size_t>(std::max(width, 0));
  fraction = cut_to_unit(fraction);
  const std::string state = state_text(fraction, elapsed);
  const std::size_t after_bar = kBar + 6 + state.size();  // "  [bar]  state"
  if (columns < std::min(display_width(text), kShortestText) + after_bar) {
    // Without a bar: the state alone is more useful than the text alone.
    if (columns <= state.size() + 2) return cut_to_width(state, columns);
    return cut_to_width(text, columns - state.size() - 2) + "  " + state;
  }
  const auto filled = static_cast<std::size_t>(fraction * kBar);
  return fmt::format("{}  [{}{}]  {}", cut_to_width(text, columns - after_bar),
                     std::string(filled, '#'), std::string(kBar - filled, '-'), state);
}

std::string render_line(double fraction, double elapsed, std::string_view text) {
  const std::string state = state_text(cut_to_unit(fraction), elapsed);
  return fmt::format("{}: {}", text, std::string_view(state).substr(state.find_first_not_of(' ')));
}

ProgressOutput standard_error() {
  const char* const term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return {
      ::isatty(STDERR_FILENO) == 1 && !dumb, terminal_width, write_to_standard_error, [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
      }};
}

Progress::Progress(std::uint64_t total_units, std::string label, ProgressOutput output)
    : total_(total_units),
      label_(std::move(label)),
      output_(std::move(output)),
      start_(output_.seconds()),
      last_shown_(start_ - kLineInterval) {}

std::string Progress::full_text() const {
  return text_.empty() ? label_ : fmt::format("{}: {}", label_, text_);
}

void Progress::advance(std::uint64_t units, std::string_view text) {
  const std::lock_guard lock(mutex_);
  done_ = std::min(total_, done_ + std::min(units, total_));
  if (!text.empty()) text_ = text;
  const double now = output_.seconds();
  const double interval = output_.terminal ? kRedrawInterval : kLineInterval;
  if (finished_ || now - start_ < kSilence || now - last_shown_ < interval) return;
  const double fraction =
      total_ == 0 ? 1 : static_cast<double>(done_) / static_cast<double>(total_);
  if (output_.terminal) {
    // The last column stays free: some terminals wrap when it is written.
    const std::string bar = render(output_.width() - 1, fraction, now - start_, full_text());
    output_.write(fmt::format("{}{}", kClearLine, bar));
  } else {
    output_.write(render_line(fraction, now - start_, full_text()) + "\n");
  }
  last_shown_ = now;
  shown_ = true;
}

void Progress::finish(bool done) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(finished_, true) || !shown_) return;
  if (output_.terminal) {
    output_.write(kClearLine);
  } else {
    const char* const how = done ? "done in" : "stopped after";
    output_.write(fmt::format("{}: {} {}\n", label_, how, format_duration(elapsed())));
  }
}

}  // namespace banyan::bench

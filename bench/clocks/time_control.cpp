// Parses and writes time controls.
#include "bench/clocks/time_control.hpp"

#include <fmt/format.h>

#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// In a period, and periods.
constexpr int kMostPeriods = 1000;

constexpr std::string_view kNoTime = "0s";

/// Throws UsageError, with a sentence that the caller replaces, as the next one does.
int read_number_of(std::string_view text) {
  const std::uint64_t number = parse_count(text, "");
  if (number < 1 || number > kMostPeriods) throw UsageError("");
  return static_cast<int>(number);
}

TimeControl read_time_control(std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::string_view main = text.substr(0, plus);
  const std::string_view more = plus == std::string_view::npos ? "" : text.substr(plus + 1);
  const std::size_t slash = more.find('/');
  const std::size_t times = more.find('x');
  const bool canadian = slash != std::string_view::npos;
  const bool japanese = times != std::string_view::npos;
  const bool byo_yomi = canadian || japanese;
  TimeControl control;
  if (!byo_yomi || main != kNoTime) control.main = parse_duration(main, "");
  if (plus == std::string_view::npos) return control;
  if (japanese) {
    control.periods = read_number_of(more.substr(0, times));
    control.period = parse_duration(more.substr(times + 1), "");
    control.stones = 1;
  } else if (canadian) {
    control.period = parse_duration(more.substr(0, slash), "");
    control.stones = read_number_of(more.substr(slash + 1));
  } else {
    control.increment = parse_duration(more, "");
  }
  return control;
}

}  // namespace

TimeControl parse_time_control(std::string_view text, std::string_view argument) {
  try {
    return read_time_control(text);
  } catch (const UsageError&) {
    throw UsageError(fmt::format(
        "{} {}: give a main time such as 60s, with an increment per move (60s+1s) or with "
        "byo-yomi, "
        "Canadian of 1 to {} moves (60s+30s/10) or Japanese of as many periods (60s+5x30s), before "
        "which it may be 0s.",
        argument, in_quotes(text), kMostPeriods));
  }
}

std::string to_text(const TimeControl& control) {
  std::string text = control.main.count() > 0 ? to_text(control.main) : std::string(kNoTime);
  if (control.increment.count() > 0) text += '+' + to_text(control.increment);
  if (control.periods > 1) {
    text += fmt::format("+{}x{}", control.periods, to_text(control.period));
  } else if (control.stones > 0) {
    text += fmt::format("+{}/{}", to_text(control.period), control.stones);
  }
  return text;
}

std::chrono::nanoseconds parse_lag(std::string_view text, std::string_view argument) {
  return text == kNoTime ? std::chrono::nanoseconds{} : parse_duration(text, argument);
}

std::string lag_text(std::chrono::nanoseconds lag) {
  return lag.count() == 0 ? std::string(kNoTime) : to_text(lag);
}

}  // namespace banyan::bench

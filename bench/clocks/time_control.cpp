// Parses and writes time controls.
#include "bench/clocks/time_control.hpp"

#include <fmt/format.h>

#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr int kMostStones = 1000;

constexpr std::string_view kNoTime = "0s";

/// Throws UsageError, with a sentence that the caller replaces.
TimeControl read_time_control(std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::string_view main = text.substr(0, plus);
  const std::string_view more = plus == std::string_view::npos ? "" : text.substr(plus + 1);
  const std::size_t slash = more.find('/');
  const bool byo_yomi = slash != std::string_view::npos;
  TimeControl control;
  if (!byo_yomi || main != kNoTime) control.main = parse_duration(main, "");
  if (plus == std::string_view::npos) return control;
  const auto time = parse_duration(more.substr(0, slash), "");
  if (!byo_yomi) {
    control.increment = time;
    return control;
  }
  const std::uint64_t stones = parse_count(more.substr(slash + 1), "");
  if (stones < 1 || stones > kMostStones) throw UsageError("");
  control.period = time;
  control.stones = static_cast<int>(stones);
  return control;
}

}  // namespace

TimeControl parse_time_control(std::string_view text, std::string_view argument) {
  try {
    return read_time_control(text);
  } catch (const UsageError&) {
    throw UsageError(fmt::format(
        "{} {}: give a main time such as 60s, with an increment per move (60s+1s) or with Canadian "
        "byo-yomi of 1 to {} moves (60s+30s/10), before which it may be 0s.",
        argument, in_quotes(text), kMostStones));
  }
}

std::string to_text(const TimeControl& control) {
  std::string text = control.main.count() > 0 ? to_text(control.main) : std::string(kNoTime);
  if (control.increment.count() > 0) text += '+' + to_text(control.increment);
  if (control.stones > 0) text += fmt::format("+{}/{}", to_text(control.period), control.stones);
  return text;
}

std::chrono::nanoseconds parse_lag(std::string_view text, std::string_view argument) {
  return text == kNoTime ? std::chrono::nanoseconds{} : parse_duration(text, argument);
}

std::string lag_text(std::chrono::nanoseconds lag) {
  return lag.count() == 0 ? std::string(kNoTime) : to_text(lag);
}

}  // namespace banyan::bench

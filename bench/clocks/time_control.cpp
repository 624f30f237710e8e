// Parses and writes time controls.
#include "bench/clocks/time_control.hpp"

#include <fmt/format.h>

#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr int kMostStones = 1000;

/// Throws UsageError, with a sentence that the caller replaces.
TimeControl read_time_control(std::string_view text) {
  const std::size_t plus = text.find('+');
  TimeControl control{.main = parse_duration(text.substr(0, plus), "")};
  if (plus == std::string_view::npos) return control;
  const std::string_view more = text.substr(plus + 1);
  const std::size_t slash = more.find('/');
  const auto time = parse_duration(more.substr(0, slash), "");
  if (slash == std::string_view::npos) {
    if (time > control.main) throw UsageError("");
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
        "{} {}: give a main time such as 60s, with an increment per move (60s+1s, at most the main "
        "time) or with Canadian byo-yomi of 1 to {} moves (60s+30s/10).",
        argument, in_quotes(text), kMostStones));
  }
}

std::string to_text(const TimeControl& control) {
  std::string text = to_text(control.main);
  if (control.increment.count() > 0) text += '+' + to_text(control.increment);
  if (control.stones > 0) text += fmt::format("+{}/{}", to_text(control.period), control.stones);
  return text;
}

}  // namespace banyan::bench

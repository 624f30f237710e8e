// Distributions of durations by name and parameters.
#include "bench/engines/keys/latency_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine/interrupt.hpp"
#include "bench/text/files.hpp"
#include "bench/text/input.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// A distribution by those of its parameters that are enough.
struct Spelling {
  std::vector<std::string_view> keys;
  Latency (*make)(const Settings& s);
};
struct Shape {
  std::string name;
  std::string help;
  std::vector<Spelling> spellings;
};

double sigma(const Settings& s) { return s.real("sigma", 0, 5); }
double shape(const Settings& s, double least) { return s.real("shape", least, 100); }
/// Throws UsageError unless it is longer than the median.
std::chrono::nanoseconds p99(const Settings& s) {
  if (s.duration("p99") <= s.duration("median")) {
    throw UsageError(fmt::format("{}: p99={} is out of range: give more than median={}.", s.name(),
                                 s.text("p99"), s.text("median")));
  }
  return s.duration("p99");
}

Latency recorded(const Settings& s);

const std::vector<Shape>& shapes() {
  using S = const Settings&;
  static const std::vector<Shape> kShapes{
      {"constant", "", {{{"mean"}, [](S s) { return Latency::constant(s.duration("mean")); }}}},
      {"exponential",
       "",
       {{{"mean"}, [](S s) { return Latency::exponential(s.duration("mean")); }}}},
      {"lognormal",
       "",
       {{{"median", "p99"},
         [](S s) { return Latency::lognormal_of_p99(s.duration("median"), p99(s)); }},
        {{"median", "sigma"},
         [](S s) { return Latency::lognormal(s.duration("median"), sigma(s)); }},
        {{"mean", "sigma"},
         [](S s) { return Latency::lognormal_of_mean(s.duration("mean"), sigma(s)); }}}},
      {"pareto",
       "",
       {{{"median", "p99"},
         [](S s) { return Latency::pareto_of_p99(s.duration("median"), p99(s)); }},
        {{"median", "shape"},
         [](S s) { return Latency::pareto_of_median(s.duration("median"), shape(s, 0.1)); }},
        {{"mean", "shape"},
         [](S s) { return Latency::pareto_of_mean(s.duration("mean"), shape(s, 1.01)); }}}},
      {"file", "", {{{"path"}, recorded}}}};
  return kShapes;
}

/// All keys of its spellings, none twice.
std::vector<std::string_view> keys_of(const Shape& shape) {
  std::vector<std::string_view> keys;
  for (const Spelling& spelling : shape.spellings) {
    for (const std::string_view key : spelling.keys) {
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

SpecInfo info_of(const Shape& shape) {
  SpecInfo info{std::string(shape.name), "", {}};
  const auto add = [&](std::string_view name, const char* allowed) {
    info.keys.push_back({std::string(name), "", allowed, ""});
  };
  for (const std::string_view key : keys_of(shape)) {
    add(key, key == "sigma"   ? "0 to 5"
             : key == "shape" ? "0.1 to 100, with mean= 1.01 or more"
                              : "a duration such as 2s");
  }
  add("per_move", "a duration such as 100ms");
  add("per_leaf", "a duration such as 2us");
  add("concurrent", "1 to 65536");
  add("fail", "0 to 0.99");
  return info;
}

std::string text_of(const std::string& file) {
  try {
    return read_input(file, interrupt_token(), kMostText);
  } catch (const FileError&) {  // whose message has the name, however long
    throw UsageError(fmt::format(
        "{} cannot be read: give a file of durations, a line each such as 2.1s.", in_quotes(file)));
  }
}

/// A duration, or whole nanoseconds.
std::uint64_t nanoseconds(const std::string& line, const std::string& where) {
  constexpr std::uint64_t kLongest = 100'000'000'000'000'000;
  const bool has_unit = !line.empty() && std::ranges::any_of(line, [](char c) {
    return c == 's' || c == 'h' || c == 'm';
  });
  if (has_unit) return static_cast<std::uint64_t>(parse_duration(line, where).count());
  const std::uint64_t count = parse_count(line, where);
  if (count > kLongest) {
    throw UsageError(fmt::format("{}: {} ns are too long: give at most 10^17.", where, line));
  }
  return count;
}

Latency recorded(const Settings& s) {
  const std::string file = s.text("path");
  std::vector<std::uint64_t> durations;
  std::istringstream lines(text_of(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    durations.push_back(
        nanoseconds(std::string(trimmed(line)), fmt::format("{} line {}", file, ++number)));
  }
  if (durations.empty()) throw UsageError(file + " has no durations: give one or more lines.");
  return Latency::recorded(std::move(durations));
}

/// `file:PATH,key=value` is a spec whose first key has no name.
Spec parse_shape(std::string_view text, std::string_view argument) {
  constexpr std::string_view kFile = "file:";
  if (!text.starts_with(kFile)) return parse_spec(text, argument);
  return parse_spec(fmt::format("file:path={}", text.substr(kFile.size())), argument);
}

Latency latency_of(const Settings& s, const Shape& shape) {
  std::vector<std::string_view> given;
  for (const std::string_view key : keys_of(shape)) {
    if (s.given(key)) given.push_back(key);
  }
  std::vector<std::string> allowed;
  for (const Spelling& spelling : shape.spellings) {
    if (std::ranges::is_permutation(spelling.keys, given)) return spelling.make(s);
    allowed.push_back(fmt::format("{}=", fmt::join(spelling.keys, "= and ")));
  }
  throw UsageError(
      fmt::format("{}: it has {}: give {}.", shape.name,
                  given.empty() ? "no durations" : fmt::format("{}=", fmt::join(given, "= and ")),
                  fmt::join(allowed, ", or ")));
}

}  // namespace

bool is_latency(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && is_name(text.substr(0, colon));
}

ServerTimes parse_latency(std::string_view text, std::string_view argument) {
  const Spec spec = parse_shape(text, argument);
  const Shape& shape = find_named(shapes(), spec.name, "latency");
  const Settings s(spec, info_of(shape));
  ServerTimes times{.latency = latency_of(s, shape)};
  if (s.given("per_move")) times.per_move = s.duration("per_move");
  if (s.given("per_leaf")) times.per_leaf = s.duration("per_leaf");
  if (s.given("concurrent")) {
    times.concurrent = static_cast<std::size_t>(s.integer("concurrent", 1, 65'536));
  }
  if (s.given("fail")) times.fail = s.real("fail", 0, 0.99);
  return times;
}

}  // namespace banyan::bench

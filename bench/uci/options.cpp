// Writes and reads options.
#include "bench/uci/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/registry/engine_entry.hpp"
#include "bench/text/spec.hpp"
#include "games/text_match.hpp"

namespace banyan::bench::uci {
namespace {

constexpr const char* kVariant = "UCI_Variant";
constexpr const char* kPonder = "Ponder";
constexpr const char* kMultiPv = "MultiPV";
constexpr const char* kLag = "Move Overhead";
constexpr std::int64_t kMostLines = 500;
constexpr std::int64_t kLongestLag = 60'000;
constexpr const char* kEmpty = "<empty>";

/// The key's value now; empty if it has none.
std::string value_of(const EngineSettings& engine, const KeyInfo& key) {
  return engine.given.has(key.name) ? engine.given.value(key.name) : key.default_text;
}

std::string key_line(const EngineSettings& engine, const KeyInfo& key) {
  const std::string value = value_of(engine, key);
  if (key.name == "threads") {  // which controllers set
    return fmt::format("option name Threads type spin default {} min 1 max {}", value,
                       key.allowed_text.substr(key.allowed_text.rfind(' ') + 1));
  }
  if (key.allowed_text == "on or off" && !value.empty()) {
    return fmt::format("option name {} type check default {}", key.name, value == "on");
  }
  return fmt::format("option name {} type string default {}", key.name,
                     value.empty() ? kEmpty : value);
}

std::int64_t whole_number(const OptionText& text, std::int64_t least, std::int64_t most) {
  const auto number = read_number<std::int64_t>(text.value);
  if (number && *number >= least && *number <= most) return *number;
  throw UsageError(fmt::format("option {}: {} is no whole number from {} to {}.", text.name,
                               in_quotes(text.value), least, most));
}

EngineSettings with_key(const EngineSettings& engine, const std::string& key, std::string value) {
  Spec spec = engine.given;
  spec.name = entry_of(engine).info.name;
  std::erase_if(spec.keys, [&](const auto& given) { return given.first == key; });
  if (value == "true") value = "on";
  if (value == "false") value = "off";
  if (!value.empty() && value != kEmpty) spec.keys.emplace_back(key, value);
  return parse_engine(to_text(spec));
}

}  // namespace

std::vector<std::string> option_lines(const Options& options, std::string_view variant) {
  std::vector<std::string> lines{
      fmt::format("option name {} type combo default {} var {}", kVariant, variant, variant),
      fmt::format("option name {} type check default false", kPonder),
      fmt::format("option name {} type spin default {} min 1 max {}", kMultiPv, options.multi_pv,
                  kMostLines),
      fmt::format("option name {} type spin default {} min 0 max {}", kLag,
                  std::chrono::duration_cast<Time>(options.lag).count(), kLongestLag)};
  for (const KeyInfo& key : entry_of(options.engine).info.keys) {
    lines.push_back(key_line(options.engine, key));
  }
  return lines;
}

Options with_option(Options options, const OptionText& text, std::string_view variant) {
  if (same_word(text.name, kPonder)) return options;  // "go ponder" says it all
  if (same_word(text.name, kVariant)) {
    if (same_word(text.value, variant)) return options;
    throw UsageError(
        fmt::format("option {}: {} is not what is played here, {}: give another "
                    "--game to banyan uci.",
                    kVariant, in_quotes(text.value), variant));
  }
  if (same_word(text.name, kMultiPv)) {
    options.multi_pv = static_cast<std::size_t>(whole_number(text, 1, kMostLines));
    return options;
  }
  if (same_word(text.name, kLag)) {
    options.lag = Time(whole_number(text, 0, kLongestLag));
    return options;
  }
  const auto& keys = entry_of(options.engine).info.keys;
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const KeyInfo& info) {
    return same_word(text.name, info.name);
  });
  if (key == keys.end()) {
    std::vector<std::string> names{kMultiPv, kLag};
    for (const KeyInfo& info : keys) names.push_back(info.name);
    const auto near = nearest(text.name, names);
    throw UsageError(fmt::format("there is no option {}{}", in_quotes(text.name),
                                 near ? fmt::format(": did you mean {}?", *near) : "."));
  }
  options.engine = with_key(options.engine, key->name, text.value);
  return options;
}

}  // namespace banyan::bench::uci

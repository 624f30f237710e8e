// Specs: parsing, checking and suggestions; see spec.hpp.
#include "bench/text/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace banyan::bench {
namespace {

// Not std::isalnum and similar functions: these must not depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; }
bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_printable(char c) { return c >= ' ' && c <= '~'; }
bool is_value_char(char c) { return is_printable(c) && !is_quote(c) && c != ',' && c != ';'; }

bool all(std::string_view text, bool (*allowed)(char)) {
  return std::all_of(text.begin(), text.end(), allowed);
}

/// The first occurrence of a character outside quotes. After a quote without an end there is none.
std::size_t find_unquoted(std::string_view text, char wanted) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && text[i] == wanted) return i;
    if (quote == 0 && is_quote(text[i])) {
      quote = text[i];
    } else if (text[i] == quote) {
      quote = 0;
    }
  }
  return std::string_view::npos;
}

/// The content of a quoted value; nothing if it is not entirely in quotes of one kind.
std::optional<std::string_view> unquoted(std::string_view value) {
  if (value.size() < 2 || !is_quote(value[0])) return std::nullopt;
  if (value.find(value[0], 1) != value.size() - 1) return std::nullopt;
  return value.substr(1, value.size() - 2);
}

/// The value as written in a spec: quoted if necessary.
std::string written(const std::string& value) {
  const bool plain = all(value, is_value_char) && trimmed(value) == value;
  if (plain) return value;
  const char quote = value.find('"') == std::string::npos ? '"' : '\'';
  return quote + value + quote;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = find_unquoted(text, separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// "a, b or c" where last is " or ".
template <class Texts>
std::string joined(const Texts& texts, std::string_view last = ", ") {
  std::string text;
  std::size_t left = texts.size();
  for (const auto& part : texts) {
    if (!text.empty()) text += left == 1 ? last : ", ";
    text += part;
    --left;
  }
  return text;
}

/// The plural of a kind; an argument has none.
std::string capitalised_plural(std::string_view kind) {
  if (kind.starts_with("--")) return "Allowed";
  std::string result(kind);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') {
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  }
  if (!result.ends_with('y') || result.ends_with("ey")) return result + 's';
  result.pop_back();
  return result + "ies";
}

/// "unknown KIND 'GIVEN': did you mean 'X'? KINDs: A, B."
std::string unknown_text(std::string_view kind, std::string_view given,
                         std::vector<std::string> allowed) {
  std::string text = fmt::format("unknown {} {}", kind, in_quotes(given));
  const auto guess = nearest(given, allowed);
  text += guess ? fmt::format(": did you mean '{}'? ", *guess) : std::string(". ");
  std::sort(allowed.begin(), allowed.end());
  const std::string plural = capitalised_plural(kind);
  return text + fmt::format("{}: {}.", plural, allowed.empty() ? "none" : joined(allowed));
}

template <class Infos>
std::vector<std::string> names_of(const Infos& infos) {
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

/// Optimal string alignment: edits and swaps of neighbours, no substring edited twice.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

/// The word with the fewest edits, at most two.
std::optional<std::string> within_edits(std::string_view given,
                                        std::span<const std::string> allowed) {
  std::optional<std::pair<std::size_t, std::string>> best;
  for (const std::string& word : allowed) {
    const std::pair candidate(edit_distance(given, word), word);
    const auto distance = candidate.first;
    const std::size_t letters = std::max(given.size(), word.size());
    const bool close = (distance <= 1 && letters > 1) || (distance == 2 && letters > 4);
    if (close && (!best || candidate < *best)) best = candidate;
  }
  return best ? std::optional(best->second) : std::nullopt;
}

/// The text without underscores and with digits as words, so that connect4 matches connect_four.
std::string spelled_out(std::string_view text) {
  constexpr std::array<std::string_view, 10> kNames{"zero", "one", "two",   "three", "four",
                                                    "five", "six", "seven", "eight", "nine"};
  std::string result;
  for (const char c : text) {
    if (is_digit(c)) {
      result += kNames[static_cast<std::size_t>(c - '0')];
    } else if (c != '_') {
      result += c;
    }
  }
  return result;
}

/// The nearest word when both are spelled out.
std::optional<std::string> spelled_alike(std::string_view given,
                                         std::span<const std::string> allowed) {
  std::vector<std::string> spelled;
  for (const std::string& word : allowed) spelled.push_back(spelled_out(word));
  const auto best = within_edits(spelled_out(given), spelled);
  if (!best) return std::nullopt;
  return allowed[static_cast<std::size_t>(std::find(spelled.begin(), spelled.end(), *best) -
                                          spelled.begin())];
}

/// A non-negative decimal number, digits * 10^exponent, as written and so without rounding.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

/// Reads `12`, `1.5`, `2e5` or `1.5e-3` at the start of text and removes it. Trailing zeros go into
/// the exponent to avoid needless overflow.
std::optional<Decimal> take_decimal(std::string_view& text) {
  const auto length = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view written = text.substr(0, length);
  text.remove_prefix(length);
  const auto point = std::min(written.find('.'), written.size());
  std::string digits(written.substr(0, point));
  if (point < written.size()) digits += written.substr(point + 1);
  if (digits.empty() || !all(digits, is_digit)) return std::nullopt;

  const auto significant = digits.find_last_not_of('0') + 1;  // npos + 1 = 0
  Decimal number;
  number.exponent = static_cast<int>(point) - static_cast<int>(significant);
  if (significant > 0) {
    const auto value = read_number<std::uint64_t>(digits.substr(0, significant));
    if (!value) return std::nullopt;
    number.digits = *value;
  }
  if (!text.empty() && (text[0] == 'e' || text[0] == 'E')) {
    text.remove_prefix(text.starts_with("e+") || text.starts_with("E+") ? 2 : 1);
    const auto end = std::min(text.find_first_not_of("0123456789-"), text.size());
    const auto exponent = read_number<int>(text.substr(0, end));
    if (!exponent || std::abs(*exponent) > 1000) return std::nullopt;
    text.remove_prefix(end);
    number.exponent += *exponent;
  }
  if (number.digits == 0) number.exponent = 0;
  return number;
}

/// The number times `unit` as an integer, or nothing if it is not one or exceeds 2^64 - 1.
std::optional<std::uint64_t> exact_integer(Decimal number, std::uint64_t unit) {
  // Each missing power of ten must divide out of the two together: 2.5 * 60 = 25 * 60 / 10.
  for (; number.exponent < 0; ++number.exponent) {
    const std::uint64_t divisor = std::gcd(number.digits, std::uint64_t{10});
    const std::uint64_t rest = 10 / divisor;
    if (unit % rest != 0) return std::nullopt;
    number.digits /= divisor;
    unit /= rest;
  }
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (number.digits > kMax / unit) return std::nullopt;
  std::uint64_t value = number.digits * unit;
  for (; number.exponent > 0; --number.exponent) {
    if (value > kMax / 10) return std::nullopt;
    value *= 10;
  }
  return value;
}

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

constexpr std::array<Unit, 5> kCounts{
    {{"", 1}, {"k", 1000}, {"K", 1000}, {"M", 1000000}, {"G", 1000000000}}};

// In nanoseconds. Largest first; "m" before its longer spelling, since it is the one to write.
constexpr std::array<Unit, 7> kTimeUnits{{{"h", 3600000000000},
                                          {"m", 60000000000},
                                          {"min", 60000000000},
                                          {"s", 1000000000},
                                          {"ms", 1000000},
                                          {"us", 1000},
                                          {"ns", 1}}};

/// Reads a number and its unit as an integer in the unit of size 1.
std::optional<std::uint64_t> read_exactly(std::string_view text, std::span<const Unit> units) {
  const auto number = take_decimal(text);
  for (const Unit& unit : units) {
    if (number && text == unit.name) return exact_integer(*number, unit.size);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_count(std::string_view text) {
  return read_exactly(text, kCounts);
}

std::optional<std::chrono::nanoseconds> read_duration(std::string_view text) {
  constexpr std::uint64_t kLongest = 1000 * kTimeUnits[0].size;  // added to a clock
  const auto value = read_exactly(text, kTimeUnits);
  if (!value || *value == 0 || *value > kLongest) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(*value));
}

constexpr std::string_view kDurationHelp =
    "a duration above 0 and up to 1000h, such as 500us, 250ms, 1.5s or 2m";

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, kLongest)) {
    result += is_printable(c) ? std::string(1, c)
                              : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return result + (text.size() > kLongest ? "...'" : "'");
}

std::optional<std::string> nearest(std::string_view given, std::span<const std::string> allowed) {
  constexpr std::size_t kLongest = 100;  // the distance takes quadratic time
  if (given.empty() || given.size() > kLongest) return std::nullopt;
  std::optional<std::string> best = within_edits(given, allowed);
  if (!best && !all(given, is_digit)) best = spelled_alike(given, allowed);  // "1" is not "on"
  if (best) return best;
  for (const std::string& word : allowed) {
    const bool prefix = word.starts_with(given) || given.starts_with(word);
    if (prefix && (!best || word < *best)) best = word;
  }
  return best;
}

std::string Spec::value(std::string_view key) const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const auto& given) { return given.first == key; });
  return found == keys.end() ? "" : found->second;
}

bool Spec::has(std::string_view key) const { return !value(key).empty(); }

bool Spec::has(std::string_view key, std::string_view value) const {
  return has(key) && this->value(key) == value;
}

bool is_name(std::string_view text) { return !text.empty() && all(text, is_name_char); }

Spec parse_spec(std::string_view text, std::string_view kind) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(
        fmt::format("{} {} {}: give name[:key=value[,key=value]...].", kind, in_quotes(text), why));
  };
  const auto colon = text.find(':');
  Spec spec{.name = std::string(text.substr(0, colon)), .keys = {}};
  if (spec.name.empty()) refuse("has no name");
  if (!all(spec.name, is_name_char)) refuse("has a name with characters other than a-z, 0-9 and _");
  if (colon == std::string_view::npos) return spec;
  for (const std::string_view part : split(text.substr(colon + 1), ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) {
      refuse(part.empty() ? "has an empty setting"
                          : fmt::format("has {} without '='", in_quotes(part)));
    }
    const std::string key(part.substr(0, equals));
    const auto quoted = unquoted(part.substr(equals + 1));
    const std::string value(quoted.value_or(part.substr(equals + 1)));
    if (key.empty()) refuse(fmt::format("has {} without a key", in_quotes(part)));
    if (value.empty()) refuse(fmt::format("has the key {} without a value", in_quotes(key)));
    if (!all(key, is_name_char)) {
      refuse(
          fmt::format("has the key {} with characters other than a-z, 0-9 and _", in_quotes(key)));
    }
    const bool usable =
        quoted ? all(value, is_printable) : all(value, is_value_char) && trimmed(value) == value;
    if (!usable) {
      refuse(
          fmt::format("has the value {} with an unusable character, or a quote or a blank at "
                      "its edge",
                      in_quotes(value)));
    }
    if (spec.has(key)) refuse(fmt::format("has the key {} twice", in_quotes(key)));
    spec.keys.emplace_back(key, value);
  }
  return spec;
}

std::string to_text(const Spec& spec) {
  std::string text = spec.name;
  char separator = ':';
  for (const auto& [key, value] : spec.keys) {
    text += fmt::format("{}{}={}", separator, key, written(value));
    separator = ',';
  }
  return text;
}

std::vector<Spec> parse_spec_list(std::string_view text, std::string_view kind) {
  std::vector<std::string> items;
  for (const std::string_view group : split(text, ';')) {
    bool first = true;
    for (const std::string_view part : split(group, ',')) {
      const std::string_view item = trimmed(part);
      const auto equals = item.find('=');
      // No ':' before the '=': a setting of the previous spec, not a new spec.
      if (!first && equals != std::string_view::npos && item.find(':') >= equals) {
        items.back() += fmt::format(",{}", item);
      } else {
        items.emplace_back(item);
      }
      first = false;
    }
  }
  std::vector<Spec> specs;
  for (const std::string& item : items) {
    if (item.empty()) {
      throw UsageError(
          fmt::format("the list {} has an empty {}: give one or more, separated by "
                      "',' or ';'.",
                      in_quotes(text), kind));
    }
    specs.push_back(parse_spec(item, kind));
  }
  return specs;
}

const SpecInfo& find_info(std::span<const SpecInfo> infos, std::string_view name,
                          std::string_view kind) {
  for (const SpecInfo& info : infos) {
    if (info.name == name) return info;
  }
  throw UsageError(unknown_text(kind, name, names_of(infos)));
}

Settings::Settings(Spec spec, SpecInfo info) : spec_(std::move(spec)), info_(std::move(info)) {
  for (const auto& [key, value] : spec_.keys) {
    const auto same = [&k = key](const KeyInfo& i) { return i.name == k; };
    if (std::none_of(info_.keys.begin(), info_.keys.end(), same)) {
      throw UsageError(
          fmt::format("{}: {}", spec_.name, unknown_text("key", key, names_of(info_.keys))));
    }
  }
}

const KeyInfo& Settings::key_info(std::string_view key) const {
  for (const KeyInfo& info : info_.keys) {
    if (info.name == key) return info;
  }
  throw std::logic_error(fmt::format("{} declares no key '{}'", info_.name, key));
}

bool Settings::given(std::string_view key) const {
  key_info(key);
  return spec_.has(key);
}

bool Settings::has_value(std::string_view key) const {
  return given(key) || !key_info(key).default_text.empty();
}

std::string Settings::text(std::string_view key) const {
  const KeyInfo& info = key_info(key);
  if (spec_.has(key)) return spec_.value(key);
  if (info.default_text.empty()) {
    throw std::logic_error(fmt::format("{}: {} has no value", spec_.name, key));
  }
  return info.default_text;
}

void Settings::refuse(std::string_view key, std::string_view why, std::string_view allowed) const {
  const std::string& declared = key_info(key).allowed_text;
  throw UsageError(fmt::format("{}: {}={} {}: give {}.", spec_.name, key, text(key), why,
                               declared.empty() ? allowed : declared));
}

template <class Number>
Number Settings::within(std::string_view key, std::optional<Number> value, Number lowest,
                        Number highest, const char* kind) const {
  const std::string range = fmt::format("{} to {}", lowest, highest);
  if (!value) refuse(key, fmt::format("is not a {}", kind), range);
  if (*value < lowest || *value > highest) refuse(key, "is out of range", range);
  return *value;
}

std::int64_t Settings::integer(std::string_view key, std::int64_t lowest,
                               std::int64_t highest) const {
  const std::string value = text(key);
  const bool negative = value.starts_with('-');
  const auto size = read_count(negative ? value.substr(1) : value);
  std::optional<std::int64_t> number;
  if (size) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();  // in no range
    number = static_cast<std::int64_t>(std::min(*size, kMost)) * (negative ? -1 : 1);
  }
  return within(key, number, lowest, highest, "whole number");
}

std::uint64_t Settings::count(std::string_view key, std::uint64_t lowest,
                              std::uint64_t highest) const {
  return within(key, read_count(text(key)), lowest, highest, "whole number");
}

double Settings::real(std::string_view key, double lowest, double highest) const {
  const std::string value = text(key);
  std::optional<double> number(0);
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, *number);
  if (error == std::errc::result_out_of_range)
    refuse(key, "is out of range", fmt::format("{} to {}", lowest, highest));
  if (error != std::errc{} || stop != end || std::isnan(*number)) number.reset();
  return within(key, number, lowest, highest, "number");
}

BoardSize Settings::board_size(std::string_view key, int lowest, int highest) const {
  const std::string range = fmt::format("{} to {}, or columns x rows", lowest, highest);
  const auto size = read_board_size(text(key));
  if (!size) refuse(key, "is no size of a board", range);
  if (size->shorter() < lowest || size->longer() > highest) {
    refuse(key, "is out of range", range);
  }
  return *size;
}

std::string alternatives(std::span<const std::string_view> words) { return joined(words, " or "); }
std::string enumeration(std::span<const std::string_view> words) { return joined(words, " and "); }

std::size_t Settings::word(std::string_view key, std::span<const std::string_view> words) const {
  const std::string value = text(key);
  const auto found = std::find(words.begin(), words.end(), value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::vector<std::string> allowed(words.begin(), words.end());
  const auto guess = nearest(value, allowed);
  refuse(key, guess ? fmt::format("is unknown (did you mean '{}'?)", *guess) : "is unknown",
         alternatives(words));
}

bool Settings::flag(std::string_view key) const { return word(key, {"off", "on"}) == 1; }

std::chrono::nanoseconds Settings::duration(std::string_view key) const {
  const auto value = read_duration(text(key));
  if (!value) refuse(key, "is no duration", kDurationHelp);
  return *value;
}

std::string Settings::canonical() const {
  Spec full{.name = spec_.name, .keys = {}};
  for (const KeyInfo& info : info_.keys) {
    if (has_value(info.name)) full.keys.emplace_back(info.name, text(info.name));
  }
  return to_text(full);
}

std::uint64_t parse_count(std::string_view text, std::string_view argument) {
  if (const auto value = read_count(text)) return *value;
  throw UsageError(fmt::format(
      "{}: {} is not a whole number below 2^64: give one such as 200000, 2e5, 200k or 1M.",
      argument, in_quotes(text)));
}

std::uint64_t parse_count(std::string_view text, std::string_view argument, std::uint64_t lowest,
                          std::uint64_t highest) {
  const std::uint64_t count = parse_count(text, argument);
  if (count >= lowest && count <= highest) return count;
  throw UsageError(
      fmt::format("{} {} is out of range: give {} to {}.", argument, text, lowest, highest));
}

std::optional<BoardSize> read_board_size(std::string_view text) {
  constexpr std::uint64_t kMost = 10'000;
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto columns = read_count(text.substr(0, cross));
  const auto rows = cross < text.size() ? read_count(text.substr(cross + 1)) : columns;
  if (!columns || !rows || *columns > kMost || *rows > kMost) return std::nullopt;
  return BoardSize(static_cast<int>(*columns), static_cast<int>(*rows));
}

std::chrono::nanoseconds parse_duration(std::string_view text, std::string_view argument) {
  if (const auto value = read_duration(text)) return *value;
  throw UsageError(
      fmt::format("{}: {} is no duration: give {}.", argument, in_quotes(text), kDurationHelp));
}

std::string to_text(std::chrono::nanoseconds duration) {
  const auto count = static_cast<std::uint64_t>(duration.count());
  for (const Unit& unit : kTimeUnits) {
    if (count % unit.size == 0) return fmt::format("{}{}", count / unit.size, unit.name);
  }
  return {};
}

std::vector<std::string> split_words(std::string_view text, std::string_view argument) {
  std::vector<std::string> words;
  bool within = false;
  char quote = 0;
  for (const char c : text) {
    const bool blank = c == ' ' && quote == 0;
    if (!blank && !within) words.emplace_back();
    within = !blank;
    if (blank) continue;
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && is_quote(c)) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) {
    throw UsageError(
        fmt::format("{}: {} has a quote without its end: give one.", argument, in_quotes(text)));
  }
  return words;
}

std::vector<std::string> parse_list(std::string_view text, char separator,
                                    std::string_view argument) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, separator)) {
    parts.emplace_back(trimmed(part));
    if (parts.back().empty()) {
      throw UsageError(
          fmt::format("{}: the list {} has an empty part: give one or more, separated "
                      "by '{}'.",
                      argument, in_quotes(text), separator));
    }
  }
  return parts;
}

}  // namespace banyan::bench

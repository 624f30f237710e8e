// Specs: the text `name[:key=value[,key=value]...]` that names an engine or a game, checked.
#pragma once

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/game/game_text.hpp"

namespace banyan::bench {

/// Unusable arguments (exit status 2). what() is one sentence that names the argument, the given
/// value and what is allowed.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// ---- the text ----------------------------------------------------------------------------------

/// A parsed spec. Names and keys consist of a-z, 0-9 and _; values of printable ASCII. A value with
/// a comma, a semicolon, a quote, or a blank at its edge is written in quotes of either kind, 'a
/// "b", c', which are not part of it. Keys are distinct and in the given order.
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> keys;

  /// Whether a key is given, or given with that value.
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] bool has(std::string_view key, std::string_view value) const;
  /// A key's value; empty if it is not given.
  [[nodiscard]] std::string value(std::string_view key) const;

  bool operator==(const Spec&) const = default;
};

/// Whether it is a name or a key: a-z, 0-9 and _, at least one.
bool is_name(std::string_view text);

/// Parses one spec. `kind` ("engine", "game") is its name in messages. Throws UsageError.
/// parse_spec(to_text(s)) == s for every spec that parse_spec returns.
Spec parse_spec(std::string_view text, std::string_view kind = "spec");

/// `name:key=value,key=value`, or the name alone.
std::string to_text(const Spec& spec);

/// Parses specs separated by ';' or ',': a comma followed by `key=value` belongs to the previous
/// spec, so `go:size=9,komi=7.5,othello` is two. At least one. Throws UsageError.
std::vector<Spec> parse_spec_list(std::string_view text, std::string_view kind = "spec");

// ---- what is allowed ---------------------------------------------------------------------------

/// One key that a spec may have. An empty default_text means "not set": unless given, the key has
/// no value and is left out of the canonical text.
struct KeyInfo {
  std::string name;
  std::string default_text;
  std::string allowed_text;  ///< as in "give ...": "1 to 64", "sum, average or max"
  std::string help;          ///< one line
};

/// One engine or game that a spec may name.
struct SpecInfo {
  std::string name;
  std::string help;  ///< one line
  std::vector<KeyInfo> keys;
};

/// The entry of that name. Otherwise throws UsageError: "unknown engine 'tre': did you mean
/// 'tree'? Engines: leaf, naive, tree."
const SpecInfo& find_info(std::span<const SpecInfo> infos, std::string_view name,
                          std::string_view kind);

/// The same among things that have a name and a help, as profiles do.
template <class Things>
const auto& find_named(const Things& things, std::string_view name, std::string_view kind) {
  std::vector<SpecInfo> infos;
  for (const auto& thing : things) infos.push_back({thing.name, thing.help, {}});
  return things[static_cast<std::size_t>(&find_info(infos, name, kind) - infos.data())];
}

/// A spec checked against what is allowed, with typed access to its values. Getters take a declared
/// key (otherwise std::logic_error) and use its default if it is not given. They throw UsageError
/// for an unusable value: "hex: size=99 is out of range: give 3 to 14."
class Settings {
 public:
  /// Throws UsageError if the spec has a key that info does not declare.
  Settings(Spec spec, SpecInfo info);

  const std::string& name() const { return spec_.name; }

  /// Whether the spec itself has this key.
  bool given(std::string_view key) const;

  /// Whether the key has a value, given or by default. Getters need one (or std::logic_error).
  bool has_value(std::string_view key) const;

  std::string text(std::string_view key) const;
  /// `highest` is below 2^63 - 1.
  std::int64_t integer(std::string_view key, std::int64_t lowest, std::int64_t highest) const;
  /// An integer in the forms of parse_count().
  std::uint64_t count(std::string_view key, std::uint64_t lowest, std::uint64_t highest) const;
  double real(std::string_view key, double lowest, double highest) const;
  /// read_board_size() of columns and rows within this range.
  BoardSize board_size(std::string_view key, int lowest, int highest) const;
  /// One of `words`; returns its index.
  std::size_t word(std::string_view key, std::span<const std::string_view> words) const;
  std::size_t word(std::string_view key, std::initializer_list<std::string_view> words) const {
    return word(key, std::span(words.begin(), words.size()));
  }
  /// on or off.
  bool flag(std::string_view key) const;
  std::chrono::nanoseconds duration(std::string_view key) const;

  /// The spec with all defaults filled in and the keys in declared order; values as written.
  std::string canonical() const;

 private:
  const KeyInfo& key_info(std::string_view key) const;
  /// The value, if it could be read and is in range; `kind` is what it should be.
  template <class Number>
  Number within(std::string_view key, std::optional<Number> value, Number lowest, Number highest,
                const char* kind) const;
  [[noreturn]] void refuse(std::string_view key, std::string_view why,
                           std::string_view allowed) const;

  Spec spec_;
  SpecInfo info_;
};

// ---- values on the command line ----------------------------------------------------------------

/// An integer, 0 to 2^64 - 1, in common forms: 200000, 2e5, 200k, 1.5M, 1G (powers of 1000). Exact:
/// 1.5 is an error. The UsageError names `argument`.
std::uint64_t parse_count(std::string_view text, std::string_view argument);

/// The same within a range: "--pairs 0 is out of range: give 1 to 100."
std::uint64_t parse_count(std::string_view text, std::string_view argument, std::uint64_t lowest,
                          std::uint64_t highest);

/// The number that fills the whole text, as std::from_chars reads it. Nothing for other texts.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// "9", or "9x7": nine columns and seven rows. Nothing for other texts.
std::optional<BoardSize> read_board_size(std::string_view text);

/// "500us", "250ms", "1.5s", "2m" or "2min", "1h": whole nanoseconds, above 0, up to 1000 hours.
std::chrono::nanoseconds parse_duration(std::string_view text, std::string_view argument);

/// The shortest text that parse_duration reads back as the same: "250ms", "90s", "2m".
std::string to_text(std::chrono::nanoseconds duration);

/// The parts between separators, without spaces around them. Throws UsageError for an empty part.
std::vector<std::string> parse_list(std::string_view text, char separator,
                                    std::string_view argument);

/// The words of a command line, separated by blanks; quotes of either kind keep a word together.
/// Throws UsageError for a quote without an end.
std::vector<std::string> split_words(std::string_view text, std::string_view argument);

/// "a, b or c".
std::string alternatives(std::span<const std::string_view> words);
/// "a, b and c".
std::string enumeration(std::span<const std::string_view> words);

/// The allowed word that `given` most likely means: the nearest within Damerau-Levenshtein distance
/// 2 (and fewer than half its letters wrong, or one). Otherwise the nearest with digits as words
/// and without underscores ("connect4"), or one that is a prefix of it or has it as a prefix.
std::optional<std::string> nearest(std::string_view given, std::span<const std::string> allowed);

/// The text without surrounding blanks, or another system's line end.
std::string_view trimmed(std::string_view text);

/// 'text' in quotes for a message: unprintable bytes as \xNN, cut after 60 bytes.
std::string in_quotes(std::string_view text);

}  // namespace banyan::bench

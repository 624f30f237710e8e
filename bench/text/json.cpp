// Reads JSON from outside.
#include "bench/text/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/utf8.hpp"

namespace banyan::bench {
namespace {

/// The greatest number of open brackets, in strings or not.
std::size_t depth_of(std::string_view text) {
  std::size_t open = 0;
  std::size_t deepest = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++open);
    if ((c == ']' || c == '}') && open > 0) --open;
  }
  return deepest;
}

/// As place_of_control(), after a '.' if it begins with a name; empty for a text itself.
std::optional<std::string> place_below(const Json& json) {
  if (json.is_string() && has_control(json.get_ref<const std::string&>())) return "";
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      if (has_control(name)) return '.' + printable(name);
      if (const auto place = place_below(value)) return '.' + name + *place;
    }
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (const auto place = place_below(json[i])) return fmt::format("[{}]{}", i, *place);
    }
  }
  return std::nullopt;
}

}  // namespace

Json read_json(std::string_view text) {
  Json json = read_any_json(text);
  return place_of_control(json) ? Json(Json::value_t::discarded) : json;
}

Json read_any_json(std::string_view text) {
  constexpr std::size_t kDeepest = 100;
  if (depth_of(text) > kDeepest) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

std::optional<std::string> place_of_control(const Json& json) {
  std::optional<std::string> place = place_below(json);
  if (place && place->starts_with('.')) place->erase(0, 1);
  return place;
}

Json without_controls(Json json) {
  if (json.is_string()) return printable(json.get<std::string>());
  if (json.is_structured()) {
    for (Json& part : json) part = without_controls(std::move(part));
  }
  return json;
}

std::uint64_t count_of(const Json& value) {
  const bool whole =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (value.is_number() && !whole) {
    throw UsageError(fmt::format("{} is no whole number from 0.", value.dump()));
  }
  return value.get<std::uint64_t>();
}

}  // namespace banyan::bench

// Reading JSON from outside.
#include "bench/text/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// The most brackets that are open at once, in strings or not.
std::size_t depth_of(std::string_view text) {
  std::size_t open = 0;
  std::size_t deepest = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++open);
    if ((c == ']' || c == '}') && open > 0) --open;
  }
  return deepest;
}

}  // namespace

Json read_json(std::string_view text) {
  constexpr std::size_t kDeepest = 100;
  if (depth_of(text) > kDeepest) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
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

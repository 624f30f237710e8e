// Reading JSON from outside.
#include "bench/text/json.hpp"

#include <algorithm>
#include <cstddef>

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

}  // namespace banyan::bench

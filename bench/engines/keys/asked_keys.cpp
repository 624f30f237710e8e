// Reads the rule of a tree whose leaves are evaluated elsewhere.
#include "bench/engines/keys/asked_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr std::array<std::string_view, 4> kTreeRules{"puct", "ucb1", "regularized", "ments"};
constexpr std::array<std::string_view, 18> kTreeKeys{
    "c",     "vl",     "collide", "collisions",  "inflight",     "fpu",
    "range", "noise",  "alpha",   "solver",      "softness",     "backup",
    "final", "memory", "widen",   "widen_power", "widen_chance", "discount"};

bool is_among(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

EngineSettings parse_asked_tree(std::string_view text) {
  Spec spec = parse_spec(text, "tree");
  if (!is_among(kTreeRules, spec.name)) {
    throw UsageError(fmt::format("tree {}: there is no such rule of selection: give {}.", spec.name,
                                 fmt::join(kTreeRules, ", ")));
  }
  for (const auto& [key, value] : spec.keys) {
    if (!is_among(kTreeKeys, key)) {
      throw UsageError(
          fmt::format("tree {}: {}= means nothing where leaves are evaluated elsewhere: give {}.",
                      spec.name, key, fmt::join(kTreeKeys, ", ")));
    }
  }
  spec.keys.insert(spec.keys.begin(), {"select", spec.name});
  spec.name = "batched";
  return parse_engine(to_text(spec));
}

}  // namespace banyan::bench

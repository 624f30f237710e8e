// Results as JSON.
#include "bench/text/json.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/registry/games.hpp"

namespace banyan::bench {

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::uint64_t played_iterations(const SearchResult& result) {
  const double played = (1 - share_of_finished(result)) * static_cast<double>(result.iterations);
  return static_cast<std::uint64_t>(std::llround(played));
}

double played_per_second(const SearchResult& result) {
  return per_second(played_iterations(result), result.seconds);
}

double share_of_finished(const SearchResult& result) {
  if (result.visits() == 0) return 0;
  return static_cast<double>(result.finished) / static_cast<double>(result.visits());
}

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

/// What is proven of the position, in a word; null where nothing is.
Json proven_json(const SearchResult& result) {
  if (!result.proven) return nullptr;
  return *result.proven == kWin ? "win" : *result.proven == kDraw ? "draw" : "loss";
}

}  // namespace

Json read_json(std::string_view text) {
  constexpr std::size_t kDeepest = 100;
  if (depth_of(text) > kDeepest) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

Json search_json(const AnyGame& position, const SearchResult& result) {
  std::vector<RootChild> ranked = result.children;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RootChild& a, const RootChild& b) { return a.visits > b.visits; });
  Json children = Json::array();
  for (const RootChild& child : ranked) {
    children.push_back({{"move", position.to_text(child.move)},
                        {"visits", child.visits},
                        {"value", child.visits > 0 ? Json(child.mean()) : Json(nullptr)}});
  }

  Json counters = Json::object();
  for (const auto& [name, count] : result.counters) counters[name] = count;

  Json json{{"iterations", result.iterations},
            {"playouts", result.playouts},
            {"finished", result.finished},
            {"seconds", result.seconds},
            {"iterations_per_second", per_second(result.iterations, result.seconds)},
            {"playouts_per_second", per_second(result.playouts, result.seconds)},
            {"best_move", position.to_text(result.best_move)},
            {"value", result.value},
            {"proven", proven_json(result)},
            {"principal_variation", move_texts(position, result.principal_variation)},
            {"root", {{"visits", result.root_visits()}, {"children", children}}},
            {"tree",
             {{"nodes", result.tree.nodes},
              {"bytes", result.tree.bytes},
              {"mean_depth", result.tree.mean_depth},
              {"max_depth", result.tree.max_depth}}},
            {"counters", counters}};
  if (!result.values.empty()) json["values"] = result.values;
  if (position.unit() != kResultUnit) json["unit"] = position.unit();
  return json;
}

}  // namespace banyan::bench

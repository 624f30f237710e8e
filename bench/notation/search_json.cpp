// Results as JSON.
#include "bench/notation/search_json.hpp"

#include <algorithm>
#include <vector>

#include "bench/registry/games.hpp"
#include "bench/statistics/rates.hpp"

namespace banyan::bench {
namespace {

/// The proven result of the position as a word; null if nothing is proven.
Json proven_json(const SearchResult& result) {
  if (!result.proven) return nullptr;
  return *result.proven == kWin ? "win" : *result.proven == kDraw ? "draw" : "loss";
}

}  // namespace

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

Json system_json(const SystemWork& work) {
  return {{"processor_seconds", work.processor_seconds()},
          {"system_seconds", work.system_seconds},
          {"page_faults", work.page_faults}};
}

}  // namespace banyan::bench

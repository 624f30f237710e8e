// Searches of a game's first position, in random order: rates of engines and shapes of their trees.
#include <fmt/format.h>

#include <optional>

#include "bench/measure/measurer.hpp"
#include "bench/measure/simulated.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

/// A number of simulated workers; null for others.
template <auto What>
Json in_virtual_time(const SearchResult& found) {
  const std::optional<SimulatedTime> time = simulated_time(found);
  if (!time) return nullptr;
  const std::optional<double> known = (*time).*What;
  return known ? Json(*known) : Json(nullptr);
}

Json playouts_per_virtual_second(const SearchResult& found) {
  const std::optional<SimulatedTime> time = simulated_time(found);
  return time ? Json(per_second(found.playouts, time->seconds)) : Json(nullptr);
}

/// What a row has of each of its searches.
struct SearchField {
  const char* name;
  Json (*value)(const SearchResult& found);
};

constexpr SearchField kSearchFields[]{
    {"iterations_per_second",
     [](const SearchResult& found) { return Json(played_per_second(found)); }},
    {"playouts_per_second",
     [](const SearchResult& found) { return Json(per_second(found.playouts, found.seconds)); }},
    {"playouts_per_virtual_second", playouts_per_virtual_second},
    {"virtual_speedup", in_virtual_time<&SimulatedTime::speedup>},
    {"utilisation", in_virtual_time<&SimulatedTime::utilisation>},
    {"in_flight", in_virtual_time<&SimulatedTime::in_flight>},
    {"other_choices", in_virtual_time<&SimulatedTime::other_choices>},
    {"mean_depth", [](const SearchResult& found) { return Json(found.tree.mean_depth); }},
    {"max_depth", [](const SearchResult& found) { return Json(found.tree.max_depth); }},
    {"nodes", [](const SearchResult& found) { return Json(found.tree.nodes); }}};

Json no_searches(const std::vector<EngineSettings>& engines) {
  Json rows = Json::array();
  for (const EngineSettings& engine : engines) {
    Json& row = rows.emplace_back(Json{{"engine", engine.spec}, {"workers", workers_of(engine)}});
    for (const SearchField& field : kSearchFields) row[field.name] = Json::array();
  }
  return rows;
}

/// The number of searches of a row.
std::size_t searches_of(const Json& row) { return row.value(kSearchFields[0].name, Json()).size(); }

/// The rows of an interrupted run, if they are of these engines; otherwise empty ones.
Json searches_so_far(const Json& earlier, const std::vector<EngineSettings>& engines) {
  Json rows = earlier.is_object() ? earlier.value("rows", Json()) : Json();
  const Json empty = no_searches(engines);
  if (!rows.is_array() || rows.size() != empty.size()) return empty;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_object() || rows[i].value("engine", Json()) != engines[i].spec) return empty;
    for (const SearchField& field : kSearchFields) {
      if (rows[i].value(field.name, Json()).size() != searches_of(rows[i])) return empty;
    }
  }
  return rows;
}

std::uint64_t whole_ms(const EngineSettings& engine) {
  return static_cast<std::uint64_t>(search_ms(engine.limits.value())) + 1;
}

}  // namespace

WorkItem searches_item(const GameChoice& game, std::vector<EngineSettings> engines,
                       const Limits& limits, std::uint64_t searches, std::uint64_t seed) {
  WorkItem item;
  item.key = {{"game", game.spec}, {"budget", to_text(limits)}};
  for (EngineSettings& engine : engines) engine.limits = limits_for(engine, limits);
  for (const EngineSettings& engine : engines) item.expected_ms += whole_ms(engine) * searches;
  item.measure = [=](const Work& work) {
    Json rows = searches_so_far(work.earlier, engines);
    std::vector<Measurer> measurers;
    std::vector<int> lacking;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      measurers.emplace_back(game, within_container(engines[i], engines.size()));
      lacking.push_back(static_cast<int>(searches) - static_cast<int>(searches_of(rows[i])));
      work.advance(whole_ms(engines[i]) * searches_of(rows[i]), {});
    }
    for (const std::size_t i : random_order(lacking, seed)) {
      const auto measured = measurers[i].search(*engines[i].limits,
                                                {seed, searches_of(rows[i]) + 1, 0, 0}, work.stop);
      if (!measured) break;
      for (const SearchField& field : kSearchFields) {
        rows[i][field.name].push_back(field.value(measured->found));
      }
      work.advance(whole_ms(engines[i]), fmt::format("{} {}", game.spec, engines[i].spec));
      work.keep({{"rows", rows}});
    }
    return Json{{"rows", rows}};
  };
  return item;
}

}  // namespace banyan::bench

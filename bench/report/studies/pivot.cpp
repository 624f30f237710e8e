// Pivot tables.
#include "bench/report/studies/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/measure/simulated.hpp"
#include "bench/rows/columns.hpp"
#include "bench/rows/row.hpp"

namespace banyan::bench {
namespace {

Spec in_both(const Spec& a, const Spec& b) {
  Spec both{a.name, {}};
  for (const auto& key : a.keys) {
    if (std::find(b.keys.begin(), b.keys.end(), key) != b.keys.end()) both.keys.push_back(key);
  }
  return both;
}

}  // namespace

std::string take(Spec& spec, std::string_view key) {
  const std::string_view own = key == "workers" ? workers_key(spec.name) : key;
  const auto at = std::find_if(spec.keys.begin(), spec.keys.end(),
                               [&](const auto& pair) { return pair.first == own; });
  if (at == spec.keys.end()) return "-";
  std::string value = at->second;
  spec.keys.erase(at);
  return value;
}

PivotPlace place_of(const std::string& of_game, const std::string& of_engine,
                    std::string_view column) {
  Spec game = parse_spec(of_game);
  Spec engine = parse_spec(of_engine);
  const std::string game_column = take(game, column);
  const std::string engine_column = take(engine, column);
  return {to_text(game), to_text(engine), game_column == "-" ? engine_column : game_column};
}

Shared shared_by(const std::vector<PivotPlace>& places) {
  Shared shared;
  for (const PivotPlace& place : places) {
    if (place.column == "-") continue;
    const Spec engine = parse_spec(place.engine);
    const auto [same, first] = shared.try_emplace(engine.name, engine);
    if (!first) same->second = in_both(same->second, engine);
  }
  return shared;
}

std::string short_name(const PivotPlace& line, const Shared& shared) {
  if (line.column == "-") return line.engine;
  Spec engine = parse_spec(line.engine);
  std::erase_if(engine.keys, [&](const auto& key) {
    const auto& common = shared.at(engine.name).keys;
    return std::find(common.begin(), common.end(), key) != common.end();
  });
  const std::string name = to_text(engine);
  return shared.size() > 1 ? name : name.substr(std::min(name.size(), engine.name.size() + 1));
}

Table pivot(const std::vector<PivotCell>& cells, std::vector<Table::Column> columns,
            const std::string& key, Table::Best best) {
  const std::size_t first = columns.size();
  const std::vector<std::string> values =
      distinct(cells, [](const PivotCell& cell) { return cell.place.column; });
  for (const std::string& value : values) {
    const bool keyed = !key.empty() && value != "-";
    columns.push_back(numbers(keyed ? fmt::format("{}={}", key, value) : value, best));
  }
  Table table(columns);
  const PivotPlace* before = nullptr;
  for (auto line = cells.begin(); line != cells.end(); ++line) {
    const auto of_line = [&](const PivotCell& cell) { return cell.place.same_line(line->place); };
    if (std::any_of(cells.begin(), line, of_line)) continue;
    if (before != nullptr && line->place.game != before->game) table.begin_group();
    before = &line->place;
    std::vector<Table::Cell> row = line->names;
    row.resize(columns.size(), "");
    for (const PivotCell& cell : cells) {
      if (of_line(cell)) row[first + bench::place_of(cell.place.column, values)] = cell.cell;
    }
    table.add_row(row);
  }
  return table;
}

}  // namespace banyan::bench

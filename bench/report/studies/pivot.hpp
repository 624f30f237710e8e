// Pivot tables of studies: a line for each game and engine, a column for each value of one key.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// Takes a key out of a spec; what it was, "-" if the spec did not have it. The workers of
/// `cluster` are its ranks.
std::string take(Spec& spec, std::string_view key);

/// Where what was measured stands in a pivot table.
struct PivotPlace {
  std::string game;    ///< without the column
  std::string engine;  ///< likewise
  std::string column;  ///< the value of its key; "-" if neither has it

  [[nodiscard]] bool same_line(const PivotPlace& other) const {
    return game == other.game && engine == other.engine;
  }
};

PivotPlace place_of(const std::string& game, const std::string& engine, std::string_view column);

/// What all engines of a name have in common, those without a column aside; by name.
using Shared = std::map<std::string, Spec>;

Shared shared_by(const std::vector<PivotPlace>& places);

/// What sets a line apart from the others: its engine's name too, where they have several.
std::string short_name(const PivotPlace& line, const Shared& shared);

/// What stands at a place.
struct PivotCell {
  PivotPlace place;
  std::vector<Table::Cell> names;  ///< with which its line begins
  Table::Cell cell;
};

/// A line for each game and engine, whose names stand in these columns, and a column for each value
/// of the key: "threads=2", or without a key the value alone.
Table pivot(const std::vector<PivotCell>& cells, std::vector<Table::Column> columns,
            const std::string& key, Table::Best best);

}  // namespace banyan::bench

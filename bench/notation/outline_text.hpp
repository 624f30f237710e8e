// The top of a search tree as text for the terminal and for Graphviz, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/text/json.hpp"
#include "core/tree/outline.hpp"

namespace banyan::bench {

/// One line per node, with moves indented below their parents. `position` is the root's.
std::string outline_text(const AnyGame& position, const std::vector<OutlineNode>& nodes);

/// The same as a graph in Graphviz's language, for `dot -Tsvg`: nodes as wide as their share of
/// the root's visits.
std::string outline_graph(const AnyGame& position, const std::vector<OutlineNode>& nodes);

/// The same as nested arrays of {move, visits, value, children}.
Json outline_json(const AnyGame& position, const std::vector<OutlineNode>& nodes);

}  // namespace banyan::bench

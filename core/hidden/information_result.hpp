// The result of an information-set search, and the validator of its trees.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/game/hidden_game.hpp"
#include "core/hidden/information_tree.hpp"
#include "core/hidden/ismcts_rules.hpp"
#include "core/result/result.hpp"

namespace banyan {

/// The root's moves, which are `legal`, with the sums of all workers' counts; not the time. Points
/// are the mean shares of the stakes in half points, rounded; values are exact. The principal
/// variation is the best move alone, since the rest depends on hidden information. `highest` is the
/// most points of one visit.
SearchResult make_result(const InformationTrees& trees, int own_tree, std::uint64_t legal,
                         const IsmctsCounts& counts, int highest, FinalMove rule);

/// Turns a result's values, which are shares of the stakes, into what people count.
void count_in_units(const Stakes& stakes, SearchResult& result);

/// Describes the first defect of trees at rest, or returns nothing if they are sound:
///
///   visits <= available and points <= highest * visits         of own moves
///   sum of visits == steps, sum of available == offers         over all edges
std::optional<std::string> find_defect(const InformationTrees& trees, const IsmctsCounts& counts,
                                       int highest);

}  // namespace banyan

// Where the ranks of a run are, and which games each one plays.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// A rank's node and its resources there.
struct Place {
  std::string node;
  std::string cpu_model;
  std::vector<int> cores;  ///< available_cores()
};

/// That of this process.
Place own_place();

Json place_json(const Place& place);
Place read_place(const Json& json);

/// Where one of the concurrent games is played.
struct GameSite {
  int rank = 0;
  int lane = 0;            ///< number among that rank's games
  std::vector<int> cores;  ///< its own, unless its engines need more
  int on_node = 1;         ///< concurrent games on this node
};

/// The concurrent games of all ranks, one place each, so that no two share a core. Ranks bound to
/// separate cores use these; ranks of a node with the same cores divide them. `games_on` says how
/// many games a number of cores can hold. At most `at_most` games, taken first one per rank that
/// has any.
std::vector<GameSite> plan_games(const std::vector<Place>& places,
                                 const std::function<int(int cores)>& games_on, int at_most);

/// A stream of requests to a site: one order after another, each answered.
struct RequestStream {
  GameSite site;
  std::size_t leave;  ///< this many last orders are left to others
};

/// One stream per site, and three more per site of other ranks, so that the next orders are there
/// when one is finished. An answer and the next order take some milliseconds on busy cores, where
/// each thread on their way must first get a core. The final orders are not sent ahead, so idle
/// streams take them.
std::vector<RequestStream> request_streams(const std::vector<GameSite>& sites);

/// For provenance: one object per node.
Json nodes_json(const std::vector<Place>& places);

}  // namespace banyan::bench

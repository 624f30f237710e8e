// Where the ranks of a run are, and which games each of them plays.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// Where a rank is, and what it may use there.
struct Place {
  std::string node;
  std::string cpu_model;
  std::vector<int> cores;  ///< available_cores()
};

/// That of this process.
Place own_place();

Json place_json(const Place& place);
Place read_place(const Json& json);

/// Where one of the games that are played at once is played.
struct GameSite {
  int rank = 0;
  int lane = 0;            ///< which of that rank's games
  std::vector<int> cores;  ///< the game's own, unless its engines want more
  int on_node = 1;         ///< games at once on this node
};

/// The games that ranks play at once, a place each, so that no two share a core: ranks that are
/// bound to cores of their own use these, those of a node that were given the same ones deal them
/// out. `games_on` says how many games so many cores hold. At most so many games: first one of each
/// rank that has any.
std::vector<GameSite> plan_games(const std::vector<Place>& places,
                                 const std::function<int(int cores)>& games_on, int at_most);

/// Who gives a site one order after another, and awaits each answer.
struct Asker {
  GameSite site;
  std::size_t leave;  ///< so many last orders are left to others
};

/// An asker for each site, and three more for each of other ranks, so that the next orders lie
/// there when one is carried out: an answer and the order after it are some milliseconds on their
/// way, since of busy cores every thread that passes them on must first get one. The last orders
/// lie nowhere: they are left to who has nothing else to do.
std::vector<Asker> askers(const std::vector<GameSite>& sites);

/// What provenance says of them: an object a node.
Json nodes_json(const std::vector<Place>& places);

}  // namespace banyan::bench

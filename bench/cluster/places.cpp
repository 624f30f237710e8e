// Distributes the cores of a run.
#include "bench/cluster/places.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "bench/machine/machine.hpp"

namespace banyan::bench {

Place own_place() {
  std::array<char, 256> name{};
  const bool known = ::gethostname(name.data(), name.size() - 1) == 0;
  return {known ? name.data() : "unknown", read_machine().at("cpu_model").get<std::string>(),
          available_cores()};
}

Json place_json(const Place& place) {
  return {{"node", place.node}, {"cpu_model", place.cpu_model}, {"cores", place.cores}};
}

Place read_place(const Json& json) {
  return {json.at("node").get<std::string>(), json.at("cpu_model").get<std::string>(),
          json.at("cores").get<std::vector<int>>()};
}

std::vector<GameSite> plan_games(const std::vector<Place>& places,
                                 const std::function<int(int cores)>& games_on, int at_most) {
  std::map<std::pair<std::string, std::vector<int>>, std::vector<int>> sharing;  // their ranks
  for (int rank = 0; rank < static_cast<int>(places.size()); ++rank) {
    const Place& place = places[static_cast<std::size_t>(rank)];
    sharing[{place.node, place.cores}].push_back(rank);
  }
  std::vector<GameSite> sites;
  for (const auto& [place, ranks] : sharing) {
    const std::vector<int>& cores = place.second;
    const int games = games_on(static_cast<int>(cores.size()));
    const int each = static_cast<int>(cores.size()) / games;
    std::map<int, int> lanes;
    for (int game = 0; game < games; ++game) {
      const int members = static_cast<int>(ranks.size());
      const int rank = ranks[static_cast<std::size_t>(game * members / games)];
      const auto first = cores.begin() + game * each;
      sites.push_back({rank, lanes[rank]++, {first, first + each}});
    }
  }
  std::ranges::sort(sites, {},
                    [](const GameSite& site) { return std::pair(site.lane, site.rank); });
  if (static_cast<int>(sites.size()) > at_most) sites.resize(static_cast<std::size_t>(at_most));
  const auto node = [&](const GameSite& site) {
    return places[static_cast<std::size_t>(site.rank)].node;
  };
  for (GameSite& site : sites) {
    site.on_node = static_cast<int>(std::ranges::count(sites, node(site), node));
  }
  return sites;
}

std::vector<RequestStream> request_streams(const std::vector<GameSite>& sites) {
  constexpr std::size_t kAhead = 3;
  std::vector<RequestStream> all;
  for (std::size_t ahead = 0; ahead <= kAhead; ++ahead) {
    for (const GameSite& site : sites) {
      if (ahead == 0 || site.rank > 0) all.push_back({site, ahead * sites.size()});
    }
  }
  return all;
}

Json nodes_json(const std::vector<Place>& places) {
  Json nodes = Json::array();
  std::map<std::string, std::size_t> known;
  std::vector<std::set<int>> cores;
  for (int rank = 0; rank < static_cast<int>(places.size()); ++rank) {
    const Place& place = places[static_cast<std::size_t>(rank)];
    const auto [at, is_new] = known.emplace(place.node, nodes.size());
    if (is_new) {
      nodes.push_back({{"name", place.node}, {"cpu_model", place.cpu_model}});
      cores.emplace_back();
    }
    Json& node = nodes[at->second];
    cores[at->second].insert(place.cores.begin(), place.cores.end());
    node["cores"] = cores[at->second].size();
    node["ranks"].push_back(rank);
  }
  return nodes;
}

}  // namespace banyan::bench

// Runs engines in turns at each position.
#include "bench/quality/decisions.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "bench/cluster/orders.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/machine/machine.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kDecide = "decide";

/// On this machine; makes the engines at the first position.
class DecideHere {
 public:
  DecideHere(std::vector<EngineSettings> engines, const std::vector<Limits>& limits, int on_node)
      : engines_(std::move(engines)), limits_(limits) {
    const std::uint64_t all = engines_.size() * static_cast<std::uint64_t>(on_node);
    for (EngineSettings& engine : engines_) {
      engine.search.memory = std::min<std::uint64_t>(engine.search.memory, memory_for_trees(all));
    }
  }

  std::optional<std::vector<Decision>> operator()(const AnyGame& position, const StreamKey& key,
                                                  const std::stop_token& stop) {
    std::vector<Decision> decisions;
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      if (made_.size() == e) made_.push_back(position.make_engine(engines_[e]));
      const SearchResult found = made_[e]->search(position, limits_[e], key, stop);
      decisions.push_back({.move = found.best_move,
                           .iterations = found.iterations,
                           .played = played_iterations(found),
                           .seconds = found.seconds});
    }
    if (stop.stop_requested()) return std::nullopt;
    return decisions;
  }

 private:
  std::vector<EngineSettings> engines_;
  std::vector<Limits> limits_;
  std::vector<std::unique_ptr<AnyEngine>> made_;
};

StreamKey key_of(std::uint64_t seed, std::uint64_t number) { return {seed, number, 0, 0}; }

}  // namespace

std::vector<GameSite> decision_sites(const std::vector<EngineSettings>& engines) {
  int widest = 1;
  bool spread = false;
  for (const EngineSettings& engine : engines) {
    widest = std::max(widest, engine.threads);
    spread |= ranks_of(engine) != nullptr;
  }
  if (coordinator() == nullptr || spread) return {GameSite{}};
  return plan_games(
      coordinator()->places(), [&](int cores) { return std::max(1, cores / widest); },
      kMostReplies / 2);
}

Decide decide_at(const GameSite& site, const std::vector<EngineSettings>& engines,
                 const std::optional<Limits>& limits, std::uint64_t seed) {
  std::vector<Limits> budgets;
  for (const EngineSettings& engine : engines) budgets.push_back(limits_for(engine, limits));
  if (site.rank == 0) {
    if (!site.cores.empty()) pin_this_thread(site.cores);
    const auto here = std::make_shared<DecideHere>(engines, budgets, site.on_node);
    return [=](const AnyGame& position, std::uint64_t number, const std::stop_token& stop) {
      return (*here)(position, key_of(seed, number), stop);
    };
  }
  Json order{{"task", kDecide}, {"cores", site.cores}, {"on_node", site.on_node}};
  for (std::size_t e = 0; e < engines.size(); ++e) {
    order["engines"].push_back(engine_order(engines[e]));
    order["limits"].push_back(limits_order(budgets[e]));
  }
  return [=](const AnyGame& position, std::uint64_t number,
             const std::stop_token& stop) -> std::optional<std::vector<Decision>> {
    Json one = order;
    one["position"] = position_order(position);
    one["key"] = key_order(key_of(seed, number));
    const Json answer = coordinator()->ask(site.rank, site.lane, std::move(one), stop)->answer();
    if (answer.is_null()) return std::nullopt;
    std::vector<Decision> decisions;
    for (const Json& each : answer) {
      decisions.push_back({each.at(0), each.at(1), each.at(2), each.at(3)});
    }
    return decisions;
  };
}

Task decide_task() {
  struct Kept {
    Json engines;
    std::optional<DecideHere> here;
  };
  return [kept = std::make_shared<Kept>()](const Json& order, const std::stop_token& stop) {
    const auto position = read_position(order.at("position"));
    const Json engines{position->spec(), order.at("engines"), order.at("limits")};
    if (kept->engines != engines) {
      pin_this_thread(order.at("cores").get<std::vector<int>>());
      std::vector<EngineSettings> settings;
      std::vector<Limits> limits;
      for (const Json& engine : order["engines"]) settings.push_back(read_engine(engine));
      for (const Json& budget : order["limits"]) limits.push_back(read_limits(budget));
      kept->here.emplace(std::move(settings), limits, order.at("on_node").get<int>());
      kept->engines = engines;
    }
    const auto decisions = (*kept->here)(*position, read_key(order.at("key")), stop);
    if (!decisions) return Json();
    Json answer = Json::array();
    for (const auto& [move, iterations, played, seconds] : *decisions) {
      answer.push_back(Json::array({move, iterations, played, seconds}));
    }
    return answer;
  };
}

}  // namespace banyan::bench

// Orders to join a search.
#include "bench/engines/spread_engine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "bench/cluster/orders.hpp"
#include "bench/engines/cluster.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kJoin = "join";

/// A search that fails in one rank leaves the others waiting for its messages.
template <class Search>
auto or_end_run(const Search& search) {
  try {
    return search();
  } catch (const std::exception& error) {
    end_run(fmt::format("a rank's part of a search failed: {}", error.what()));
  }
}

class SpreadEngine final : public AnyEngine {
 public:
  SpreadEngine(std::unique_ptr<AnyEngine> here, const EngineSettings& settings)
      : here_(std::move(here)),
        order_({{"task", kJoin}, {"id", next_id()}, {"engine", engine_order(settings)}}),
        ranks_(settings.own<ClusterOptions>().ranks) {}

  ~SpreadEngine() override {
    for (int rank = 1; rank < ranks_; ++rank) {
      coordinator()->ask(rank, 0, {{"task", kJoin}, {"forget", order_["id"]}}, {});
    }
  }

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override {
    static std::mutex one_at_a_time;  // they have the same mailboxes
    const std::lock_guard lock(one_at_a_time);
    Json order = order_;
    order["position"] = position_order(position);
    order["limits"] = limits_order(limits);
    order["key"] = key_order(key);
    std::vector<std::unique_ptr<Asked>> others;
    for (int rank = 1; rank < ranks_; ++rank) {
      others.push_back(coordinator()->ask(rank, 0, order, stop));
    }
    SearchResult result = or_end_run([&] { return here_->search(position, limits, key, stop); });
    for (const auto& other : others) other->answer();
    return result;
  }

 private:
  static std::uint64_t next_id() {
    static std::atomic<std::uint64_t> next = 0;
    return next.fetch_add(1);
  }

  std::unique_ptr<AnyEngine> here_;
  Json order_;
  int ranks_;
};

}  // namespace

std::shared_ptr<Ranks> ranks_of(const EngineSettings& engine) {
  if (engine.kind != EngineKind::kCluster) return nullptr;
  const auto options = engine.own<ClusterOptions>();
  return options.simulated || options.ranks == 1 ? nullptr : this_run();
}

std::unique_ptr<AnyEngine> joined_by_others(std::unique_ptr<AnyEngine> here,
                                            const EngineSettings& engine) {
  if (coordinator() == nullptr || !ranks_of(engine)) return here;
  return std::make_unique<SpreadEngine>(std::move(here), engine);
}

Task join_task() {
  using Engines = std::map<std::uint64_t, std::unique_ptr<AnyEngine>>;
  return [engines = std::make_shared<Engines>()](const Json& order, const std::stop_token& stop) {
    if (order.contains("forget")) {
      engines->erase(order["forget"].get<std::uint64_t>());
      return Json();
    }
    or_end_run([&] {
      const auto position = read_position(order.at("position"));
      auto& engine = (*engines)[order.at("id").get<std::uint64_t>()];
      if (!engine) engine = position->make_engine(read_engine(order.at("engine")));
      return engine->search(*position, read_limits(order.at("limits")), read_key(order.at("key")),
                            stop);
    });
    return Json();
  };
}

}  // namespace banyan::bench

// Measuring searches.
#include "bench/measure/measurer.hpp"

#include <utility>

#include "bench/measure/unlinked_naive.hpp"
#include "bench/measure/warm_up.hpp"

namespace banyan::bench {

Measured measured_search(AnyEngine& engine, const AnyGame& position, const Limits& limits,
                         const StreamKey& key, const std::stop_token& stop) {
  const SystemWork before = system_work();
  SearchResult found = engine.search(position, limits, key, stop);
  return {std::move(found), system_work() - before};
}

Measurer::Measurer(const GameChoice& game, EngineSettings engine)
    : game_(game), settings_(std::move(engine)) {
  if (!settings_.system_malloc) engine_ = game_.start->make_engine(settings_);
}

std::optional<Measured> Measurer::search(const Limits& limits, const StreamKey& key,
                                         const std::stop_token& stop) {
  std::optional<Measured> measured;
  if (engine_) {
    if (!std::exchange(warm_, true)) {
      StreamKey first = key;
      first.game = 0;
      warm_up([&] { engine_->search(*game_.start, limits, first, stop); });
    }
    measured = measured_search(*engine_, *game_.start, limits, key, stop);
  } else {
    measured = search_unlinked(game_, settings_, limits, key.seed, stop);
  }
  if (stop.stop_requested() || !measured) return std::nullopt;
  return measured;
}

std::vector<std::size_t> random_order(const std::vector<int>& counts, std::uint64_t seed) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (int repetition = 0; repetition < counts[i]; ++repetition) order.push_back(i);
  }
  Random random({seed});
  for (std::size_t left = order.size(); left > 1; --left) {  // Fisher and Yates
    std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
  }
  return order;
}

}  // namespace banyan::bench

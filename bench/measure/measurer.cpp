// Measuring searches.
#include "bench/measure/measurer.hpp"

#include <string>
#include <utility>

#include "bench/measure/child.hpp"
#include "bench/measure/warm_up.hpp"
#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

/// The spec for another process, which uses the C library's allocator anyway. It contains both
/// limits, since the command line takes only one.
std::string spec_there(const EngineSettings& engine, const Limits& limits) {
  Spec spec = engine.given;
  std::erase_if(spec.keys, [](const auto& key) { return key.first == "malloc"; });
  return with_budget(parse_engine(to_text(spec)), limits).spec;
}

/// A search, as `search --json` prints it.
Measured read_measured(const AnyGame& position, const Json& found) {
  const auto read_move = [&](const Json& text) { return *position.parse(text.get<std::string>()); };
  Measured search;
  SearchResult& result = search.found;
  result.iterations = found["iterations"];
  result.playouts = found["playouts"];
  result.finished = found["finished"];
  result.seconds = found["seconds"];
  result.value = found["value"];
  result.best_move = read_move(found["best_move"]);
  const Json& tree = found["tree"];
  result.tree = {tree["nodes"], tree["bytes"], tree["mean_depth"], tree["max_depth"]};
  for (const Json& child : found["root"]["children"]) {
    result.children.push_back({read_move(child["move"]), child["visits"].get<std::uint64_t>(), 0});
  }
  const Json& system = found["system"];
  const double in_system = system["system_seconds"];
  search.work = {system["processor_seconds"].get<double>() - in_system, in_system,
                 system["page_faults"]};
  return search;
}

/// Searches in a separate process, after warm-up searches there. The process is this program again,
/// with the C library loaded before all others, so that its malloc is used instead of the one that
/// replaces it here.
std::optional<Measured> search_unlinked(const GameChoice& game, const EngineSettings& engine,
                                        const Limits& limits, std::uint64_t seed,
                                        const std::stop_token& stop) {
  const auto found = search_by(own_program(),
                               {"--game", game.spec, "--engine", spec_there(engine, limits),
                                "--seed", std::to_string(seed), "--warm-up"},
                               stop, {"LD_PRELOAD=libc.so.6"});
  return found ? std::optional(read_measured(*game.start, *found)) : std::nullopt;
}

}  // namespace

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
    // A process has a seed alone: what of its own each game has goes into it.
    const std::uint64_t seed = key.game <= 1 ? key.seed : scramble(key.seed + (key.game << 32U));
    measured = search_unlinked(game_, settings_, limits, seed, stop);
  }
  if (stop.stop_requested()) return std::nullopt;
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

// The suites of speed: the engines, and the steps of the ablation.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bench/measure/ablation.hpp"
#include "bench/measure/throughput.hpp"
#include "bench/quality/quality.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

/// Whether a move ends the game: then a search sees little else.
bool ends_at_once(const AnyGame& position) {
  const std::vector<std::uint32_t> moves = position.legal_moves();
  return std::any_of(moves.begin(), moves.end(), [&](std::uint32_t move) {
    const auto next = position.clone();
    next->play(move);
    return next->over();
  });
}

/// A position after `plies` random moves that no further move ends; nothing if there is hardly one.
std::optional<GameChoice> later(const GameChoice& game, int plies, Random& random) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    auto position = play_randomly(*game.start, plies, random);
    if (!position || ends_at_once(*position)) continue;
    GameChoice choice = game;
    choice.spec = fmt::format("{} after {} plies", game.spec, plies);
    choice.start = std::move(position);
    return choice;
  }
  return std::nullopt;
}

Suite speed_suite(const SuiteOptions& options, const std::string& name,
                  const std::vector<GameChoice>& games, const std::vector<EngineSettings>& engines,
                  std::chrono::milliseconds search_time, std::uint64_t iterations) {
  const ThroughputOptions speeds{.games = games,
                                 .engines = engines,
                                 .search_time = search_time,
                                 .repetitions = options.profile.repetitions,
                                 .seed = options.seed,
                                 .iterations = iterations};
  const auto repetition_ms = 2 * static_cast<std::uint64_t>(search_time.count());
  Suite suite;
  suite.expected_ms = repetition_ms * static_cast<std::uint64_t>(speeds.repetitions) *
                      games.size() * engines.size();
  for (const GameChoice& game : games) {
    for (const EngineSettings& engine : engines) {
      suite.plan.push_back({{"game", game.spec}, {"engine", engine.spec}});
    }
  }
  suite.run = [=](RunFolder& folder, const Advance& advance, const std::stop_token& stop) {
    const std::vector<Field> earlier = folder.results().all(name);
    for (const Field& search : earlier) {
      read_repetition(search);  // throws if damaged
      advance(repetition_ms, {});
    }
    const auto add = [&](const Json& search) {
      Json result{{"suite", name}};
      result.update(search);
      folder.add(result);
      advance(repetition_ms, fmt::format("{} {} {}", name, search["game"].get<std::string>(),
                                         search["engine"].get<std::string>()));
    };
    measure_throughput(speeds, earlier, add, stop);
    return !stop.stop_requested();
  };
  return suite;
}

}  // namespace

Suite throughput_suite(const SuiteOptions& options) {
  return speed_suite(options, "throughput", options.games, options.engines,
                     options.profile.search_time, 0);
}

/// Positions of random play, in the middle and late in a game of mean length: the distance from the
/// end changes an iteration's cost and the share of visits that need a playout.
Suite positions_suite(const SuiteOptions& options) {
  std::vector<EngineSettings> engines;
  for (const EngineSettings& engine : options.engines) {
    if (engine.kind == EngineKind::kSeq) engines.push_back(engine);
  }
  for (const EngineSettings* engine : widest(options.engines)) {
    if (!is_reference(engine->kind)) engines.push_back(*engine);
  }
  std::vector<GameChoice> games;
  for (const GameChoice& game : options.games) {
    Random random({options.seed, 0, 0, 0});
    const double length = mean_plies(*game.start, 100, random);
    for (const double part : {0.4, 0.75}) {
      const auto position = later(game, static_cast<int>(part * length), random);
      if (position) games.push_back(*position);
    }
  }
  return speed_suite(options, "positions", games, engines, options.profile.search_time / 2, 0);
}

Suite ablation_suite(const SuiteOptions& options) {
  std::vector<GameChoice> games = options.games;
  std::erase_if(games, [](const GameChoice& game) {
    const unsigned steps = kNaive | kLadder;
    return (game.start->studied_engines() & steps) != steps;
  });
  return speed_suite(options, "ablation", games, ablation_engines(),
                     options.profile.search_time / 2, kAblationIterations);
}

}  // namespace banyan::bench

// Playing pairs of games, here or at another rank.
#include "bench/match/pairs.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "bench/cluster/orders.hpp"
#include "bench/machine/machine.hpp"
#include "bench/opponents/keys.hpp"
#include "bench/registry/limits.hpp"

namespace banyan::bench {

bool heeds_budget(const EngineSettings& engine) {
  return engine.kind != EngineKind::kSolver && engine.kind != EngineKind::kRandom;
}

namespace {

constexpr const char* kPair = "pair";

// The key of the searches that warm up; no match has so many games.
constexpr std::uint64_t kWarmUp = std::uint64_t{1} << 63U;

/// One side of a match within one thread: its engine, and the budget it plays with.
struct Side {
  std::unique_ptr<AnyEngine> engine;
  Limits limits;
  double seconds;  ///< for a move; 0 for any time
  bool searches;   ///< within a budget
  bool loses_by_faults;

  Side(const MatchOptions& options, const EngineSettings& settings, int games)
      : engine(options.game.start->make_engine(within_container(settings, games))),
        limits(limits_for(settings, options.limits)),
        seconds(time_limit(settings, options.limits)),
        searches(heeds_budget(settings) && !is_opponent(settings.kind)),
        loses_by_faults(is_opponent(settings.kind) && !settings.opponent->stop_on_fault) {}
};

/// Whole microseconds: what games.jsonl holds, so that a resumed match counts the same.
double rounded(Clock::duration time) {
  return std::round(std::chrono::duration<double>(time).count() * 1e6) / 1e6;
}

/// Plays one game; nothing if it was stopped.
std::optional<GameRecord> play_game(const MatchOptions& options, std::array<Side, 2>& sides,
                                    std::uint64_t pair, bool a_first,
                                    const std::vector<std::uint32_t>& opening,
                                    const std::stop_token& stop) {
  GameRecord record;
  record.pair = pair;
  record.a_first = a_first;
  record.opening = opening;
  const auto position = options.game.start->clone();
  for (const std::uint32_t move : opening) position->play(move);
  const std::uint64_t game = 2 * pair + (a_first ? 0 : 1);
  for (std::uint64_t ply = 0; !position->over(); ++ply) {
    const bool a_moves = (position->to_move() == 0) == a_first;
    const std::size_t index = a_moves ? 0 : 1;
    Side& side = sides[index];
    const Clock::time_point start = Clock::now();
    SearchResult found;
    try {
      found = side.engine->search(*position, side.limits, {options.seed, game, ply, 0}, stop);
    } catch (const OpponentFault& fault) {
      if (!side.loses_by_faults && fault.fault() != Fault::kResigned) throw;
      record.lost = {fault.fault(), fault.what()};
      record.result_a = a_moves ? kLoss : kWin;
      return record;
    }
    const double seconds = rounded(Clock::now() - start);
    if (stop.stop_requested()) return std::nullopt;
    Effort& effort = record.effort[index];
    effort.add_move(seconds, side.seconds);
    effort.iterations += found.iterations;
    effort.depth_sum += found.tree.mean_depth;
    record.moves.push_back(found.best_move);
    record.move_seconds.push_back(seconds);
    position->play(found.best_move);
  }
  record.result_a = position->result(a_first ? 0 : 1);
  return record;
}

/// A search of each engine that does not count: the memory it touches first is the system's to
/// find.
void warm_up(const MatchOptions& options, std::array<Side, 2>& sides,
             const std::vector<std::uint32_t>& opening, const std::stop_token& stop) {
  const auto position = options.game.start->clone();
  for (const std::uint32_t move : opening) position->play(move);
  for (Side& side : sides) {
    if (side.searches) side.engine->search(*position, side.limits, {options.seed, kWarmUp}, stop);
  }
}

/// On cores of this machine. The threads of its engines are started by the thread that makes it,
/// and inherit its cores.
class PlayerHere final : public PairPlayer {
 public:
  PlayerHere(const MatchOptions& options, int games, const std::vector<int>& cores, bool pinned)
      : options_(options), sides_(on(pinned ? &cores : nullptr, options, games)) {}

  std::optional<PairRecord> play(std::uint64_t number, const std::vector<std::uint32_t>& opening,
                                 const std::stop_token& stop) override {
    if (!std::exchange(warm_, true)) warm_up(options_, sides_, opening, stop);
    auto first = play_game(options_, sides_, number, true, opening, stop);
    if (!first) return std::nullopt;
    auto second = play_game(options_, sides_, number, false, opening, stop);
    if (!second) return std::nullopt;
    return PairRecord{std::move(*first), std::move(*second)};
  }

 private:
  static std::array<Side, 2> on(const std::vector<int>* cores, const MatchOptions& options,
                                int games) {
    if (cores != nullptr) pin_this_thread(*cores);
    return {Side(options, options.a, games), Side(options, options.b, games)};
  }

  const MatchOptions& options_;
  std::array<Side, 2> sides_;
  bool warm_ = false;
};

/// As much of a match as decides a pair of its games.
Json match_order(const MatchOptions& options) {
  return {{"game", options.game.spec},
          {"a", engine_order(options.a)},
          {"b", engine_order(options.b)},
          {"limits", options.limits ? limits_order(*options.limits) : Json(nullptr)},
          {"seed", options.seed}};
}

MatchOptions read_match(const Json& json) {
  MatchOptions options;
  options.game = parse_game(json.at("game").get<std::string>());
  options.a = read_engine(json.at("a"));
  options.b = read_engine(json.at("b"));
  if (!json.at("limits").is_null()) options.limits = read_limits(json["limits"]);
  options.seed = json.at("seed");
  return options;
}

/// At another rank, whose answers are lines of games.jsonl.
class PlayerThere final : public PairPlayer {
 public:
  PlayerThere(const MatchOptions& options, const GameSite& site, bool pinned)
      : options_(options),
        site_(site),
        order_({{"task", kPair},
                {"match", match_order(options)},
                {"games", site.on_node},
                {"cores", site.cores},
                {"pinned", pinned}}) {}

  std::optional<PairRecord> play(std::uint64_t number, const std::vector<std::uint32_t>& opening,
                                 const std::stop_token& stop) override {
    Json order = order_;
    order["pair"] = number;
    order["opening"] = opening;
    const Json games = crew()->ask(site_.rank, site_.lane, std::move(order), stop)->answer();
    if (games.is_null()) return std::nullopt;
    return PairRecord{read_game(options_, games.at(0)), read_game(options_, games.at(1))};
  }

 private:
  const MatchOptions& options_;
  GameSite site_;
  Json order_;
};

/// The one that a lane of another rank keeps from pair to pair.
struct Kept {
  Json match;
  MatchOptions options;
  std::unique_ptr<PairPlayer> player;
};

}  // namespace

std::unique_ptr<PairPlayer> make_pair_player(const MatchOptions& options, const GameSite& site,
                                             bool pinned) {
  if (site.rank > 0) return std::make_unique<PlayerThere>(options, site, pinned);
  return std::make_unique<PlayerHere>(options, site.on_node, site.cores, pinned);
}

Task pair_task() {
  return [kept = std::make_shared<Kept>()](const Json& order, const std::stop_token& stop) {
    if (kept->match != order.at("match")) {
      kept->player.reset();  // it refers to the options
      kept->options = read_match(order["match"]);
      kept->match = order["match"];
    }
    if (!kept->player) {
      kept->player = std::make_unique<PlayerHere>(kept->options, order.at("games"),
                                                  order.at("cores"), order.at("pinned"));
    }
    const auto pair = kept->player->play(order.at("pair"), order.at("opening"), stop);
    if (!pair) return Json();
    return Json{game_json(kept->options, (*pair)[0]), game_json(kept->options, (*pair)[1])};
  };
}

}  // namespace banyan::bench

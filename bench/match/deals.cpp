// Plays deals, here or at another rank.
#include "bench/match/deals.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "bench/cluster/orders.hpp"
#include "bench/machine/machine.hpp"
#include "bench/match/time_keeper.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

// The key of the streams that chance draws from, the same in all games of a deal. No worker of a
// search has so high a number.
constexpr std::uint64_t kChanceStream = std::uint64_t{1} << 62U;

// The key of warm-up searches; no match has so many games.
constexpr std::uint64_t kWarmUp = std::uint64_t{1} << 63U;

/// Whether a smaller budget makes the engine do less.
bool heeds_budget(const EngineSettings& engine) {
  return engine.kind != EngineKind::kSolver && engine.kind != EngineKind::kRandom;
}

/// An engine of the match within one thread, and its budget.
struct Entrant {
  std::unique_ptr<AnyEngine> engine;
  Limits limits;
  double seconds;  ///< per move; 0: unlimited
  bool searches;   ///< within a budget
  bool loses_by_faults;
  const EngineSettings& settings;

  Entrant(const MatchOptions& options, const EngineSettings& given, std::size_t engines)
      : engine(options.game.start->make_engine(within_container(given, engines))),
        limits(limits_for(given, options.limits)),
        seconds(time_limit(given, options.limits)),
        searches(heeds_budget(given) && !is_opponent(given.kind)),
        loses_by_faults(is_opponent(given.kind) && !given.own<OpponentSettings>().stop_on_fault),
        settings(given) {}
};

/// Whole microseconds, as in games.jsonl, so that a resumed match counts the same.
double rounded(Clock::duration time) {
  return std::round(std::chrono::duration<double>(time).count() * 1e6) / 1e6;
}

FoundMoves found_moves(const AnyGame& position, const SearchResult& found) {
  FoundMoves moves{std::round(found.value * 1e6) / 1e6, {}};
  for (const RootChild& child : found.children) {
    if (child.visits > 0) moves.visits[position.to_text(child.move)] = child.visits;
  }
  return moves;
}

/// Plays the deal's game in this seating, with game number `number` of the match; nothing if
/// stopped.
std::optional<GameRecord> play_game(const MatchOptions& options, std::vector<Entrant>& entrants,
                                    std::uint64_t deal, std::uint64_t game, const Seating& seats,
                                    const Opening& opening, const std::stop_token& stop) {
  GameRecord record;
  record.deal = deal;
  record.seats = seats;
  record.stones = opening.stones;
  record.opening = opening.moves;
  const auto position = opened(*options.game.start, opening);
  Random chance({options.seed, deal, 0, kChanceStream});
  const auto play = [&](std::uint32_t move, double seconds, const SearchResult* found = nullptr) {
    record.moves.push_back(move);
    record.move_seconds.push_back(seconds);
    if (options.visits) {
      auto& search = record.searches.emplace_back();
      if (found != nullptr && !found->children.empty()) search = found_moves(*position, *found);
    }
    position->play(move);
  };
  Adjudicator adjudicator(options.adjudication);
  TimeKeeper time(options);
  const auto lose = [&](const LostByFault& fault) {
    record.lost = fault;
    record.scores = scores_of(*position, true);
    return record;
  };
  for (std::uint64_t decision = 0; !position->over();) {
    if (position->to_move() == kChance) {
      play(position->draw(chance), 0);
      continue;
    }
    const Player player = position->to_move();
    const std::size_t mover = record.seats[static_cast<std::size_t>(player)];
    Entrant& entrant = entrants[mover];
    if (const auto move = only_move(entrant.settings, *position)) {
      ++decision;
      time.end(entrant.settings, player, 0);
      play(*move, 0);
      continue;
    }
    const Limits limits = time.begin(*entrant.engine, entrant.settings, *position, entrant.limits);
    const Clock::time_point start = Clock::now();
    SearchResult found;
    try {
      found = entrant.engine->search(*position, limits, {options.seed, game, decision++, 0}, stop);
    } catch (const OpponentFault& fault) {
      if (!entrant.loses_by_faults && fault.fault() != Fault::kResigned) throw;
      return lose({fault.fault(), fault.what()});
    }
    const double seconds = rounded(Clock::now() - start);
    if (stop.stop_requested()) return std::nullopt;
    if (const auto late = time.end(entrant.settings, player, seconds)) return lose(*late);
    Effort& effort = record.effort[mover];
    effort.add_move(seconds, entrant.seconds);
    effort.iterations += found.iterations;
    effort.played += played_iterations(found);
    effort.depth_sum += found.tree.mean_depth;
    play(found.best_move, seconds, &found);
    const auto decided = adjudicator.after(player, found);
    if (decided && !position->over()) {
      record.adjudicated = true;
      record.scores = scores_of(*decided);
      return record;
    }
  }
  record.scores = scores_of(*position, false);
  return record;
}

/// One search per engine that does not count, since the system must provide the memory that it
/// touches first.
void warm_up(const MatchOptions& options, std::vector<Entrant>& entrants, const Opening& opening,
             const std::stop_token& stop) {
  const auto position = opened(*options.game.start, opening);
  Random chance({options.seed, kWarmUp, 0, kChanceStream});
  while (!position->over() && position->to_move() == kChance) {
    position->play(position->draw(chance));
  }
  if (position->over()) return;
  for (Entrant& each : entrants) {
    if (stop.stop_requested()) return;
    if (!each.searches) continue;
    const Limits limits =
        TimeKeeper(options).begin(*each.engine, each.settings, *position, each.limits);
    each.engine->search(*position, limits, {options.seed, kWarmUp}, stop);
  }
}

/// On cores of this machine. The thread that makes the player starts its engines' threads, which
/// inherit its cores.
class PlayerHere {
 public:
  PlayerHere(const MatchOptions& options, int games, const std::vector<int>& cores, bool pinned)
      : options_(options) {
    if (pinned) pin_this_thread(cores);
    const std::size_t engines = options.engines.size() * static_cast<std::size_t>(games);
    for (const EngineSettings& each : options.engines) {
      entrants_.emplace_back(options, each, engines);
    }
  }

  std::optional<Deal> play(std::uint64_t number, const Opening& opening,
                           const std::stop_token& stop) {
    if (!std::exchange(warm_, true)) warm_up(options_, entrants_, opening, stop);
    Deal deal;
    const std::vector<Seating> all = seatings(options_);
    for (const Seating& seats : all) {
      const std::uint64_t game = number * all.size() + deal.size();
      auto played = play_game(options_, entrants_, number, game, seats, opening, stop);
      if (!played) return std::nullopt;
      deal.push_back(std::move(*played));
    }
    return deal;
  }

 private:
  const MatchOptions& options_;
  std::vector<Entrant> entrants_;
  bool warm_ = false;
};

/// The part of a match that determines one of its deals.
Json match_order(const MatchOptions& options) {
  Json engines = Json::array();
  for (const EngineSettings& engine : options.engines) engines.push_back(engine_order(engine));
  return {{"game", options.game.spec},
          {"engines", engines},
          {"limits", options.limits ? limits_order(*options.limits) : Json(nullptr)},
          {"adjudicate", to_text(options.adjudication)},
          {"clock", options.clock ? Json(to_text(*options.clock)) : Json(nullptr)},
          {"lag", lag_text(options.lag)},
          {"visits", options.visits},
          {"seed", options.seed}};
}

MatchOptions read_match(const Json& json) {
  MatchOptions options;
  options.game = parse_game(json.at("game").get<std::string>());
  for (const Json& engine : json.at("engines")) options.engines.push_back(read_engine(engine));
  if (!json.at("limits").is_null()) options.limits = read_limits(json["limits"]);
  options.adjudication = parse_adjudication(json.at("adjudicate").get<std::string>());
  if (!json.at("clock").is_null()) {
    options.clock = parse_time_control(json["clock"].get<std::string>(), "clock");
  }
  options.lag = parse_lag(json.at("lag").get<std::string>(), "lag");
  options.visits = json.at("visits");
  options.seed = json.at("seed");
  return options;
}

}  // namespace

double time_limit(const EngineSettings& engine, const std::optional<Limits>& limits) {
  if (!heeds_budget(engine)) return 0;
  return std::chrono::duration<double>(limits_for(engine, limits).time).count();
}

DealPlayer make_deal_player(const MatchOptions& options, const GameSite& site, bool pinned) {
  if (site.rank == 0) {
    const auto here = std::make_shared<PlayerHere>(options, site.on_node, site.cores, pinned);
    return [here](std::uint64_t number, const Opening& opening, const std::stop_token& stop) {
      return here->play(number, opening, stop);
    };
  }
  const Json of_all{{"task", "deal"},
                    {"match", match_order(options)},
                    {"games", site.on_node},
                    {"cores", site.cores},
                    {"pinned", pinned}};
  return [=, &options](std::uint64_t number, const Opening& opening,
                       const std::stop_token& stop) -> std::optional<Deal> {
    Json order = of_all;
    order["deal"] = number;
    order["opening"] = opening.moves;
    order["board"] = opening.stones ? Json(board_text(*opening.stones)) : Json(nullptr);
    // The answer is lines of games.jsonl.
    const Json games = coordinator()->ask(site.rank, site.lane, std::move(order), stop)->answer();
    if (games.is_null()) return std::nullopt;
    Deal deal;
    for (const Json& game : games) deal.push_back(read_game(options, game));
    return deal;
  };
}

Task deal_task() {
  /// What a lane of another rank keeps from deal to deal.
  struct Kept {
    Json match;
    MatchOptions options;
    std::optional<PlayerHere> player;
  };
  return [kept = std::make_shared<Kept>()](const Json& order, const std::stop_token& stop) {
    if (!kept->player || kept->match != order.at("match")) {
      kept->player.reset();  // it refers to the options
      kept->options = read_match(order["match"]);
      kept->match = order["match"];
      kept->player.emplace(kept->options, order.at("games").get<int>(),
                           order.at("cores").get<std::vector<int>>(),
                           order.at("pinned").get<bool>());
    }
    Opening opening{.moves = order.at("opening").get<std::vector<std::uint32_t>>()};
    if (!order.at("board").is_null()) {
      opening.stones = read_stones(*kept->options.game.start, order["board"].get<std::string>());
    }
    const auto deal = kept->player->play(order.at("deal"), opening, stop);
    if (!deal) return Json();
    Json games = Json::array();
    for (const GameRecord& game : *deal) games.push_back(game_json(kept->options, game));
    return games;
  };
}

}  // namespace banyan::bench

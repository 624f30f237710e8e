// Plays matches.
#include "bench/match/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>
#include <mutex>
#include <set>
#include <utility>

#include "bench/cluster/coordinator.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/machine/machine.hpp"
#include "bench/match/deals.hpp"
#include "bench/pairs/in_order.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/statistics/equivalence.hpp"
#include "bench/text/text.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

// Keys of the streams that draw matches' seeds; no worker of a search has so high a number.
constexpr std::uint64_t kSeedStream = (std::uint64_t{1} << 63U) + 2;

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(a[i] - b[i]);
  return all;
}

/// A key of the deal's game in that seating, by all that can differ from game to game.
std::uint64_t key_of(const GameRecord& game, std::size_t seating) {
  std::uint64_t key = scramble(seating + 1);
  for (const std::uint32_t move : game.moves) key = scramble(key + move);
  for (const double score : game.scores) key = scramble(key + std::bit_cast<std::uint64_t>(score));
  return key;
}

/// Collects deals as they finish. The result takes them in order.
class Collector {
 public:
  /// Goes on from a result whose deals are the first ones.
  Collector(const MatchOptions& options, const std::function<void(const MatchResult&)>& progress,
            const MatchMemory& memory, MatchResult so_far)
      : options_(options),
        progress_(progress),
        memory_(memory),
        result_(std::move(so_far)),
        deals_(result_.deals.size(), options.deals, [this](const Deal& deal) {
          result_.add(options_, deal);
          decide();
          if (plays_) progress_(result_);
          return !result_.decided && !result_.only_repeats;
        }) {
    if (result_.decided || result_.only_repeats) deals_.end();
    for (const Deal& deal : memory.finished) {
      finished_.insert(deal[0].deal);
      deals_.add(deal[0].deal, deal);
    }
    plays_ = true;
  }

  /// The number of the next deal to play, as InOrder has it.
  std::optional<std::uint64_t> next(std::uint64_t leave) {
    std::optional<std::uint64_t> number;
    do {
      number = deals_.next(leave);
    } while (number && finished_.contains(*number));
    return number;
  }

  void close() { deals_.close(); }

  void add(const Deal& deal) {
    const std::lock_guard lock(mutex_);
    memory_.keep(deal);
    for (const GameRecord& game : deal) {
      for (const Effort& effort : game.effort) result_.cores.search_seconds += effort.seconds;
    }
    deals_.add(deal[0].deal, deal);
  }

  MatchResult take(bool interrupted) {
    result_.interrupted = interrupted && !deals_.ended();
    // If a stop left a gap, finished deals beyond it count too, but decide nothing: those that
    // lack are the ones that took longest, and a test reads all in order.
    if (!deals_.ended()) {
      for (const auto& [number, deal] : deals_.waiting()) result_.add(options_, deal);
    }
    return std::move(result_);
  }

 private:
  void decide() {
    if (options_.sprt) {
      result_.llr = has_elo(options_)
                        ? llr(result_.pentanomial, *options_.sprt)
                        : llr(result_.advantages(), seatings(options_).size(), *options_.sprt);
      result_.verdict =
          sprt_verdict(*result_.llr, sprt_limits(options_.sprt->alpha, options_.sprt->beta));
      result_.decided = result_.verdict != Verdict::kContinue;
    } else if (options_.equivalent) {
      result_.decided =
          equivalence(result_.pentanomial, *options_.equivalent) != Equivalence::kContinue;
    }
    result_.only_repeats = result_.repeats.ended(players_of(options_));
  }

  const MatchOptions& options_;
  const std::function<void(const MatchResult&)>& progress_;
  const MatchMemory& memory_;
  std::mutex mutex_;
  MatchResult result_;
  std::set<std::uint64_t> finished_;  ///< deals of an earlier run
  InOrder<Deal> deals_;
  bool plays_ = false;  ///< what comes now was played now
};

/// The most threads of any engine.
int widest(const std::vector<EngineSettings>& engines) {
  return std::ranges::max_element(engines, {}, &EngineSettings::threads)->threads;
}

/// Where the games of the match are played. Engines that search in all ranks play one game at a
/// time. Throws UsageError if there are too few cores for the concurrency.
std::vector<GameSite> planned_sites(const MatchOptions& options) {
  const bool spread = std::ranges::any_of(
      options.engines, [](const auto& engine) { return ranks_of(engine) != nullptr; });
  std::vector<Place> places{{"", "", available_cores()}};
  if (coordinator() != nullptr) places = coordinator()->places();
  if (spread) places.resize(1);
  const auto games_on = [&](int cores) {
    return spread ? 1 : games_at_once(options.engines, cores);
  };
  std::vector<GameSite> sites = plan_games(places, games_on, kMostReplies / 2);
  const int fitting = static_cast<int>(sites.size());
  if (options.concurrency > fitting) {
    std::size_t cores = 0;
    for (const GameSite& site : sites) cores += site.cores.size();
    throw UsageError(fmt::format(
        "--concurrency {} is out of range: give 1 to {}, the games that {} cores hold without two "
        "engines sharing one.",
        options.concurrency, fitting, cores));
  }
  const int wanted = options.concurrency > 0 ? options.concurrency : fitting;
  sites.resize(std::min<std::uint64_t>(static_cast<unsigned>(wanted), options.deals));
  return sites;
}

/// Throws UsageError if these engines do not fit the number of seats, or a test is not possible.
void check_table(const MatchOptions& options) {
  const int seats = options.game.start->players();
  if (seats > 1 && options.engines.size() > static_cast<std::size_t>(seats)) {
    throw UsageError(
        fmt::format("{} has {} seats, and {} engines were given: give at most one a seat, or all "
                    "of them to 'banyan pool', where each plays each.",
                    options.game.spec, seats, options.engines.size()));
  }
  check_adjudication(options.adjudication, options.engines);
  if (has_elo(options)) return;
  const auto refuse = [&](const char* what, const char* since, const char* instead = "") {
    throw UsageError(
        fmt::format("{} for two engines in a two-player game of wins and draws, {} this match of "
                    "{} is not: leave it out{}.",
                    what, since, options.game.spec, instead));
  };
  if (options.clock) refuse("--clock is", "since running out of time loses;");
  if (options.adjudication.by != Adjudication::By::kRules) refuse("--adjudicate is", "which");
  if (options.equivalent) refuse("--equivalent is in Elo,", "which", ", or give --sprt");
  const std::size_t games = seatings(options).size();
  const double largest = std::floor(largest_bound(games));
  if (options.sprt && (options.sprt->lower < -largest || options.sprt->upper > largest)) {
    throw UsageError(fmt::format(
        "--sprt {:g},{:g}: in deals of {} games bounds are from -{:g} to {:g} normalised Elo.",
        options.sprt->lower, options.sprt->upper, games, largest, largest));
  }
}

/// How the games share the machines.
CoreUse core_use(const MatchOptions& options, const std::vector<GameSite>& sites) {
  std::size_t cores = sites.front().cores.size();
  for (const GameSite& site : sites) cores = std::min(cores, site.cores.size());
  return {.games_at_once = static_cast<int>(sites.size()),
          .cores_a_game = static_cast<int>(cores),
          .pinned = static_cast<std::size_t>(widest(options.engines)) <= cores};
}

/// Plays the match on from a result whose deals are the first ones.
MatchResult play_from(MatchResult so_far, const MatchOptions& options,
                      const std::function<void(const MatchResult&)>& progress,
                      const std::stop_token& stop, const MatchMemory& memory) {
  const Clock::time_point start = Clock::now();
  const std::vector<GameSite> sites = planned_sites(options);
  CoreUse use = core_use(options, sites);
  const auto openings =
      memory.openings ? memory.openings
                      : std::make_shared<Openings>(options.game, options.openings, options.seed);
  const std::size_t before = so_far.deals.size();
  Collector collector(options, progress, memory, std::move(so_far));

  const auto play_deals = [&](const GameSite& site, std::size_t leave) {
    DealPlayer player;  // made when there is something to play
    while (!stop.stop_requested()) {
      const std::optional<std::uint64_t> number = collector.next(leave);
      if (!number) return;
      const std::optional<Opening> opening = openings->draw(*number, stop);
      if (!opening || stop.stop_requested()) return;
      if (!player) player = make_deal_player(options, site, use.pinned);
      auto deal = player(*number, *opening, stop);
      if (!deal) return;
      if (coordinator() != nullptr) {
        for (GameRecord& game : *deal) game.node = coordinator()->node(site.rank);
      }
      collector.add(*deal);
    }
  };

  const auto work = [&](const RequestStream& stream) {
    try {
      play_deals(stream.site, stream.leave);
    } catch (...) {
      collector.close();
      throw;
    }
  };
  std::vector<std::future<void>> team;
  for (const RequestStream& stream : request_streams(sites)) {
    team.push_back(std::async(std::launch::async, work, stream));
  }
  for (std::future<void>& each : team) each.get();
  MatchResult result = collector.take(stop.stop_requested());
  use.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  use.search_seconds = result.cores.search_seconds;
  result.cores = use;
  for (std::size_t i = before; i < result.deals.size(); ++i) {
    const std::optional<Opening> opening = openings->draw(result.deals[i][0].deal, stop);
    if (!opening) {
      result.interrupted = true;  // its openings are not all counted
      break;
    }
    result.opening_tries += static_cast<std::uint64_t>(opening->tries);
    result.unbalanced_openings += opening->balanced ? 0 : 1;
  }
  return result;
}

}  // namespace

Effort& Effort::operator+=(const Effort& other) {
  moves += other.moves;
  iterations += other.iterations;
  played += other.played;
  seconds += other.seconds;
  depth_sum += other.depth_sum;
  overshoots.insert(overshoots.end(), other.overshoots.begin(), other.overshoots.end());
  return *this;
}

void Effort::add_move(double move_seconds, double limit_seconds) {
  ++moves;
  seconds += move_seconds;
  if (limit_seconds > 0) overshoots.push_back(std::max(0.0, move_seconds - limit_seconds));
}

double Effort::overshoot(double share) const {
  return overshoots.empty() ? 0 : quantile(overshoots, share);
}

double CoreUse::busy() const {
  const double offered = wall_seconds * games_at_once;
  return offered > 0 && search_seconds > 0 ? search_seconds / offered : kNaN;
}

std::string letter(std::size_t engine) { return {static_cast<char>('a' + engine)}; }

std::vector<Seating> seatings(const MatchOptions& options) {
  return seatings(options.game.start->players(), options.engines.size());
}

bool has_elo(const MatchOptions& options) {
  const AnyGame& start = *options.game.start;
  return options.engines.size() == 2 && start.players() == 2 && start.unit() == kResultUnit;
}

std::optional<double> GameRecord::score(std::size_t engine) const {
  std::vector<double> of_seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat] == engine) of_seats.push_back(scores[seat]);
  }
  return of_seats.empty() ? std::nullopt : std::optional(mean(of_seats));
}

Points GameRecord::result_a() const { return static_cast<Points>(std::lround(2 * *score(0))); }

Players players_of(const MatchOptions& options) {
  const auto is_foreign = [](const EngineSettings& engine) { return is_opponent(engine.kind); };
  return std::ranges::any_of(options.engines, is_foreign) ? Players::kUnknown : Players::kDrawAnew;
}

void MatchScores::count(const MatchOptions& options, const Deal& deal) {
  if (has_elo(options)) {
    add_pair(pentanomial, deal[0].result_a(), deal[1].result_a());
    for (const GameRecord& game : deal) {
      ++losses_draws_wins[static_cast<std::size_t>(game.result_a())];
    }
  }
  std::vector<double> of_seats;
  for (const GameRecord& game : deal) {
    of_seats.insert(of_seats.end(), game.scores.begin(), game.scores.end());
  }
  even_shares.push_back(mean(of_seats));
  for (std::size_t engine = 0; engine < options.engines.size(); ++engine) {
    std::vector<double> of_games;
    for (const GameRecord& game : deal) {
      if (const auto score = game.score(engine)) of_games.push_back(*score);
    }
    scores[engine].push_back(mean(of_games));
  }
}

void MatchResult::add(const MatchOptions& options, const Deal& deal) {
  const auto start = opened(*options.game.start, deal[0].stones, deal[0].opening);
  std::vector<std::uint64_t> keys;
  for (const GameRecord& game : deal) keys.push_back(key_of(game, keys.size()));
  repeats.add(hash_of(start->board()), keys);
  for (const GameRecord& game : deal) {
    for (std::size_t i = 0; i < options.engines.size(); ++i) effort[i] += game.effort[i];
  }
  deals.push_back(deal);
  const bool before = std::exchange(once, repeats.once(players_of(options)));
  const auto count_from = [&](std::size_t first) {
    for (std::size_t i = first; i < deals.size(); ++i) {
      if (!once || repeats.is_first(i)) count(options, deals[i]);
    }
  };
  if (once != before) static_cast<MatchScores&>(*this) = {};
  count_from(once == before ? deals.size() - 1 : 0);
}

std::size_t MatchResult::games() const {
  return deals.empty() ? 0 : deals.size() * deals.front().size();
}

std::size_t MatchResult::counted_games() const {
  return deals.empty() ? 0 : even_shares.size() * deals.front().size();
}

std::vector<double> MatchResult::advantages() const { return differences(scores[0], even_shares); }

Estimate MatchResult::over_even(std::size_t engine) const {
  return mean_estimate(differences(scores[engine], even_shares));
}

Estimate MatchResult::lead(std::size_t engine, std::size_t other) const {
  return mean_estimate(differences(scores[engine], scores[other]));
}

std::uint64_t match_seed(std::uint64_t run_seed, const std::string& match) {
  // Few enough bits for every JSON reader.
  return Random({run_seed, hash_of(match), 0, kSeedStream}).below(std::uint32_t{1} << 31U);
}

int games_at_once(const std::vector<EngineSettings>& engines, int cores) {
  const auto is_pinned = [](const EngineSettings& engine) { return engine.pin != Pin::kNone; };
  if (std::ranges::any_of(engines, is_pinned)) return 1;  // all would take the same CPUs
  return std::max(1, cores / widest(engines));
}

ProgramNames check_match(const MatchOptions& options) {
  check_table(options);
  const std::vector<GameSite> sites = planned_sites(options);
  const int games = std::max(1, static_cast<int>(std::ranges::count(sites, 0, &GameSite::rank)));
  const AnyGame& start = *options.game.start;
  ProgramNames programs;
  for (const EngineSettings& engine : options.engines) {
    const auto made = check_engine(start, engine, options.limits, games);
    const auto program = program_name(*made);
    if (program) programs.emplace(engine.spec, *program);
    if (options.openings.file && options.openings.file->has_stones()) need_stones(*made);
  }
  if (options.openings.plies > 0 && options.openings.filter == OpeningFilter::kSolver) {
    static_cast<void>(start.make_engine(parse_engine("solver")));
  }
  return programs;
}

EngineSettings within_container(EngineSettings engine, std::size_t engines) {
  engine.search.memory = std::min<std::uint64_t>(engine.search.memory, memory_for_trees(engines));
  return engine;
}

MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop, const MatchMemory& memory) {
  return play_from({}, options, progress, stop, memory);
}

void play_on(MatchOptions options, std::uint64_t deals,
             const std::function<void(const MatchResult&)>& progress, const std::stop_token& stop,
             const MatchMemory& kept, MatchResult& result) {
  const bool last = deals == options.deals;
  options.deals = deals;
  if (result.deals.size() >= deals && !last) return;
  MatchMemory memory = kept;
  memory.finished.clear();
  const CoreUse used = std::exchange(result.cores, {});
  // What an earlier run left may have gaps, and its openings and end are not known.
  const bool played_here = used.games_at_once > 0 && !result.deals.empty();
  if (!played_here || result.deals.back()[0].deal >= result.deals.size()) {
    memory.finished = std::exchange(result, {}).deals;
  }
  result = play_from(std::move(result), options, progress, stop, memory);
  result.cores.wall_seconds += used.wall_seconds;
  result.cores.search_seconds += used.search_seconds;
}

}  // namespace banyan::bench

// Playing matches.
#include "bench/match/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "bench/cluster/crew.hpp"
#include "bench/engines/spread_engine.hpp"
#include "bench/machine/machine.hpp"
#include "bench/match/pairs.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/statistics/equivalence.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

// Keys of the streams that draw the matches' seeds; no worker of a search has so high a number.
constexpr std::uint64_t kSeedStream = (std::uint64_t{1} << 63U) + 2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Pairs as they are finished, in whatever order; the result takes them in order, so that it does
/// not depend on which thread was faster.
class Collector {
 public:
  Collector(const MatchOptions& options, const std::function<void(const MatchResult&)>& progress,
            const MatchMemory& memory)
      : options_(options), progress_(progress), memory_(memory) {
    for (const PairRecord& pair : memory.finished) waiting_.emplace(pair[0].pair, pair);
    take_in_order([] {});
  }

  void add(const PairRecord& pair) {
    const std::lock_guard lock(mutex_);
    memory_.keep(pair);
    for (const GameRecord& game : pair) {
      for (const Effort& effort : game.effort) result_.cores.search_seconds += effort.seconds;
    }
    waiting_.emplace(pair[0].pair, pair);
    take_in_order([&] { progress_(result_); });
  }

  [[nodiscard]] bool decided() const { return decided_; }

  MatchResult take(bool interrupted) {
    // Pairs beyond a gap that a stop request left are finished and count too.
    if (!decided_) {
      for (const auto& [number, pair] : waiting_) result_.add_pair(pair);
      decide();
    }
    result_.interrupted = interrupted && !decided_;
    return std::move(result_);
  }

 private:
  void take_in_order(const std::function<void()>& after_each) {
    for (auto next = waiting_.find(next_); next != waiting_.end() && !decided_;
         next = waiting_.find(next_)) {
      result_.add_pair(next->second);
      waiting_.erase(next);
      ++next_;
      decide();
      after_each();
    }
  }

  void decide() {
    if (options_.sprt) {
      result_.llr = llr(result_.pentanomial, *options_.sprt);
      result_.verdict =
          sprt_verdict(*result_.llr, sprt_limits(options_.sprt->alpha, options_.sprt->beta));
      result_.decided = result_.verdict != Verdict::kContinue;
    } else if (options_.equivalent) {
      result_.decided =
          equivalence(result_.pentanomial, *options_.equivalent) != Equivalence::kContinue;
    }
    decided_ = result_.decided;
  }

  const MatchOptions& options_;
  const std::function<void(const MatchResult&)>& progress_;
  const MatchMemory& memory_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, PairRecord> waiting_;
  MatchResult result_;
  std::atomic<bool> decided_ = false;
};

/// Where the games of the match are played, before anybody asks for fewer; `places` are those of
/// all ranks. Engines that search in all of them play one game at a time.
std::vector<GameSite> all_sites(const MatchOptions& options, const std::vector<Place>& places) {
  constexpr int kMost = kMostReplies / 2;
  if (ranks_of(options.a) || ranks_of(options.b)) {
    return plan_games(
        {places.front()}, [](int) { return 1; }, 1);
  }
  return plan_games(
      places, [&](int cores) { return games_at_once(options.a, options.b, cores); }, kMost);
}

std::vector<Place> places_of_run() {
  if (crew() != nullptr) return crew()->places();
  return {{"", "", available_cores()}};
}

/// Throws UsageError for a concurrency without the cores.
std::vector<GameSite> planned_sites(const MatchOptions& options, const std::vector<Place>& places) {
  std::vector<GameSite> sites = all_sites(options, places);
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
  sites.resize(std::min<std::uint64_t>(static_cast<unsigned>(wanted), options.pairs));
  return sites;
}

/// How the games share the machines.
CoreUse core_use(const MatchOptions& options, const std::vector<GameSite>& sites) {
  CoreUse use;
  use.games_at_once = static_cast<int>(sites.size());
  use.cores_a_game = static_cast<int>(sites.front().cores.size());
  for (const GameSite& site : sites) {
    use.cores_a_game = std::min(use.cores_a_game, static_cast<int>(site.cores.size()));
  }
  use.pinned = std::max(options.a.threads, options.b.threads) <= use.cores_a_game;
  return use;
}

}  // namespace

Effort& Effort::operator+=(const Effort& other) {
  moves += other.moves;
  iterations += other.iterations;
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

double time_limit(const EngineSettings& engine, const std::optional<Limits>& limits) {
  if (!heeds_budget(engine)) return 0;
  return std::chrono::duration<double>(limits_for(engine, limits).time).count();
}

double Effort::overshoot(double share) const {
  return overshoots.empty() ? 0 : quantile(overshoots, share);
}

double CoreUse::busy() const {
  const double offered = wall_seconds * games_at_once;
  return offered > 0 ? search_seconds / offered : 0;
}

void MatchResult::add_pair(const PairRecord& pair) {
  bench::add_pair(pentanomial, pair[0].result_a, pair[1].result_a);
  for (const GameRecord& game : pair) {
    ++losses_draws_wins[static_cast<std::size_t>(game.result_a)];
    for (std::size_t side : {0, 1}) effort[side] += game.effort[side];
    games.push_back(game);
  }
}

std::uint64_t match_seed(std::uint64_t run_seed, const std::string& match) {
  std::uint64_t hash = 0;
  for (const char letter : match) hash = scramble(hash + static_cast<unsigned char>(letter));
  // Of few enough bits for every reader of JSON.
  return Random({run_seed, hash, 0, kSeedStream}).below(std::uint32_t{1} << 31U);
}

int games_at_once(const EngineSettings& a, const EngineSettings& b, int cores) {
  if (a.pin != Pin::kNone || b.pin != Pin::kNone) return 1;  // each would take the same CPUs
  return std::max(1, cores / std::max(a.threads, b.threads));
}

int planned_games(const MatchOptions& options) {
  return static_cast<int>(planned_sites(options, {{"", "", available_cores()}}).size());
}

void check_match(const MatchOptions& options) {
  const std::vector<GameSite> sites = planned_sites(options, places_of_run());
  const auto here = std::count_if(sites.begin(), sites.end(),
                                  [](const GameSite& site) { return site.rank == 0; });
  const int games = std::max(1, static_cast<int>(here));
  const AnyGame& start = *options.game.start;
  check_engine(start, options.a, options.limits, games);
  check_engine(start, options.b, options.limits, games);
  const bool solves =
      options.openings.plies > 0 && options.openings.filter == OpeningFilter::kSolver;
  if (solves && options.game.family == GameFamily::kClassic) {
    static_cast<void>(start.make_engine(parse_engine("solver")));
  }
}

EngineSettings within_container(EngineSettings engine, int games) {
  const std::uint64_t engines = 2 * static_cast<std::uint64_t>(games);
  engine.search.memory = std::min<std::uint64_t>(engine.search.memory, memory_for_trees(engines));
  return engine;
}

MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop, const MatchMemory& memory) {
  const Clock::time_point start = Clock::now();
  const std::vector<GameSite> sites = planned_sites(options, places_of_run());
  CoreUse use = core_use(options, sites);
  const auto openings =
      memory.openings ? memory.openings
                      : std::make_shared<Openings>(options.game, options.openings, options.seed);
  std::set<std::uint64_t> finished;
  for (const PairRecord& pair : memory.finished) finished.insert(pair[0].pair);
  Collector collector(options, progress, memory);
  std::atomic<std::uint64_t> next_pair = 0;
  std::exception_ptr error;
  std::once_flag first_error;

  const auto play_pairs = [&](const GameSite& site) {
    std::unique_ptr<PairPlayer> player;  // made when there is something to play
    while (!stop.stop_requested() && !collector.decided()) {
      const std::uint64_t number = next_pair.fetch_add(1, std::memory_order_relaxed);
      if (number >= options.pairs) return;
      if (finished.contains(number)) continue;
      const std::vector<std::uint32_t> opening = openings->draw(number, stop).moves;
      if (stop.stop_requested()) return;
      if (!player) player = make_pair_player(options, site, use.pinned);
      auto pair = player->play(number, opening, stop);
      if (!pair) return;
      if (crew() != nullptr) {
        for (GameRecord& game : *pair) game.node = crew()->node(site.rank);
      }
      collector.add(*pair);
    }
  };

  {
    std::vector<std::jthread> team;
    for (const GameSite& site : sites) {
      team.emplace_back([&] {
        try {
          play_pairs(site);
        } catch (...) {
          std::call_once(first_error, [&] { error = std::current_exception(); });
          next_pair.store(options.pairs, std::memory_order_relaxed);
        }
      });
    }
  }
  if (error) std::rethrow_exception(error);
  MatchResult result = collector.take(stop.stop_requested());
  use.wall_seconds = seconds_since(start);
  use.search_seconds = result.cores.search_seconds;
  result.cores = use;
  std::set<std::string> positions;
  for (std::size_t game = 0; game < result.games.size(); game += 2) {
    const Opening opening = openings->draw(result.games[game].pair, stop);
    const auto position = options.game.start->clone();
    for (const std::uint32_t move : result.games[game].opening) position->play(move);
    positions.insert(position->board());
    result.opening_tries += static_cast<std::uint64_t>(opening.tries);
    result.unbalanced_openings += opening.balanced ? 0 : 1;
  }
  result.different_openings = positions.size();
  return result;
}

void play_on(MatchOptions options, std::uint64_t pairs,
             const std::function<void(const MatchResult&)>& progress, const std::stop_token& stop,
             const MatchMemory& kept, MatchResult& result) {
  const bool last = pairs == options.pairs;
  options.pairs = pairs;
  MatchMemory memory = kept;
  memory.finished.clear();
  for (std::size_t game = 0; game < result.games.size(); game += 2) {
    memory.finished.push_back({result.games[game], result.games[game + 1]});
  }
  const std::uint64_t before = memory.finished.size();
  if (before >= pairs && !last) return;
  const CoreUse used = result.cores;
  result = play_match(options, progress, stop, memory);
  result.cores.wall_seconds += used.wall_seconds;
  result.cores.search_seconds += used.search_seconds;
}

}  // namespace banyan::bench

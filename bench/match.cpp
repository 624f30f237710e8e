// Playing matches.
#include "bench/match.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "bench/commands.hpp"
#include "bench/machine.hpp"

namespace banyan::bench {
namespace {

/// One side of a match within one thread: its engine, and the budget it plays with.
struct Side {
  std::unique_ptr<AnyEngine> engine;
  Limits limits;
};

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
    const SearchResult found =
        side.engine->search(*position, side.limits, {options.seed, game, ply, 0}, stop);
    if (stop.stop_requested()) return std::nullopt;
    const double limit = std::chrono::duration<double>(side.limits.time).count();
    record.effort[index] += {1, found.iterations, found.seconds, found.tree.mean_depth,
                             limit > 0 ? std::max(0.0, found.seconds - limit) : 0};
    record.moves.push_back(found.best_move);
    position->play(found.best_move);
  }
  record.result_a = position->result(a_first ? 0 : 1);
  return record;
}

/// Pairs as they are finished, in whatever order; the result takes them in order, so that it does
/// not depend on which thread was faster.
class Collector {
 public:
  Collector(const MatchOptions& options, const std::function<void(const MatchResult&)>& progress)
      : options_(options), progress_(progress) {}

  void add(GameRecord first, GameRecord second) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t pair = first.pair;
    waiting_.emplace(pair, std::pair(std::move(first), std::move(second)));
    for (auto next = waiting_.find(next_); next != waiting_.end() && !decided_;
         next = waiting_.find(next_)) {
      result_.add_pair(next->second.first, next->second.second);
      waiting_.erase(next);
      ++next_;
      decide();
      progress_(result_);
    }
  }

  [[nodiscard]] bool decided() const { return decided_; }

  MatchResult take(bool interrupted) {
    // Pairs beyond a gap that a stop request left are finished and count too.
    if (!decided_) {
      for (const auto& [pair, games] : waiting_) result_.add_pair(games.first, games.second);
      decide();
    }
    result_.interrupted = interrupted && !decided_;
    return std::move(result_);
  }

 private:
  void decide() {
    if (!options_.sprt) return;
    result_.llr = llr(result_.pentanomial, *options_.sprt);
    result_.verdict =
        sprt_verdict(*result_.llr, sprt_limits(options_.sprt->alpha, options_.sprt->beta));
    decided_ = result_.verdict != Verdict::kContinue;
  }

  const MatchOptions& options_;
  const std::function<void(const MatchResult&)>& progress_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, std::pair<GameRecord, GameRecord>> waiting_;
  MatchResult result_;
  std::atomic<bool> decided_ = false;
};

}  // namespace

Effort& Effort::operator+=(const Effort& other) {
  moves += other.moves;
  iterations += other.iterations;
  seconds += other.seconds;
  depth_sum += other.depth_sum;
  worst_overshoot = std::max(worst_overshoot, other.worst_overshoot);
  return *this;
}

void MatchResult::add_pair(const GameRecord& first, const GameRecord& second) {
  bench::add_pair(pentanomial, first.result_a, second.result_a);
  for (const GameRecord* game : {&first, &second}) {
    ++losses_draws_wins[static_cast<std::size_t>(game->result_a)];
    for (std::size_t side : {0, 1}) effort[side] += game->effort[side];
    games.push_back(*game);
  }
}

int games_at_once(const EngineSettings& a, const EngineSettings& b, int cores) {
  if (a.pin != Pin::kNone || b.pin != Pin::kNone) return 1;  // each would take the same CPUs
  return std::max(1, cores / std::max(a.threads, b.threads));
}

MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop) {
  const std::vector<int>& cpus = available_cpus();
  const int wanted = games_at_once(options.a, options.b, static_cast<int>(cpus.size()));
  const int jobs =
      static_cast<int>(std::min<std::uint64_t>(static_cast<unsigned>(wanted), options.pairs));
  Collector collector(options, progress);
  std::atomic<std::uint64_t> next_pair = 0;
  std::exception_ptr error;
  std::once_flag first_error;

  const auto play_pairs = [&](int job) {
    // Sequential engines keep a core each; the threads of others are left to the scheduler, which
    // has a core for every one of them.
    if (jobs > 1 && options.a.threads == 1 && options.b.threads == 1) {
      pin_this_thread({cpus[static_cast<std::size_t>(job)]});
    }
    std::array<Side, 2> sides{
        Side{options.game.start->make_engine(options.a), limits_for(options.a, options.limits)},
        Side{options.game.start->make_engine(options.b), limits_for(options.b, options.limits)}};
    Openings openings(options.game, options.openings, options.seed);
    while (!stop.stop_requested() && !collector.decided()) {
      const std::uint64_t pair = next_pair.fetch_add(1, std::memory_order_relaxed);
      if (pair >= options.pairs) return;
      const std::vector<std::uint32_t> opening = openings.draw(pair);
      auto first = play_game(options, sides, pair, true, opening, stop);
      if (!first) return;
      auto second = play_game(options, sides, pair, false, opening, stop);
      if (!second) return;
      collector.add(std::move(*first), std::move(*second));
    }
  };

  {
    std::vector<std::jthread> team;
    for (int job = 0; job < jobs; ++job) {
      team.emplace_back([&, job] {
        try {
          play_pairs(job);
        } catch (...) {
          std::call_once(first_error, [&] { error = std::current_exception(); });
          next_pair.store(options.pairs, std::memory_order_relaxed);
        }
      });
    }
  }
  if (error) std::rethrow_exception(error);
  return collector.take(stop.stop_requested());
}

}  // namespace banyan::bench

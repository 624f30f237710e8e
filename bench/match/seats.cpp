// Playing seat matches.
#include "bench/match/seats.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

// The key of the streams that chance and openings draw from; no worker has so high a number.
constexpr std::uint64_t kChanceStream = std::uint64_t{1} << 62U;

/// One engine within one thread, and the budget it plays with.
struct Seated {
  std::unique_ptr<AnyEngine> engine;
  Limits limits;
  double seconds;  ///< for a move; 0 for any time

  Seated(const MatchOptions& options, const EngineSettings& settings, int deals)
      : engine(options.game.start->make_engine(within_container(settings, deals))),
        limits(limits_for(settings, options.limits)),
        seconds(time_limit(settings, options.limits)) {}
};

/// Makes whatever chance and the opening have to before somebody decides.
void play_chance(AnyGame& position, int& opening_plies, Random& chance) {
  while (!position.over()) {
    if (position.to_move() == kChance) {
      position.play(position.draw(chance));
    } else if (opening_plies > 0) {
      --opening_plies;
      const std::vector<std::uint32_t> moves = position.legal_moves();
      position.play(moves[chance.below(static_cast<std::uint32_t>(moves.size()))]);
    } else {
      return;
    }
  }
}

/// Plays one game of a deal and returns its last position; nothing if it was stopped.
std::unique_ptr<AnyGame> play_game(const MatchOptions& options, std::array<Seated, 2>& engines,
                                   unsigned order, std::uint64_t game, Deal& deal,
                                   const std::stop_token& stop) {
  Random chance({options.seed, deal.number, 0, kChanceStream});
  int opening_plies = options.openings.plies;
  auto position = options.game.start->clone();
  for (std::uint64_t ply = 0;; ++ply) {
    play_chance(*position, opening_plies, chance);
    if (position->over()) return position;
    const std::size_t index = order >> position->to_move() & 1U ? 0 : 1;
    Seated& seat = engines[index];
    const Clock::time_point start = Clock::now();
    const SearchResult found =
        seat.engine->search(*position, seat.limits, {options.seed, game, ply, 0}, stop);
    if (stop.stop_requested()) return nullptr;
    Effort& effort = deal.effort[index];
    effort.add_move(std::chrono::duration<double>(Clock::now() - start).count(), seat.seconds);
    effort.iterations += found.iterations;
    effort.depth_sum += found.tree.mean_depth;
    position->play(found.best_move);
  }
}

/// Plays a deal in all orders of seats; nothing if it was stopped.
std::optional<Deal> play_deal(const MatchOptions& options, std::array<Seated, 2>& engines,
                              std::uint64_t number, const std::stop_token& stop) {
  const int players = options.game.start->players();
  const std::vector<unsigned> orders = seat_orders(players);
  Deal deal;
  deal.number = number;
  std::array<int, 2> games{};
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const auto end = play_game(options, engines, orders[i], number * orders.size() + i, deal, stop);
    if (!end) return std::nullopt;
    std::array<double, 2> sums{};
    std::array<int, 2> seats{};
    for (Player player = 0; player < players; ++player) {
      const std::size_t index = orders[i] >> player & 1U ? 0 : 1;
      sums[index] += end->score(player);
      ++seats[index];
    }
    for (const std::size_t index : {0, 1}) {
      if (seats[index] == 0) continue;
      deal.score[index] += sums[index] / seats[index];
      ++games[index];
    }
  }
  for (const std::size_t index : {0, 1}) deal.score[index] /= games[index];
  return deal;
}

}  // namespace

std::vector<unsigned> seat_orders(int players) {
  if (players == 1) return {1, 0};
  std::vector<unsigned> orders;
  for (unsigned order = 1; order + 1 < 1U << players; ++order) orders.push_back(order);
  return orders;
}

SeatResult play_seats(const MatchOptions& options,
                      const std::function<void(const SeatResult&)>& progress,
                      const std::stop_token& stop) {
  check_match(options);  // whoever cannot play says so before any thread starts
  const int deals = planned_games(options);
  std::mutex mutex;  // guards the result and the error
  SeatResult result;
  std::exception_ptr error;
  std::atomic<std::uint64_t> next = 0;
  const auto play_deals = [&] {
    std::array<Seated, 2> engines{Seated(options, options.a, deals),
                                  Seated(options, options.b, deals)};
    for (std::uint64_t number = next++; number < options.pairs; number = next++) {
      auto deal = play_deal(options, engines, number, stop);
      if (!deal) return;
      const std::lock_guard lock(mutex);
      result.deals.push_back(std::move(*deal));
      progress(result);
    }
  };
  {
    std::vector<std::jthread> team;
    for (int job = 0; job < deals; ++job) {
      team.emplace_back([&] {
        try {
          play_deals();
        } catch (...) {
          const std::lock_guard lock(mutex);
          error = std::current_exception();
          next = options.pairs;
        }
      });
    }
  }
  if (error) std::rethrow_exception(error);
  std::sort(result.deals.begin(), result.deals.end(),
            [](const Deal& a, const Deal& b) { return a.number < b.number; });
  result.interrupted = result.deals.size() < options.pairs;
  return result;
}

}  // namespace banyan::bench

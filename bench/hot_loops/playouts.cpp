// Playouts per second: move by move, by a game's own fast method, and many at once. Each benchmark
// checks that its games have the results of random games.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/playout/playout.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/p_game/p_game.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan {
namespace {

/// A game's start, and the mean result of a random game for player 0 there, in points.
struct OfTicTacToe {
  static TicTacToe start() { return {}; }
  static constexpr double kMean = 2 * 737 / 1260.0 + 8 / 63.0;
  static constexpr double kRounding = 1e-12;
};
struct OfConnectFour {
  static ConnectFour start() { return {}; }
  static constexpr double kMean = 2 * .555713 + .002565;
  static constexpr double kRounding = .00005;
};
struct OfHex11 {
  static Hex<11> start() { return Hex<11>(11); }
  static constexpr double kMean = 2 * .5230;
  static constexpr double kRounding = .0001;
};

struct OfBreakthrough {
  static Breakthrough start() { return Breakthrough(); }
  static constexpr double kMean = 2 * .509207;
  static constexpr double kRounding = .0001;
};
struct OfUltimateTicTacToe {
  static UltimateTicTacToe start() { return {}; }
  static constexpr double kMean = 2 * .411456 + .222268;
  static constexpr double kRounding = .0001;
};

/// The P-game of 2^20 lines, with `Cost` ns of busy work per playout: measures the real cost.
template <int Cost>
struct OfPGame {
  static PGame start() { return PGame({2, 20, 1, Cost}); }
  static constexpr double kMean = 1116066 / 1048576.0;  // by playing out every line
  static constexpr double kRounding = 1e-9;
};

/// Counts the games, and fails if their mean is wrong.
template <class Of>
void check(benchmark::State& state, double points, std::int64_t games) {
  state.SetItemsProcessed(games);
  const auto count = static_cast<double>(games);
  // No result is further than a win's worth from the mean; this bounds the standard deviation.
  const double error = 6 / std::sqrt(count) + Of::kRounding;
  if (std::abs(points / count - Of::kMean) > error) {
    state.SkipWithError("random games do not end like this");
  }
}

/// Plays one game per iteration.
template <class Of, class PlayOut>
void one_by_one(benchmark::State& state, PlayOut play_out) {
  const auto start = Of::start();
  Random random({1});
  std::int64_t points = 0;
  for (auto _ : state) points += play_out(start, random).first;
  check<Of>(state, static_cast<double>(points), state.iterations());
}

template <class Of>
void stepwise(benchmark::State& state) {
  one_by_one<Of>(state,
                 [](const auto& start, Random& random) { return stepwise_playout(start, random); });
}

template <class Of>
void fast(benchmark::State& state) {
  one_by_one<Of>(state,
                 [](const auto& start, Random& random) { return uniform_playout(start, random); });
}

/// As many leaves as the argument, with one game each.
template <class Of>
void batch(benchmark::State& state) {
  using G = decltype(Of::start());
  const std::vector<G> leaves(static_cast<std::size_t>(state.range(0)), Of::start());
  std::vector<Points> first(leaves.size());
  Random random({1});
  std::int64_t points = 0;
  for (auto _ : state) {
    G::play_out(leaves, first, random);
    points = std::accumulate(first.begin(), first.end(), points);
  }
  check<Of>(state, static_cast<double>(points), state.iterations() * state.range(0));
}

/// As many games of one leaf as the argument.
template <class Of>
void from_one_leaf(benchmark::State& state) {
  const auto start = Of::start();
  Random random({1});
  std::int64_t points = 0;
  for (auto _ : state) {
    points += decltype(Of::start())::play_out_from(
        start, static_cast<std::uint32_t>(state.range(0)), random);
  }
  check<Of>(state, static_cast<double>(points), state.iterations() * state.range(0));
}

// Generic, since Google Benchmark moved its argument type.
constexpr auto kSizes = [](auto* sweep) {
  for (const int leaves : {1, 8, 32, 64, 128, 256, 512, 4096}) sweep->Arg(leaves);
};

#define BANYAN_PLAYOUTS(Of)                           \
  BENCHMARK(stepwise<Of>)->UseRealTime();             \
  BENCHMARK(fast<Of>)->UseRealTime();                 \
  BENCHMARK(batch<Of>)->Apply(kSizes)->UseRealTime(); \
  BENCHMARK(from_one_leaf<Of>)->Arg(32)->Arg(1024)->Arg(1 << 20)->UseRealTime()

BANYAN_PLAYOUTS(OfTicTacToe);
BANYAN_PLAYOUTS(OfConnectFour);
BANYAN_PLAYOUTS(OfHex11);
BANYAN_PLAYOUTS(OfBreakthrough);
BANYAN_PLAYOUTS(OfUltimateTicTacToe);
BENCHMARK(stepwise<OfPGame<0>>)->UseRealTime();
BENCHMARK(fast<OfPGame<0>>)->UseRealTime();
BENCHMARK(fast<OfPGame<100>>)->UseRealTime();
BENCHMARK(fast<OfPGame<1000>>)->UseRealTime();
BENCHMARK(fast<OfPGame<10000>>)->UseRealTime();

}  // namespace
}  // namespace banyan

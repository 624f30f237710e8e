// Networks: their evaluation compared with plain products of matrices of the same sizes, and a
// batched search whose evaluator costs nothing.
#include <benchmark/benchmark.h>

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <vector>

#include "bench/networks/networks.hpp"
#include "bench/registry/games.hpp"
#include "core/network/network_evaluator.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "parallel/batched/batched.hpp"

namespace banyan::bench {
namespace {

/// Positions of random games, each with its moves.
template <FeatureGame G>
struct Positions {
  std::vector<G> positions;
  std::vector<MovesOf<G>> moves;

  Positions(const G& start, std::size_t count) {
    Random random({1, 0, 0, 0});
    G position = start;
    while (positions.size() < count) {
      if (position.over()) position = start;
      positions.push_back(position);
      moves.push_back(position.legal_moves());
      position.play(moves.back()[random.below(static_cast<std::uint32_t>(moves.back().size()))]);
    }
  }
};

/// Leaves per second of the program's network for a game: features, outputs, priors.
template <FeatureGame G>
void network(benchmark::State& state, const char* spec, const G& start) {
  const auto size = static_cast<std::size_t>(state.range(0));
  NetworkEvaluator<G> evaluator(own_network(*parse_game(spec).start));
  const Positions<G> chosen(start, size);
  std::vector<Leaf<G>> leaves(size);
  std::vector<LeafValue<G>> values(size);
  std::vector<std::vector<float>> priors(size);
  for (std::size_t i = 0; i < size; ++i) {
    leaves[i] = {&chosen.positions[i], {chosen.moves[i].begin(), chosen.moves[i].end()}};
    priors[i].resize(chosen.moves[i].size());
    values[i].priors = priors[i];
  }
  Random random({1, 0, 0, 0});
  for ([[maybe_unused]] auto each : state) evaluator.evaluate(leaves, values, random);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// The same number of leaves through the products alone, with a dense first layer.
template <FeatureGame G>
void products(benchmark::State& state, const char* spec, const G& /*start*/) {
  const auto network = own_network(*parse_game(spec).start);
  std::vector<Eigen::MatrixXf> weights;
  std::vector<Eigen::MatrixXf> columns{
      Eigen::MatrixXf::Random(network->shape().features, state.range(0))};
  for (const Network::Layer& layer : network->layers()) {
    weights.push_back(Eigen::MatrixXf::Random(layer.outputs, layer.inputs));
    columns.emplace_back(layer.outputs, state.range(0));
  }
  for ([[maybe_unused]] auto each : state) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      columns[i + 1].noalias() = weights[i] * columns[i];
    }
    benchmark::DoNotOptimize(columns.back().data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Writes equal features and priors, and a value that differs from a draw.
template <FeatureGame G>
class FreeEvaluator {
 public:
  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& random) const {
    thread_local FeatureBatch positions;
    positions.clear();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      leaves[i].position->for_features([&](int feature) { positions.add(feature); });
      positions.end_position();
      const double value = static_cast<double>(random.below(1000)) / 1000;
      values[i].values = {value, 1 - value};
      for (float& prior : values[i].priors) prior = 1;
    }
    benchmark::DoNotOptimize(positions);
  }
};

/// Leaves per second of one thread whose evaluator only makes the features.
template <FeatureGame G>
void batched_search(benchmark::State& state, const char* /*spec*/, const G& start) {
  BatchedOptions options;
  options.threads = 1;
  options.batch = static_cast<int>(state.range(0));
  options.exploration = 1.5;
  options.policy.select = SelectionRule::kPuct;
  options.policy.all_children = true;
  BatchedSearch<G, FreeEvaluator<G>> search(options, {});
  constexpr std::uint64_t kIterations = 100'000;
  std::uint64_t leaves = 0;
  for ([[maybe_unused]] auto each : state) {
    leaves += search.search(start, {.iterations = kIterations}, {.seed = 1})
                  .counters.at("evaluated_leaves");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

#define BANYAN_NETWORK_LOOPS(function)                                                        \
  BENCHMARK_CAPTURE(function, connect_four, "connect_four", ConnectFour())->Arg(1)->Arg(256); \
  BENCHMARK_CAPTURE(function, othello, "othello", Othello())->Arg(1)->Arg(256);               \
  BENCHMARK_CAPTURE(function, hex_7, "hex:size=7", Hex<11>(7))->Arg(1)->Arg(256);             \
  BENCHMARK_CAPTURE(function, hex_11, "hex:size=11", Hex<11>())->Arg(1)->Arg(256);            \
  BENCHMARK_CAPTURE(function, go_9, "go:size=9", Go<9>())->Arg(1)->Arg(256)

BANYAN_NETWORK_LOOPS(network);
BANYAN_NETWORK_LOOPS(products);
BANYAN_NETWORK_LOOPS(batched_search);

}  // namespace
}  // namespace banyan::bench

// Calls a Python function with a batch.
#include "python/evaluator.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bench/registry/callback_evaluator.hpp"
#include "bench/registry/games.hpp"
#include "python/answers.hpp"
#include "python/features.hpp"
#include "python/game/python_game.hpp"
#include "python/held_gil.hpp"
#include "python/position.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

using bench::AnyLeaf;
using bench::AnyLeafValue;
using bench::UsageError;

/// A Python function and the game whose leaves it evaluates. Any thread may call it, with or
/// without the GIL.
class PythonEvaluator {
 public:
  PythonEvaluator(const bench::AnyGame& game, const py::object& function)
      : function_(function),
        of_states_(python_game_of(game) != nullptr),
        of_positions_(of_states_ || py::hasattr(function, "of_positions")),
        game_{static_cast<std::size_t>(game.players()), game.unit() == bench::kResultUnit} {
    if (!of_positions_) shape_ = feature_shape(game);
  }
  PythonEvaluator(const PythonEvaluator&) = delete;
  PythonEvaluator& operator=(const PythonEvaluator&) = delete;
  ~PythonEvaluator() {
    const HeldGil held;
    function_ = py::object();
  }

  void operator()(std::span<const AnyLeaf> leaves, std::span<AnyLeafValue> values) const {
    std::vector<float> features;
    if (!of_positions_) features = features_of(leaves);
    const HeldGil held;
    const py::object batch =
        of_positions_ ? positions_of(leaves)
                      : py::object(to_array(std::move(features),
                                            {leaves.size(), shape_[0], shape_[1], shape_[2]}));
    const py::object given = function_(batch);
    const bool has_priors = py::isinstance<py::tuple>(given);
    if (has_priors && py::len(given) != 2) {
      throw UsageError(fmt::format(
          "evaluator: it gives {} things: give values, or values and priors.", py::len(given)));
    }
    const py::tuple both = has_priors ? py::tuple(given) : py::make_tuple(given, py::none());
    if (both[0].is_none()) {
      throw UsageError("evaluator: it gives None: give values, or values and priors.");
    }
    read_values(both[0], game_, leaves, values);
    if (both[1].is_none()) {
      for (AnyLeafValue& value : values) std::ranges::fill(value.priors, 1.0F);
    } else if (of_positions_) {
      read_prior_lists(both[1], leaves, values);
    } else {
      read_prior_table(both[1], leaves, values);
    }
  }

 private:
  [[nodiscard]] std::vector<float> features_of(std::span<const AnyLeaf> leaves) const {
    const std::size_t size = size_of(shape_);
    std::vector<float> features(leaves.size() * size);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      write_features(*leaves[i].position, std::span(features).subspan(i * size, size));
    }
    return features;
  }

  /// A game in Python is shown its own states.
  [[nodiscard]] py::object positions_of(std::span<const AnyLeaf> leaves) const {
    py::list positions;
    for (const AnyLeaf& leaf : leaves) {
      if (of_states_) {
        positions.append(python_game_of(*leaf.position)->state().object());
      } else {
        positions.append(Position(nullptr, leaf.position->clone()));
      }
    }
    return positions;
  }

  py::object function_;
  bool of_states_;
  bool of_positions_;
  ValuedGame game_;
  FeatureShape shape_{};
};

}  // namespace

std::shared_ptr<const bench::CallbackEvaluator> evaluator_by(const py::object& function,
                                                             const bench::AnyGame& game) {
  if (!PyCallable_Check(function.ptr())) {
    throw UsageError("evaluator= is no function: give one of a batch of leaves.");
  }
  auto evaluator = std::make_shared<PythonEvaluator>(game, function);
  return std::make_shared<bench::CallbackEvaluator>(bench::CallbackEvaluator{
      game.clone(), [evaluator](auto leaves, auto values) { (*evaluator)(leaves, values); }});
}

void set_evaluator(bench::EngineSettings& engine, const bench::AnyGame& game,
                   const py::object& function) {
  if (engine.kind != bench::EngineKind::kBatched) {
    throw UsageError(
        fmt::format("engine {} evaluates no batches: evaluator= is for batched.", engine.spec));
  }
  engine.callback = evaluator_by(function, game);
}

}  // namespace banyan::python

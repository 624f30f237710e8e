// Calling a function of Python with a batch, and reading what it gives.
#include "python/evaluator.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/registry/callback_evaluator.hpp"
#include "bench/registry/games.hpp"
#include "python/features.hpp"
#include "python/position.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

using bench::AnyLeaf;
using bench::AnyLeafValue;
using bench::UsageError;

/// The least weight of a move: what a network rounds to 0 is tried last, and not never.
constexpr float kLeastPrior = 1e-6F;

template <class T>
using Numbers = py::array_t<T, py::array::c_style | py::array::forcecast>;

template <class T>
Numbers<T> numbers_of(const py::handle& given, const char* what) {
  Numbers<T> numbers = Numbers<T>::ensure(given);
  if (!numbers) {
    PyErr_Clear();
    throw UsageError(fmt::format("evaluator: its {} are no array of numbers.", what));
  }
  return numbers;
}

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    text += fmt::format("{}{}", i > 0 ? ", " : "", array.shape(i));
  }
  return text + (array.ndim() == 1 ? ",)" : ")");
}

/// A function of Python and the game whose leaves it evaluates. Called by any thread, with the GIL
/// or without.
class PythonEvaluator {
 public:
  PythonEvaluator(const bench::AnyGame& game, const py::object& function)
      : function_(function),
        of_positions_(py::hasattr(function, "of_positions")),
        players_(static_cast<std::size_t>(game.players())),
        won_or_lost_(game.unit() == bench::kResultUnit) {
    if (!of_positions_) shape_ = feature_shape(game);
  }
  PythonEvaluator(const PythonEvaluator&) = delete;
  PythonEvaluator& operator=(const PythonEvaluator&) = delete;
  ~PythonEvaluator() {
    const py::gil_scoped_acquire held;
    function_ = py::object();
  }

  void operator()(std::span<const AnyLeaf> leaves, std::span<AnyLeafValue> values) const {
    std::vector<float> features;
    if (!of_positions_) features = features_of(leaves);
    const py::gil_scoped_acquire held;
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
    read_values(both[0], leaves, values);
    if (both[1].is_none()) {
      for (AnyLeafValue& value : values) std::ranges::fill(value.priors, 1.0F);
    } else if (of_positions_) {
      read_lists(both[1], leaves, values);
    } else {
      read_table(both[1], leaves, values);
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

  static py::object positions_of(std::span<const AnyLeaf> leaves) {
    py::list positions;
    for (const AnyLeaf& leaf : leaves) positions.append(Position(nullptr, leaf.position->clone()));
    return positions;
  }

  /// One number a leaf for the player to move, or one for each player.
  void read_values(const py::handle& given, std::span<const AnyLeaf> leaves,
                   std::span<AnyLeafValue> values) const {
    const Numbers<double> numbers = numbers_of<double>(given, "values");
    const auto size = static_cast<std::size_t>(numbers.size());
    const bool of_all = numbers.ndim() == 2 && size == leaves.size() * players_ && players_ != 1;
    if (!of_all && (size != leaves.size() || players_ > 2)) {
      throw UsageError(fmt::format("evaluator: its values have the shape {}: give {}.",
                                   shape_text(numbers), wanted_shape(leaves.size())));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const std::span<double> to = values[i].values;
      if (of_all) {
        for (std::size_t player = 0; player < players_; ++player) {
          to[player] = checked(numbers.data()[i * players_ + player], i);
        }
      } else {
        const double value = checked(numbers.data()[i], i);
        const auto mover = static_cast<std::size_t>(leaves[i].position->to_move());
        if (players_ == 2) to[1 - mover] = won_or_lost_ ? 1 - value : -value;
        to[mover] = value;
      }
    }
  }

  [[nodiscard]] std::string wanted_shape(std::size_t leaves) const {
    const std::string of_all = fmt::format("({}, {}), one for each player", leaves, players_);
    return players_ > 2 ? of_all
                        : fmt::format("({},), for the player to move{}", leaves,
                                      players_ == 1 ? "" : ", or " + of_all);
  }

  [[nodiscard]] double checked(double value, std::size_t leaf) const {
    if (std::isfinite(value) && (!won_or_lost_ || (value >= 0 && value <= 1))) return value;
    throw UsageError(fmt::format("evaluator: value {} of its batch is {}: give {}.", leaf, value,
                                 won_or_lost_ ? "0 (loss) to 1 (win)" : "a finite number"));
  }

  /// A row a leaf, in which moves have the places that are their numbers.
  static void read_table(const py::handle& given, std::span<const AnyLeaf> leaves,
                         std::span<AnyLeafValue> values) {
    const Numbers<float> table = numbers_of<float>(given, "priors");
    if (table.ndim() != 2 || static_cast<std::size_t>(table.shape(0)) != leaves.size()) {
      throw UsageError(fmt::format(
          "evaluator: its priors have the shape {}: give ({}, M), a weight for each of M moves.",
          shape_text(table), leaves.size()));
    }
    const auto columns = static_cast<std::size_t>(table.shape(1));
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      for (std::size_t k = 0; k < values[i].priors.size(); ++k) {
        const std::uint32_t move = leaves[i].moves[k];
        if (move >= columns) {
          throw UsageError(fmt::format(
              "evaluator: its priors are of {} moves, and {} is number {}: give a column for each.",
              columns, leaves[i].position->to_text(move), move));
        }
        values[i].priors[k] = checked_prior(table.data()[i * columns + move], i);
      }
    }
  }

  /// A list a leaf, in the order of the position's legal moves.
  static void read_lists(const py::handle& given, std::span<const AnyLeaf> leaves,
                         std::span<AnyLeafValue> values) {
    if (!py::isinstance<py::sequence>(given) || py::len(given) != leaves.size()) {
      throw UsageError(fmt::format("evaluator: its priors are no {} lists, one for each position.",
                                   leaves.size()));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (values[i].priors.empty()) continue;
      const Numbers<float> weights = numbers_of<float>(given[py::int_(i)], "priors");
      const std::vector<std::uint32_t> legal = leaves[i].position->legal_moves();
      if (weights.ndim() != 1 || static_cast<std::size_t>(weights.size()) != legal.size()) {
        throw UsageError(fmt::format(
            "evaluator: priors {} of its batch have the shape {}: give ({},), one for each legal "
            "move.",
            i, shape_text(weights), legal.size()));
      }
      for (std::size_t k = 0; k < values[i].priors.size(); ++k) {
        const auto at = std::ranges::find(legal, leaves[i].moves[k]) - legal.begin();
        values[i].priors[k] = checked_prior(weights.data()[at], i);
      }
    }
  }

  static float checked_prior(float prior, std::size_t leaf) {
    if (std::isfinite(prior) && prior >= 0) return std::max(prior, kLeastPrior);
    throw UsageError(fmt::format(
        "evaluator: a prior of leaf {} of its batch is {}: give weights from 0.", leaf, prior));
  }

  py::object function_;
  bool of_positions_;
  std::size_t players_;
  bool won_or_lost_;
  FeatureShape shape_{};
};

}  // namespace

void set_evaluator(bench::EngineSettings& engine, const bench::AnyGame& game,
                   const py::object& function) {
  if (engine.kind != bench::EngineKind::kBatched) {
    throw UsageError(
        fmt::format("engine {} evaluates no batches: evaluator= is for batched.", engine.spec));
  }
  if (!PyCallable_Check(function.ptr())) {
    throw UsageError("evaluator= is no function: give one of a batch of leaves.");
  }
  auto evaluator = std::make_shared<PythonEvaluator>(game, function);
  engine.callback = std::make_shared<bench::CallbackEvaluator>(bench::CallbackEvaluator{
      bench::start_of(game),
      [evaluator](auto leaves, auto values) { (*evaluator)(leaves, values); }});
}

}  // namespace banyan::python

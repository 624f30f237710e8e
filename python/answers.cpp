// Reads values and priors.
#include "python/answers.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/text/spec.hpp"

namespace banyan::python {

namespace py = pybind11;

using bench::AnyLeaf;
using bench::AnyLeafValue;
using bench::UsageError;

namespace {

/// The smallest weight of a move: a move that a network rounds to 0 is tried last, not never.
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

std::string wanted_shape(const ValuedGame& game, std::size_t leaves) {
  const std::string of_all = fmt::format("({}, {}), one for each player", leaves, game.players);
  return game.players > 2 ? of_all
                          : fmt::format("({},), for the player to move{}", leaves,
                                        game.players == 1 ? "" : ", or " + of_all);
}

/// `which` names the value, as in "evaluator: value 3 of its batch".
template <class Which>
double checked(const ValuedGame& game, double value, const Which& which) {
  if (std::isfinite(value) && (!game.won_or_lost || (value >= 0 && value <= 1))) return value;
  throw UsageError(fmt::format("{} is {}: give {}.", which(), value,
                               game.won_or_lost ? "0 (loss) to 1 (win)" : "a finite number"));
}
template <class Which>
float checked_prior(float prior, const Which& which) {
  if (std::isfinite(prior) && prior >= 0) return std::max(prior, kLeastPrior);
  throw UsageError(fmt::format("{} is {}: give weights from 0.", which(), prior));
}
auto value_of_batch(std::size_t leaf) {
  return [leaf] { return fmt::format("evaluator: value {} of its batch", leaf); };
}
auto prior_of_batch(std::size_t leaf) {
  return [leaf] { return fmt::format("evaluator: a prior of leaf {} of its batch", leaf); };
}

/// A value for the player to move, as one for each player.
void put_value(const ValuedGame& game, const AnyLeaf& leaf, double value, std::span<double> to) {
  const auto mover = static_cast<std::size_t>(leaf.position->to_move());
  if (game.players == 2) to[1 - mover] = game.won_or_lost ? 1 - value : -value;
  to[mover] = value;
}

/// Weights in the order of legal moves, put into that of the leaf's moves.
template <class Which>
void put_priors(std::span<const float> weights, const AnyLeaf& leaf, std::span<float> to,
                const Which& which) {
  const std::vector<std::uint32_t> legal = leaf.position->legal_moves();
  thread_local std::vector<float> by_move;  // grows to the largest move
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (legal[i] >= by_move.size()) by_move.resize(legal[i] + std::size_t{1});
    by_move[legal[i]] = checked_prior(weights[i], which);
  }
  for (std::size_t k = 0; k < to.size(); ++k) to[k] = by_move[leaf.moves[k]];
}

/// The numbers of a list, a tuple or an array of one dimension; nothing if it is none.
template <class T>
std::optional<std::vector<T>> numbers_in(const py::handle& given) {
  std::vector<T> numbers;
  if (py::isinstance<py::array>(given)) {
    const Numbers<T> array = Numbers<T>::ensure(given);
    PyErr_Clear();
    if (!array || array.ndim() != 1) return std::nullopt;
    numbers.assign(array.data(), array.data() + array.size());
    return numbers;
  }
  if (!PySequence_Check(given.ptr()) || py::isinstance<py::str>(given)) return std::nullopt;
  const auto all = py::reinterpret_steal<py::object>(PySequence_Fast(given.ptr(), ""));
  if (!all) throw py::error_already_set();
  numbers.reserve(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(all.ptr())));
  for (py::ssize_t i = 0; i < PySequence_Fast_GET_SIZE(all.ptr()); ++i) {
    const double number = PyFloat_AsDouble(PySequence_Fast_GET_ITEM(all.ptr(), i));
    if (number == -1 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return std::nullopt;
    }
    numbers.push_back(static_cast<T>(number));
  }
  return numbers;
}

}  // namespace

void read_value(const py::handle& given, const ValuedGame& game, const AnyLeaf& leaf,
                const AnyLeafValue& value) {
  const auto which = [] { return "the value"; };
  const double number = PyFloat_AsDouble(given.ptr());
  if (number != -1 || PyErr_Occurred() == nullptr) {
    if (game.players > 2) {
      throw UsageError(
          fmt::format("the value is one number: give {}, one for each player.", game.players));
    }
    return put_value(game, leaf, checked(game, number, which), value.values);
  }
  PyErr_Clear();
  const auto numbers = numbers_in<double>(given);
  if (!numbers || numbers->size() != game.players) {
    throw UsageError(fmt::format(
        "the value is {}: give a number for the player to move, or {}, one for each player.",
        py::repr(given).cast<std::string>(), game.players));
  }
  for (std::size_t player = 0; player < game.players; ++player) {
    value.values[player] = checked(game, (*numbers)[player], which);
  }
}

void read_priors(const py::handle& given, const AnyLeaf& leaf, const AnyLeafValue& value) {
  const auto weights = numbers_in<float>(given);
  if (!weights || weights->size() != leaf.moves.size()) {
    throw UsageError(fmt::format("the priors are {}: give {} weights, one for each legal move.",
                                 py::repr(given).cast<std::string>(), leaf.moves.size()));
  }
  put_priors(*weights, leaf, value.priors, [] { return "a prior"; });
}

void read_values(const py::handle& given, const ValuedGame& game, std::span<const AnyLeaf> leaves,
                 std::span<AnyLeafValue> values) {
  const Numbers<double> numbers = numbers_of<double>(given, "values");
  const auto size = static_cast<std::size_t>(numbers.size());
  const bool of_all =
      numbers.ndim() == 2 && size == leaves.size() * game.players && game.players != 1;
  if (!of_all && (size != leaves.size() || game.players > 2)) {
    throw UsageError(fmt::format("evaluator: its values have the shape {}: give {}.",
                                 shape_text(numbers), wanted_shape(game, leaves.size())));
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::span<double> to = values[i].values;
    if (of_all) {
      for (std::size_t player = 0; player < game.players; ++player) {
        to[player] = checked(game, numbers.data()[i * game.players + player], value_of_batch(i));
      }
    } else {
      put_value(game, leaves[i], checked(game, numbers.data()[i], value_of_batch(i)), to);
    }
  }
}

void read_prior_table(const py::handle& given, std::span<const AnyLeaf> leaves,
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
      const std::uint32_t place = leaves[i].position->move_index(move);
      if (place >= columns) {
        throw UsageError(fmt::format(
            "evaluator: its priors are of {} moves, and {} is number {}: give a column for each.",
            columns, leaves[i].position->to_text(move), place));
      }
      values[i].priors[k] = checked_prior(table.data()[i * columns + place], prior_of_batch(i));
    }
  }
}

void read_prior_lists(const py::handle& given, std::span<const AnyLeaf> leaves,
                      std::span<AnyLeafValue> values) {
  if (!py::isinstance<py::sequence>(given) || py::len(given) != leaves.size()) {
    throw UsageError(fmt::format("evaluator: its priors are no {} lists, one for each position.",
                                 leaves.size()));
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (values[i].priors.empty()) continue;
    const Numbers<float> weights = numbers_of<float>(given[py::int_(i)], "priors");
    const std::size_t legal = leaves[i].moves.size();
    if (weights.ndim() != 1 || static_cast<std::size_t>(weights.size()) != legal) {
      throw UsageError(fmt::format(
          "evaluator: priors {} of its batch have the shape {}: give ({},), one for each legal "
          "move.",
          i, shape_text(weights), legal));
    }
    put_priors({weights.data(), legal}, leaves[i], values[i].priors, prior_of_batch(i));
  }
}

}  // namespace banyan::python

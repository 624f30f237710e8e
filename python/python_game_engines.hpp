// Searches of games that are Python classes.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "bench/registry/any_game.hpp"

namespace banyan::python {

/// The position of a game in Python: see banyan/__init__.py for the methods of `state`.
std::shared_ptr<const bench::AnyGame> python_position(const pybind11::object& state);

}  // namespace banyan::python

// Functions of Python as evaluators of leaves.
#pragma once

#include <pybind11/pybind11.h>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::python {

/// Lets the engine evaluate leaves of this game by a function of Python: see banyan/__init__.py for
/// what it takes and gives. Throws bench::UsageError for an engine that evaluates no batches, or a
/// game without features.
void set_evaluator(bench::EngineSettings& engine, const bench::AnyGame& game,
                   const pybind11::object& function);

}  // namespace banyan::python

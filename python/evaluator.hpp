// Python functions as evaluators of leaves.
#pragma once

#include <pybind11/pybind11.h>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::python {

/// Lets the engine evaluate this game's leaves by a Python function: see banyan/__init__.py for its
/// arguments and results. Throws bench::UsageError for an engine that evaluates no batches, or a
/// game without features.
void set_evaluator(bench::EngineSettings& engine, const bench::AnyGame& game,
                   const pybind11::object& function);

}  // namespace banyan::python

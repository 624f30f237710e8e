// Python functions as evaluators of leaves.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/callback_evaluator.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::python {

/// Evaluates this game's leaves by a Python function: see banyan/__init__.py for its arguments and
/// results. Throws bench::UsageError for what is no function, or a game without features.
std::shared_ptr<const bench::CallbackEvaluator> evaluator_by(const pybind11::object& function,
                                                             const bench::AnyGame& game);

/// Lets the engine use it. Throws bench::UsageError for one that evaluates no batches.
void set_evaluator(bench::EngineSettings& engine, const bench::AnyGame& game,
                   const pybind11::object& function);

}  // namespace banyan::python

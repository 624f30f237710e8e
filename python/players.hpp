// Players of matches: engines by their specs, and searches in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "bench/registry/engines.hpp"
#include "core/budget/budget.hpp"

namespace banyan::python {

/// A spec's engine, or one that calls a Player (banyan/_players.py), with these limits. Throws
/// bench::UsageError.
bench::EngineSettings player_of(const pybind11::object& given, const std::optional<Limits>& limits);

}  // namespace banyan::python

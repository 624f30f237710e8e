// Matches, quality, advice and the measurements of a run, for Python.
#pragma once

#include <pybind11/pybind11.h>

namespace banyan::python {

void add_experiments(pybind11::module_& module);

}  // namespace banyan::python

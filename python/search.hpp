// Searches, for Python.
#pragma once

#include <pybind11/pybind11.h>

namespace banyan::python {

void add_search(pybind11::module_& module);

}  // namespace banyan::python

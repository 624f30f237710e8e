// Trees whose leaves Python evaluates, one by one, in any order.
#pragma once

#include <pybind11/pybind11.h>

namespace banyan::python {

void add_asked_tree(pybind11::module_& module);

}  // namespace banyan::python

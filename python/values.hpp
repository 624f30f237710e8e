// The program's results as Python values.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "bench/text/json.hpp"

namespace banyan::python {

/// Objects as dict, arrays as list, null as None.
pybind11::object to_python(const bench::Json& json);

/// An option in its command-line form: a text or a number; empty for None.
std::string option_text(const pybind11::handle& value);

}  // namespace banyan::python

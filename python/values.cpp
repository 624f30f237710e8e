// Converts JSON to Python values.
#include "python/values.hpp"

#include <cstdint>

namespace banyan::python {

namespace py = pybind11;

py::object to_python(const bench::Json& json) {
  switch (json.type()) {
    case bench::Json::value_t::object: {
      py::dict dict;
      for (const auto& [key, value] : json.items()) dict[py::str(key)] = to_python(value);
      return dict;
    }
    case bench::Json::value_t::array: {
      py::list list;
      for (const bench::Json& value : json) list.append(to_python(value));
      return list;
    }
    case bench::Json::value_t::string:
      return py::str(json.get_ref<const std::string&>());
    case bench::Json::value_t::boolean:
      return py::bool_(json.get<bool>());
    case bench::Json::value_t::number_integer:
      return py::int_(json.get<std::int64_t>());
    case bench::Json::value_t::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case bench::Json::value_t::number_float:
      return py::float_(json.get<double>());
    default:
      return py::none();
  }
}

std::string option_text(const py::handle& value) {
  if (value.is_none()) return {};
  // 1e5 in the program's form: 100000.
  const bool whole = py::isinstance<py::float_>(value) && value.attr("is_integer")().cast<bool>();
  return py::str(whole ? py::object(py::int_(py::reinterpret_borrow<py::object>(value)))
                       : py::reinterpret_borrow<py::object>(value))
      .cast<std::string>();
}

}  // namespace banyan::python

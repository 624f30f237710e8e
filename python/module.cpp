// The Python module: its functions, and its exceptions.
#include <pybind11/pybind11.h>

#include <exception>
#include <new>

#include "bench/machine/version.hpp"
#include "bench/notation/info_json.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "python/asked_tree.hpp"
#include "python/experiments.hpp"
#include "python/position.hpp"
#include "python/search.hpp"
#include "python/values.hpp"

namespace banyan::python {
namespace {

namespace py = pybind11;

/// Converts the program's errors to Python exceptions.
void translate(std::exception_ptr error) {
  const auto set = [](PyObject* type, const std::exception& what) {
    PyErr_SetString(type, bench::printable(what.what()).c_str());
  };
  try {
    if (error) std::rethrow_exception(error);
  } catch (const bench::UsageError& what) {
    set(PyExc_ValueError, what);
  } catch (const bench::FileError& what) {
    set(PyExc_OSError, what);
  } catch (const bench::SystemLimit& what) {
    set(PyExc_RuntimeError, what);
  }
}

py::object list_games() {
  bench::Json all = bench::Json::array();
  for (const bench::GameInfo& game : bench::games()) all.push_back(bench::info_json(game.info));
  return to_python(all);
}

py::object list_engines() {
  bench::Json all = bench::Json::array();
  for (const bench::SpecInfo& engine : bench::engine_infos()) {
    all.push_back(bench::info_json(engine));
  }
  return to_python(all);
}

}  // namespace
}  // namespace banyan::python

PYBIND11_MODULE(_banyan, module) {
  namespace py = pybind11;
  using namespace banyan::python;
  py::register_exception_translator(&translate);
  module.attr("__version__") = banyan::build::kVersion;
  module.attr("commit") = banyan::build::kCommit;
  module.def("games", &list_games);
  module.def("engines", &list_engines);
  add_position(module);
  add_asked_tree(module);
  add_search(module);
  add_experiments(module);
}

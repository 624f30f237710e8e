// One search, from Python.
#include "python/search.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/commands/commands.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/registry/draw_chance.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "python/evaluator.hpp"
#include "python/interruptible.hpp"
#include "python/position.hpp"
#include "python/values.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

py::object search(const Position& from, const std::string& engine, const py::object& iterations,
                  const py::object& playouts, const py::object& time, const py::object& seed,
                  const py::object& evaluator) {
  const std::uint64_t number = bench::parse_count(option_text(seed), "seed");
  bench::EngineSettings settings = bench::parse_engine(engine);
  const bench::LimitOptions budget{option_text(iterations), option_text(playouts),
                                   option_text(time)};
  const Limits limits = bench::limits_for(settings, budget.parse());
  const std::unique_ptr<bench::AnyGame> position = from.game().clone();
  bench::draw_chance(*position, number);
  if (position->over()) throw bench::UsageError("the game is over: there is nothing to search.");
  if (!evaluator.is_none()) set_evaluator(settings, *position, evaluator);
  bench::Json found{{"game", position->spec()}, {"engine", settings.spec}, {"seed", number}};
  bench::SystemWork work;
  bench::RootLines lines;
  const SearchResult result = interruptible([&](const std::stop_token& stop) {
    const auto made = bench::check_engine(*position, settings, limits);
    const bench::SystemWork before = bench::system_work();
    SearchResult searched = made->search(*position, limits, {number, 0, 0, 0}, stop);
    work = bench::system_work() - before;
    lines = bench::root_lines(*made, searched);
    return searched;
  });
  found.update(bench::search_json(*position, result, lines));
  found["system"] = bench::system_json(work);
  return to_python(found);
}

}  // namespace

void add_search(py::module_& module) {
  module.def("search", &search, py::arg("position"), py::arg("engine"), py::kw_only(),
             py::arg("iterations"), py::arg("playouts"), py::arg("time"), py::arg("seed"),
             py::arg("evaluator"));
}

}  // namespace banyan::python

// The measurements of the program's commands, from Python.
#include "python/experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/advise/output.hpp"
#include "bench/commands/games.hpp"
#include "bench/doctor/diagnose.hpp"
#include "bench/quality/game_check.hpp"
#include "bench/quality/request.hpp"
#include "bench/registry/games.hpp"
#include "python/evaluator.hpp"
#include "python/game/python_game.hpp"
#include "python/interruptible.hpp"
#include "python/players.hpp"
#include "python/position.hpp"
#include "python/values.hpp"

namespace banyan::python {

namespace py = pybind11;

namespace {

/// Options by their names on the command line, as texts.
class Options {
 public:
  explicit Options(const py::dict& given) : given_(given) {}

  [[nodiscard]] std::string text(const char* name) const {
    return given_.contains(name) ? option_text(given_[name]) : std::string();
  }
  [[nodiscard]] std::string text(const char* name, const char* by_default) const {
    const std::string given = text(name);
    return given.empty() ? by_default : given;
  }
  [[nodiscard]] std::uint64_t count(const char* name, const char* by_default) const {
    return bench::parse_count(text(name, by_default), name);
  }
  [[nodiscard]] bench::LimitOptions limits() const {
    return {text("iterations"), text("playouts"), text("time")};
  }

 private:
  const py::dict& given_;
};

/// The spec of a game that is given as one, as a Position or as an object of Python. These have a
/// name for as long as this lives.
class GivenGame {
 public:
  explicit GivenGame(const py::object& game) {
    if (py::isinstance<py::str>(game)) {
      spec_ = game.cast<std::string>();
      return;
    }
    if (py::isinstance<Position>(game)) {
      start_at(game.cast<const Position&>().game());
    } else {
      const auto name = py::type::of(game).attr("__name__").cast<std::string>();
      spec_ = name_.emplace(name, *start_python_game(game)).spec();
      in_python_ = true;
    }
  }
  [[nodiscard]] const std::string& spec() const { return spec_; }
  [[nodiscard]] bool in_python() const { return in_python_; }

 private:
  void start_at(const bench::AnyGame& position) {
    spec_ = position.spec();
    if (!spec_.empty() && position.moves().empty() && !position.set_up_from()) return;
    spec_ = name_.emplace(spec_.substr(0, spec_.find(':')), position).spec();
  }

  std::optional<bench::NamedGame> name_;
  std::string spec_;
  bool in_python_ = false;
};

/// Of the search that judges openings of games in Python, which are slow: with those of other
/// games, openings took longer than the games.
constexpr std::uint64_t kJudgingInPython = 1000;

/// The result, and the games if requested.
py::object match(const py::list& engines, const py::list& evaluators, const py::dict& given,
                 bool games) {
  const Options from(given);
  const GivenGame asked(given["game"]);
  bench::GamesOptions options;
  options.game = asked.spec();
  options.pairs = from.text("pairs");
  options.limits = from.limits();
  options.clock = from.text("clock");
  options.openings = from.text("openings", "random");
  options.adjudicate = from.text("adjudicate", "none");
  options.concurrency = from.text("concurrency");
  options.seed = from.count("seed", "1");
  bench::MatchOptions match = options.parse({});
  if (asked.in_python() && options.openings.find("iterations=") == std::string::npos) {
    match.openings.iterations = std::min(match.openings.iterations, kJudgingInPython);
  }
  match.visits = games;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    bench::EngineSettings engine = player_of(engines[i], match.limits);
    if (!evaluators[i].is_none()) {
      set_evaluator(engine, *match.game.start, py::object(evaluators[i]));
    }
    match.engines.push_back(std::move(engine));
  }
  if (const auto sprt = from.text("sprt"); !sprt.empty()) match.sprt = bench::parse_sprt(sprt);
  if (const auto margin = from.text("equivalent"); !margin.empty()) {
    match.equivalent = bench::parse_equivalent(margin);
  }
  const bench::Json found = interruptible([&](const std::stop_token& stop) {
    bench::check_match(match);
    const auto result = bench::play_match(
        match, [](const auto&) {}, stop);
    bench::Json json = bench::match_json(match, result);
    if (!games) return json;
    json["records"] = bench::Json::array();
    for (const bench::Deal& deal : result.deals) {
      for (const auto& game : deal) json["records"].push_back(bench::game_json(match, game));
    }
    return json;
  });
  return to_python(found);
}

py::object quality(const py::list& players, const py::dict& given) {
  const Options from(given);
  const GivenGame game(given["game"]);
  const std::optional<Limits> limits = from.limits().parse();
  std::vector<bench::EngineSettings> engines;
  for (const py::handle each : players) {
    const auto player = py::reinterpret_borrow<py::object>(each);
    if (py::isinstance<py::str>(player)) {
      const auto some = bench::parse_engines(player.cast<std::string>());
      engines.insert(engines.end(), some.begin(), some.end());
    } else {
      engines.push_back(player_of(player, limits));
    }
  }
  if (engines.empty()) throw bench::UsageError("quality has no engines: give one or more.");
  const bench::QualityRequest request{.game = game.spec(),
                                      .engines = std::move(engines),
                                      .positions = from.text("positions"),
                                      .plies = from.text("plies", "14-24"),
                                      .file = from.text("file"),
                                      .labels = from.text("labels"),
                                      .trust = from.text("trust") == "True",
                                      .speedup = from.text("speedup") == "True",
                                      .limits = limits,
                                      .seed = from.count("seed", "1")};
  return to_python(interruptible([&](const std::stop_token& stop) -> bench::Json {
    const auto report = bench::measure_quality(request, stop);
    return report ? bench::quality_json(request, *report) : bench::Json();
  }));
}

py::object advise(const py::object& game, const py::object& time, int threads, double minutes,
                  const py::object& seed, const py::object& evaluator, const std::string& device) {
  const GivenGame given(game);
  bench::AdviseOptions options;
  options.game = bench::parse_game(given.spec());
  options.move_time = bench::parse_duration(option_text(time), "time");
  options.threads = threads > 0 ? threads : bench::most_threads();
  options.seconds = 60 * minutes;
  options.seed = bench::parse_count(option_text(seed), "seed");
  if (!evaluator.is_none() && !device.empty()) {
    throw bench::UsageError("evaluator= and device= are two questions: give one of them.");
  }
  if (!evaluator.is_none()) options.evaluator = evaluator_by(evaluator, *options.game.start);
  if (!device.empty()) options.device = bench::device_question(options.game, device);
  return to_python(interruptible([&](const std::stop_token& stop) {
    bench::check(options);
    const auto experiments = bench::real_experiments(options, stop);
    const auto advice = bench::advise(
        options, experiments, [](double, const auto&) {}, stop);
    return bench::advice_json(options, advice);
  }));
}

py::object check_game(const py::object& game, int games, const py::object& seed) {
  const GivenGame given(game);
  const py::object by_identity = py::module_::import("builtins").attr("object").attr("__eq__");
  const py::object by_class = py::type::of(game).attr("__eq__");
  if (given.in_python() && by_class.is(by_identity)) {
    throw bench::UsageError(
        "check_game compares states, and these are equal to themselves alone: give their class "
        "__eq__, as a dataclass has it.");
  }
  const std::uint64_t number = bench::parse_count(option_text(seed), "seed");
  if (games < 1) throw bench::UsageError(fmt::format("{} games: give 1 or more.", games));
  return to_python(interruptible([&](const std::stop_token&) {
    return bench::check_game_json(bench::parse_game(given.spec()), games, number);
  }));
}

py::object examine_log(const std::string& text, const std::string& rule, const py::object& claims) {
  bench::doctor::Asked asked{.rule = bench::doctor::parse_rule(rule), .claims = std::nullopt};
  if (!claims.is_none()) {
    const auto dumped = py::module_::import("json").attr("dumps")(claims);
    asked.claims = bench::Json::parse(dumped.cast<std::string>());
  }
  return to_python(interruptible([&](const std::stop_token&) {
    return bench::doctor::diagnosis_json(
        bench::doctor::diagnose(bench::doctor::read_watched_log(text), asked));
  }));
}

}  // namespace

void add_experiments(py::module_& module) {
  module.def("match", &match);
  module.def("quality", &quality);
  module.def("advise", &advise);
  module.def("check_game", &check_game);
  module.def("examine_log", &examine_log);
}

}  // namespace banyan::python

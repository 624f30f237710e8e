// Measuring simulated workers, and telling of them.
#include "bench/suites/simulated_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "bench/papers/evidence.hpp"
#include "bench/registry/limits.hpp"
#include "bench/report/fields.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kSearchesKind = "virtual searches";
constexpr const char* kCurveKind = "virtual curve";
constexpr const char* kIterationsKind = "virtual iterations";
constexpr const char* kTimeKind = "virtual time";

/// Of N: workers that cannot see each other's results play like fewer iterations.
constexpr double kFactors[]{0.125, 0.25, 0.5, 2};

/// Of games of 2 x 35 moves at 200 k iterations a second.
std::uint64_t pair_ms(std::uint64_t iterations) {
  return expected_pair_ms(std::chrono::microseconds(5 * iterations));
}

const Json* find(const Json& results, const std::string& game, const char* kind) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Json& result) {
    return has_fields(result, {{"game", game}, {"kind", kind}});
  });
  return found == results.end() ? nullptr : &*found;
}

/// An engine's Elo in its match of this kind, if it was played.
std::optional<Estimate> elo_of(const Json& results, const std::string& game, const char* kind,
                               const Json& engine) {
  for (const Json& result : results) {
    if (has_fields(result, {{"game", game}, {"kind", kind}, {"a", engine}})) {
      return elo(result["pentanomial"].get<Pentanomial>());
    }
  }
  return std::nullopt;
}

/// The match, of equal iterations, at equal virtual time. How many iterations one worker makes
/// meanwhile is known after the searches alone.
WorkItem equal_time(const MatchOptions& match) {
  WorkItem item;
  const std::string spec = match.engines[0].spec;
  item.key = {{"game", match.game.spec}, {"a", spec}, {"kind", kTimeKind}};
  const std::uint64_t ms = pair_ms(match.limits->iterations) / 2;
  item.expected_ms = ms * match.deals;
  item.measure = [=](const Work& work) {
    const Json results = work.folder.read("scaling.json").value()["results"].json();
    for (const Json& row : simulated_rows(results, match.game.spec)) {
      if (row["engine"] != spec) continue;
      const double share = 1 / simulated_field(row, "virtual_speedup").value;
      MatchOptions timed = match;
      timed.engines[1] = with_budget(timed.engines[1], times(*match.limits, share));
      return match_item("scaling", {kTimeKind, spec, share}, timed, ms).measure(work);
    }
    throw std::logic_error("no searches of " + spec);
  };
  return item;
}

/// The same in other units of time.
Estimate scaled(const Estimate& e, const Estimate& by) {
  const double lower = e.lower95 * by.lower95;
  const double upper = e.upper95 * by.upper95;
  return {e.value * by.value, (upper - lower) / 2, lower, upper};
}

Estimate speedup_of(const Json& row) {
  Estimate speedup = simulated_field(row, "virtual_speedup");
  speedup.lower95 = std::max(speedup.lower95, 0.0);  // whatever t says of few searches
  return speedup;
}

Table::Cell with_error(const Estimate& e, double scale, const char* unit, int digits) {
  if (std::isnan(e.value)) return "-";
  std::string text = fmt::format("{:.{}f}", scale * e.value, digits);
  if (std::isfinite(e.error95)) text += fmt::format(" ± {:.{}f}", scale * e.error95, digits);
  return {text + unit, e.value};
}

Table::Cell elo_cell(const std::optional<Estimate>& e) {
  if (!e) return "-";
  return {format_elo(e->value, e->lower95, e->upper95), e->value};
}

}  // namespace

std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines) {
  std::vector<WorkItem> items;
  for (const EngineSettings& engine : engines) {
    if (!engine.limits) continue;
    throw UsageError(fmt::format(
        "--suites scaling gives simulated workers their iterations: leave the budget of {} out.",
        engine.spec));
  }
  if (engines.empty()) return items;
  const Profile& profile = options.profile;
  const Limits equal{profile.move_playouts, 0, {}};
  for (const GameChoice& game : options.games) {
    items.push_back(
        of_kind(kSearchesKind,
                searches_item(game, engines, equal, static_cast<std::uint64_t>(profile.repetitions),
                              options.seed)));
    const auto match_of = [&](const EngineSettings& a) {
      return MatchOptions{game,         {a, seq},    profile.pairs, equal, {game.opening_plies},
                          std::nullopt, options.seed};
    };
    for (const double factor : kFactors) {
      const auto ms = static_cast<double>(pair_ms(equal.iterations)) * (1 + factor) / 2;
      items.push_back(match_item("scaling", {kCurveKind, seq.spec, factor},
                                 match_of(with_budget(seq, times(equal, factor))),
                                 static_cast<std::uint64_t>(ms)));
    }
    for (const EngineSettings& engine : engines) {
      items.push_back(match_item("scaling", {kIterationsKind, engine.spec, 1}, match_of(engine),
                                 pair_ms(equal.iterations)));
      items.push_back(equal_time(match_of(engine)));
    }
  }
  return items;
}

Estimate simulated_field(const Json& row, const std::string& field) {
  std::vector<double> numbers;
  for (const Json& value : row[field]) {
    if (value.is_number()) numbers.push_back(value.get<double>());
  }
  return numbers.empty() ? kNothing : mean_estimate(numbers);
}

std::vector<Json> simulated_rows(const Json& results, const std::string& game) {
  const Json* const searches = find(results, game, kSearchesKind);
  return searches == nullptr ? std::vector<Json>() : (*searches)["rows"].get<std::vector<Json>>();
}

namespace {

std::vector<CurvePoint> curve_of(const Json& results, const std::string& game) {
  std::vector<CurvePoint> curve;
  for (const Json& result : results) {
    if (!has_fields(result, {{"game", game}, {"kind", kCurveKind}})) continue;
    curve.push_back(
        {result["factor"].get<double>(), elo(result["pentanomial"].get<Pentanomial>())});
  }
  return curve;
}

}  // namespace

Estimate simulated_strength(const Json& results, const std::string& game, const Json& row) {
  const auto e = elo_of(results, game, kIterationsKind, row["engine"]);
  if (!e) return kNothing;
  return scaled(strength_speedup(curve_of(results, game), *e), speedup_of(row));
}

Table simulated_table(const Json& results, const std::string& game) {
  using Align = Table::Align;
  using Best = Table::Best;
  Table table({{"engine (simulated)"},
               {"speed x", Align::kRight, Best::kHighest},
               {"busy", Align::kRight},
               {"under way", Align::kRight},
               {"error", Align::kRight, Best::kLowest},
               {"strength x (95 %)", Align::kRight, Best::kHighest},
               {"Elo, time", Align::kRight, Best::kHighest},
               {"Elo, iterations", Align::kRight, Best::kHighest}});
  for (const Json& row : simulated_rows(results, game)) {
    const Estimate speedup = speedup_of(row);
    const Estimate strength = simulated_strength(results, game, row);
    const std::string beyond =
        speedup_text(strength, kFactors[0] * speedup.value, 2 * speedup.value);
    table.add_row({row["engine"].get<std::string>(),
                   with_error(speedup, 1, "", 1),
                   with_error(simulated_field(row, "utilisation"), 100, " %", 0),
                   with_error(simulated_field(row, "in_flight"), 1, "", 0),
                   with_error(simulated_field(row, "other_choices"), 100, " %", 1),
                   {std::isnan(strength.value) ? "-" : beyond, strength.value},
                   elo_cell(elo_of(results, game, kTimeKind, row["engine"])),
                   elo_cell(elo_of(results, game, kIterationsKind, row["engine"]))});
  }
  return table;
}

Table simulated_curve_table(const Json& results, const std::string& game) {
  using Align = Table::Align;
  Table table({{"engine"},
               {"iterations", Align::kRight},
               {"games", Align::kRight},
               {"Elo (95 %)", Align::kRight}});
  for (const Json& result : results) {
    if (!has_fields(result, {{"game", game}, {"kind", kCurveKind}})) continue;
    table.add_row({result["engine"].get<std::string>(),
                   fmt::format("{:g} x", result["factor"].get<double>()),
                   std::to_string(result["games"].get<std::uint64_t>()),
                   elo_cell(elo(result["pentanomial"].get<Pentanomial>()))});
  }
  return table;
}

std::string simulated_note(const Json& results, const std::string& game) {
  std::string note =
      "Simulated workers, in virtual time; ± is half a 95 % interval over searches of the first "
      "position. speed x: how many times as fast as one worker with the same iterations; busy: the "
      "share of that time in which workers (or an evaluator) work; under way: iterations at a "
      "time; error: choices that sequential UCT would not have made at the same visits (the last "
      "two are not told by cluster). strength x: how many times as long one worker must think to "
      "play as well, which is speed x times the factor on its iterations (Chaslot, Winands and van "
      "den Herik 2008), from the curve of seq above; the ends of its interval are products of the "
      "ends of both. Elo is against seq, at equal iterations or with what one worker makes in the "
      "same virtual time.";
  for (const CurvePoint& point : curve_of(results, game)) {
    if (point.factor < 1 || point.elo.lower95 > 0) continue;
    note += fmt::format(
        " CAUTION: seq was not shown to gain from {:g} times the iterations here, so this curve "
        "says little: the game is near its ceiling at this budget, or the games are too few.",
        point.factor);
  }
  return note;
}

}  // namespace banyan::bench

// Pairing two runs and testing their differences.
#include "bench/report/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "bench/rows/columns.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr double kLevel = 0.05;

/// Throws UsageError for the first of these fields that differs.
void check_same(const RunData& a, const RunData& b, const char* what, const Json& of_a,
                const Json& of_b, std::initializer_list<const char*> fields) {
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  for (const char* field : fields) {
    const Json x = of_a.value(field, Json());
    const Json y = of_b.value(field, Json());
    if (x == y) continue;
    throw UsageError(
        fmt::format("{} and {} are of different {}: {} is {} and {}; give --across {} to compare "
                    "them all the same.",
                    a.folder.string(), b.folder.string(), what, field, text(x), text(y), what));
  }
}

bool has_rates(const ThroughputRow& row) {
  const auto& rates = row.iterations_per_second;
  return !rates.empty() && std::all_of(rates.begin(), rates.end(), [](double r) { return r > 0; });
}

void compare_speeds(const std::vector<ThroughputRow>& a, const std::vector<ThroughputRow>& b,
                    const std::string& file, Comparison& comparison) {
  std::size_t pairs = 0;
  for (const ThroughputRow& before : a) {
    const ThroughputRow* const after = find_row(b, before.game, before.engine);
    if (after == nullptr) continue;
    ++pairs;
    if (!has_rates(before) || !has_rates(*after)) continue;
    const auto& x = after->iterations_per_second;
    const auto& y = before.iterations_per_second;
    comparison.speeds.push_back({.file = file,
                                 .game = before.game,
                                 .engine = before.engine,
                                 .before = rate_estimate(y).value,
                                 .after = rate_estimate(x).value,
                                 .ratio = ratio_estimate(x, y),
                                 .p_value = ratio_p_value(x, y)});
  }
  comparison.unpaired += a.size() + b.size() - 2 * pairs;
}

/// The difference of two independent estimates.
Estimate difference(const Estimate& after, const Estimate& before) {
  const double value = after.value - before.value;
  const double error = std::hypot(after.error95, before.error95);
  return {value, error, value - error, value + error};
}

double normal_p_value(const Estimate& difference) {
  if (!std::isfinite(difference.value) || !std::isfinite(difference.error95)) return 1;
  if (difference.value == 0) return 1;
  if (difference.error95 == 0) return 0;
  const double z = std::abs(difference.value) / (difference.error95 / kZ95);
  return std::erfc(z / std::numbers::sqrt2);
}

void compare_strengths(const std::vector<MatchRow>& a, const std::vector<MatchRow>& b,
                       Comparison& comparison) {
  std::size_t pairs = 0;
  for (const MatchRow& before : a) {
    const auto after = std::find_if(b.begin(), b.end(), [&](const MatchRow& match) {
      return match.game == before.game && match.a == before.a && match.b == before.b &&
             match.budget == before.budget;
    });
    if (after == b.end()) continue;
    ++pairs;
    const Estimate elo_before = before.elo();
    const Estimate elo_after = after->elo();
    const Estimate change = difference(elo_after, elo_before);
    comparison.strengths.push_back({.game = before.game,
                                    .engine = before.a,
                                    .opponent = before.b,
                                    .budget = before.budget,
                                    .before = elo_before,
                                    .after = elo_after,
                                    .difference = change,
                                    .p_value = normal_p_value(change)});
  }
  comparison.unpaired += a.size() + b.size() - 2 * pairs;
}

const char* word(Change change, const char* better, const char* worse) {
  return change == Change::kBetter ? better : change == Change::kWorse ? worse : "cannot tell";
}
const char* speed_word(Change change) { return word(change, "faster", "slower"); }
const char* strength_word(Change change) { return word(change, "stronger", "weaker"); }

std::string interval(double lower, double upper) {
  if (!std::isfinite(upper)) return "unknown";
  if (upper > 1000) return "wider than 1000 times";
  return fmt::format("{:.3f} to {:.3f}", lower, upper);
}

std::string speed_text(const Comparison& comparison, const std::string& file,
                       const std::string& game, const char* heading) {
  Table table({words("engine"), numbers("A it/s"), numbers("B it/s"), decimals("B / A"),
               numbers("95 %"), words("B is")});
  for (const SpeedChange& row : comparison.speeds) {
    if (row.file != file || row.game != game) continue;
    table.add_row({row.engine, format_rate(row.before), format_rate(row.after),
                   fmt::format("{:.3f}", row.ratio.value),
                   interval(row.ratio.lower95, row.ratio.upper95), speed_word(row.change)});
  }
  if (table.empty()) return "";
  return fmt::format("{}: {}\n\n{}\n", game, heading, table.to_console());
}

std::string strength_text(const Comparison& comparison, const std::string& game) {
  Table table({words("engine"), words("budget per move"), numbers("A Elo"), numbers("B Elo"),
               numbers("B - A (95 %)"), words("B is")});
  for (const StrengthChange& row : comparison.strengths) {
    if (row.game != game) continue;
    const bool known = std::isfinite(row.difference.error95);
    table.add_row({row.engine, row.budget, format_elo(row.before), format_elo(row.after),
                   known ? format_elo(row.difference) : "unknown", strength_word(row.change)});
  }
  return fmt::format("{}: strength\n\n{}\n", game, table.to_console());
}

}  // namespace

std::size_t Comparison::count(Change change) const {
  const auto same = [&](const auto& row) { return row.change == change; };
  return static_cast<std::size_t>(std::count_if(speeds.begin(), speeds.end(), same) +
                                  std::count_if(strengths.begin(), strengths.end(), same));
}

void check_comparable(const RunData& a, const RunData& b, const Across& across) {
  const Json& from_a = a.run["provenance"];
  const Json& from_b = b.run["provenance"];
  if (!across.machines) {
    check_same(a, b, "machines", from_a["machine"], from_b["machine"],
               {"cpu_model", "physical_cores", "logical_cpus", "available_cpus", "cpu_quota",
                "caches", "memory_bytes", "transparent_huge_pages"});
  }
  if (!across.builds) {
    check_same(a, b, "builds", from_a, from_b, {"version", "commit", "compiler", "flags"});
    check_same(a, b, "builds", from_a["machine"], from_b["machine"], {"allocator"});
  }
  if (!across.settings) {
    check_same(a, b, "settings", a.run["settings"], b.run["settings"], {"search_ms"});
  }
}

Comparison compare_runs(const RunData& a, const RunData& b, double tolerance) {
  Comparison comparison;
  compare_speeds(a.rows, b.rows, "throughput.json", comparison);
  compare_speeds(a.steps, b.steps, "ablation.json", comparison);
  compare_strengths(a.matches, b.matches, comparison);
  compare_strengths(a.decisions, b.decisions, comparison);
  if (comparison.speeds.empty() && comparison.strengths.empty()) {
    throw UsageError(
        fmt::format("{} and {} have no engine on the same game in common: give runs that measured "
                    "the same.",
                    a.folder.string(), b.folder.string()));
  }
  call_changes(comparison, tolerance);
  return comparison;
}

void call_changes(Comparison& comparison, double tolerance) {
  std::vector<double> p_values;
  for (const SpeedChange& row : comparison.speeds) p_values.push_back(row.p_value);
  for (const StrengthChange& row : comparison.strengths) p_values.push_back(row.p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  auto p = adjusted.begin();
  for (SpeedChange& row : comparison.speeds) {
    row.p_value = *p++;
    if (row.p_value > kLevel || std::abs(row.ratio.value - 1) < tolerance) continue;
    row.change = row.ratio.value > 1 ? Change::kBetter : Change::kWorse;
  }
  for (StrengthChange& row : comparison.strengths) {
    row.p_value = *p++;
    if (row.p_value > kLevel) continue;
    row.change = row.difference.value > 0 ? Change::kBetter : Change::kWorse;
  }
}

std::string comparison_text(const Comparison& comparison, double tolerance) {
  const std::size_t rows = comparison.speeds.size() + comparison.strengths.size();
  std::string text;
  // Each game has a table of its own, so that names have room.
  for (const std::string& game : games_of(comparison.speeds)) {
    text += speed_text(comparison, "throughput.json", game, "iterations/s");
    text += speed_text(comparison, "ablation.json", game, "iterations/s of the ablation's steps");
  }
  for (const std::string& game : games_of(comparison.strengths)) {
    text += strength_text(comparison, game);
  }
  if (comparison.speeds.size() > 1) {
    std::vector<double> ratios;
    for (const SpeedChange& row : comparison.speeds) ratios.push_back(row.ratio.value);
    text += fmt::format("All speeds together: B is {:.3f} times A (geometric mean).\n",
                        geometric_mean(ratios));
  }
  if (comparison.unpaired > 0) {
    text +=
        fmt::format("{} rows that only one of the runs has are left out.\n", comparison.unpaired);
  }
  const std::size_t better = comparison.count(Change::kBetter);
  const std::size_t worse = comparison.count(Change::kWorse);
  if (better + worse == 0) {
    text += fmt::format("Nothing was shown to have changed, in {} rows.\n", rows);
  } else {
    text += fmt::format("Of {} rows B is better in {}, worse in {}; {} cannot tell.\n", rows,
                        better, worse, rows - better - worse);
  }
  text += fmt::format(
      "\nRatios are of geometric means; an interval is its row's alone ({}).\n"
      "Verdicts hold for all {} rows together: by Holm's correction, two runs that differ in "
      "nothing\n"
      "raise any false alarm at most once in 20 times. Speeds within {:g} % are not called. ",
      comparison.in_turns ? "paired t on logarithms" : "Welch's t on logarithms", rows,
      100 * tolerance);
  text += comparison.in_turns
              ? "The two were\nmeasured in turns, so that a machine that grows slower slows both.\n"
          : comparison.of_runs
              ? "All this\ncovers the scatter from run to run, as far as these runs were made at "
                "different times.\n"
              : "All this\ncovers the scatter within the runs alone, and whole runs scatter by "
                "more: give folders of\nseveral runs each, of different seeds.\n";
  return text;
}

Json comparison_json(const Comparison& comparison) {
  Json speeds = Json::array();
  for (const SpeedChange& row : comparison.speeds) {
    speeds.push_back({{"file", row.file},
                      {"game", row.game},
                      {"engine", row.engine},
                      {"before", row.before},
                      {"after", row.after},
                      {"ratio", row.ratio.value},
                      {"ratio_lower95", row.ratio.lower95},
                      {"ratio_upper95", row.ratio.upper95},
                      {"p_adjusted", row.p_value},
                      {"verdict", speed_word(row.change)}});
  }
  Json strengths = Json::array();
  for (const StrengthChange& row : comparison.strengths) {
    strengths.push_back({{"game", row.game},
                         {"a", row.engine},
                         {"b", row.opponent},
                         {"budget", row.budget},
                         {"elo_before", row.before.value},
                         {"elo_after", row.after.value},
                         {"elo_difference", row.difference.value},
                         {"elo_difference_error95", row.difference.error95},
                         {"p_adjusted", row.p_value},
                         {"verdict", strength_word(row.change)}});
  }
  return {{"speed", speeds}, {"strength", strengths}, {"unpaired", comparison.unpaired}};
}

}  // namespace banyan::bench

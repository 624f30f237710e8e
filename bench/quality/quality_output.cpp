// Tables of quality: the control's result, strength speed-ups, JSON and text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/quality/quality.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// A finite number for JSON: no difference exceeds 1.
double finite(double error95) { return std::isfinite(error95) ? error95 : 1.0; }

std::string points(const Estimate& share) {
  return fmt::format("{:+.2f} ± {:.2f}", 100 * share.value, 100 * share.error95);
}

/// Half points as parse_lost() reads them, or of labels thousandths.
Json lost_json(ValuedBy by, const std::vector<double>& losses) {
  if (by == ValuedBy::kSolver) {
    std::string text;
    for (const double loss : losses) text += static_cast<char>('0' + std::lround(2 * loss));
    return text;
  }
  Json lost = Json::array();
  for (const double loss : losses) lost.push_back(std::lround(1000 * loss));
  return lost;
}

Json row_json(const QualityTable& table, const QualityRow& row) {
  const auto n = row.losses.size();
  const Estimate regret = row.regret();
  Json json{{"engine", row.engine.spec},
            {"positions", n},
            {"lost", lost_json(table.by, row.losses)},
            {"regret", regret.value},
            {"regret_error95", finite(regret.error95)},
            {"iterations", row.iterations},
            {"played", row.played},
            {"seconds", row.seconds}};
  const bool solved = table.by == ValuedBy::kSolver;
  if (solved) {
    const Interval interval = wilson_interval(row.failures(), n);
    json["failures"] = row.failures();
    json["failure_rate95"] = {interval.lower, interval.upper};
  }
  const Estimate more = table.more(row);
  const std::string what = solved ? "more_failures" : "more_regret";
  json[what + "_than_first"] = more.value;
  json[what + "_error95"] = finite(more.error95);
  return json;
}

}  // namespace

std::vector<Reference> references(const EngineSettings& engine, const std::optional<Limits>& limits,
                                  std::span<const double> factors) {
  std::vector<Reference> all;
  if (engine.kind == EngineKind::kSolver || engine.kind == EngineKind::kRandom ||
      is_opponent(engine.kind)) {
    return all;
  }
  const Limits own = limits_for(engine, limits);
  for (const double factor : factors) {
    if (auto made = with_times_budget(engine, own, factor)) all.push_back({factor, *made});
  }
  return all;
}

QualityTable::QualityTable(ValuedBy who, std::vector<QualityRow> measured,
                           const std::vector<Reference>& others)
    : by(who), rows(std::move(measured)) {
  const std::size_t engines = rows.size() - std::min(others.size(), rows.size());
  for (std::size_t i = engines; i < rows.size(); ++i) {
    references.emplace_back(others[i - engines].factor, std::move(rows[i]));
  }
  rows.resize(engines);
}

const QualityRow* QualityTable::control() const {
  for (const auto& [factor, row] : references) {
    if (factor == kControl) return &row;
  }
  return nullptr;
}

Estimate QualityTable::more(const QualityRow& row) const {
  return by == ValuedBy::kSolver ? failure_difference(row, rows.front())
                                 : loss_difference(row.losses, rows.front().losses);
}

Estimate QualityTable::speedup(const QualityRow& row) const {
  std::vector<LossPoint> curve{{1, rows.front().losses}};
  for (const auto& [factor, reference] : references) curve.push_back({factor, reference.losses});
  return strength_speedup(curve, row.losses);
}

double positions_to_find(const Estimate& difference, std::size_t positions) {
  if (difference.value == 0 || !std::isfinite(difference.error95)) return kInfinity;
  const double share = (1 + kZ80 / kZ95) * difference.error95 / difference.value;
  return std::max(1.0, static_cast<double>(positions) * share * share);
}

std::string control_text(const QualityTable& table) {
  const QualityRow* const control = table.control();
  if (control == nullptr) {
    return fmt::format("There is no control: {} has no budget that can be halved.",
                       table.rows.front().engine.spec);
  }
  const Estimate more = table.more(*control);
  if (more.lower95 > 0) {
    return fmt::format("The control was found: {}, half the budget, is worse by {} points.",
                       control->engine.spec, points(more));
  }
  const std::size_t positions = control->losses.size();
  std::string text = fmt::format(
      "The control failed: {}, half the budget, was not shown to be worse ({} points), so these {} "
      "positions cannot separate engines even a factor of 2 apart in budget; a missing difference "
      "here means nothing.",
      control->engine.spec, points(more), positions);
  const double needed = positions_to_find(more, positions);
  if (more.value > 0 && std::isfinite(needed)) {
    text += fmt::format(" If that is its difference, some {} positions would show it.",
                        format_count(static_cast<std::uint64_t>(std::ceil(needed))));
  }
  return text;
}

std::vector<double> parse_lost(std::string_view text) {
  std::vector<double> losses;
  for (const char digit : text) losses.push_back((digit - '0') / 2.0);
  return losses;
}

Json quality_json(const QualityTable& table) {
  Json all = Json::array();
  for (const QualityRow& row : table.rows) {
    all.push_back(row_json(table, row));
    if (!table.has_speedups()) continue;
    const Estimate speedup = table.speedup(row);
    all.back()["speedup"] = speedup.value;
    all.back()["speedup95"] = {speedup.lower95, speedup.upper95};
  }
  return all;
}

Json control_json(const QualityTable& table) {
  const QualityRow* const control = table.control();
  if (control == nullptr) return nullptr;
  Json json = row_json(table, *control);
  json["found"] = table.more(*control).lower95 > 0;
  return json;
}

Json curve_json(const QualityTable& table) {
  Json all = Json::array();
  for (const auto& [factor, row] : table.references) {
    Json json{{"factor", factor}};
    json.update(row_json(table, row));
    all.push_back(std::move(json));
  }
  return all;
}

std::string quality_text(const QualityTable& table) {
  using Align = Table::Align;
  using Best = Table::Best;
  const bool solved = table.by == ValuedBy::kSolver;
  std::vector<Table::Column> columns{{"engine"}};
  if (solved) {
    columns.push_back({"failures", Align::kRight, Best::kLowest});
    columns.push_back({"95 %", Align::kRight});
  }
  columns.push_back({"regret (95 %)", Align::kRight, Best::kLowest});
  columns.push_back({"more (95 %)", Align::kRight});
  if (table.has_speedups()) columns.push_back({"speed-up (95 %)", Align::kRight});
  columns.push_back({"iterations/s", Align::kRight, Best::kHighest});
  Table text(columns);
  const auto percent = [](double share) { return fmt::format("{:.2f}", 100 * share); };
  const auto add = [&](const QualityRow& row, const std::string& name, bool engine) {
    const auto n = std::max<std::size_t>(1, row.losses.size());
    const Estimate regret = row.regret();
    const double speed = per_second(row.played, row.seconds);
    std::vector<Table::Cell> cells{name};
    if (solved) {
      const double rate = static_cast<double>(row.failures()) / static_cast<double>(n);
      const Interval interval = wilson_interval(row.failures(), n);
      cells.emplace_back(percent(rate) + " %", rate);
      cells.emplace_back(percent(interval.lower) + " to " + percent(interval.upper));
    }
    cells.emplace_back(fmt::format("{:.2f} ± {:.2f} %", 100 * regret.value, 100 * regret.error95),
                       regret.value);
    cells.emplace_back(&row == table.rows.data() ? "-" : points(table.more(row)));
    if (table.has_speedups()) {
      cells.emplace_back(
          engine ? speedup_text(table.speedup(row), kSpeedupFactors.front(), kSpeedupFactors.back())
                 : "-");
    }
    cells.emplace_back(format_rate(speed), speed);
    text.add_row(std::move(cells));
  };
  for (const QualityRow& row : table.rows) add(row, row.engine.spec, true);
  text.begin_group();
  for (const auto& [factor, row] : table.references) {
    add(row, (factor == kControl ? "control: " : "curve: ") + row.engine.spec, false);
  }
  return text.to_console() + '\n' + wrapped(control_text(table)) + '\n';
}

}  // namespace banyan::bench

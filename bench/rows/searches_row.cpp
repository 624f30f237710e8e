// Reads searches, and writes their rows.
#include "bench/rows/searches_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace banyan::bench {
namespace {

struct Metric {
  const char* name;
  const char* unit;
};

constexpr Metric kSearchMetrics[]{{"iterations_per_second", "1/s"},
                                  {"playouts_per_second", "1/s"},
                                  {"playouts_per_virtual_second", "1/s"},
                                  {"virtual_speedup", "1"},
                                  {"utilisation", "1"},
                                  {"in_flight", "iterations"},
                                  {"other_choices", "1"},
                                  {"mean_depth", "plies"},
                                  {"max_depth", "plies"},
                                  {"nodes", "nodes"}};

constexpr const char* kFirstPosition = "first";

/// "hex after 12 plies" is a position of hex.
void put_position(const std::string& spec, Row& row) {
  const std::size_t at = spec.find(" after ");
  row.game = spec.substr(0, at);
  row.position = at == std::string::npos ? kFirstPosition : spec.substr(at + 1);
}

std::vector<double> read_values(const Field& values) {
  std::vector<double> read;
  for (const Field& value : values.elements()) {
    read.push_back(value.number_or(kNaN));
    if (read.back() < 0) value.refuse("is negative");
  }
  return read;
}

/// A row per value, then one for their mean.
void add_values(RowWriter writer, const Metric& metric, const std::vector<double>& values,
                Estimate (*estimate)(const std::vector<double>& values)) {
  std::vector<double> known;
  writer.common.repetition = 0;
  for (const double value : values) {
    writer.add(metric.name, value, metric.unit);
    if (!std::isnan(value)) known.push_back(value);
    ++*writer.common.repetition;
  }
  if (known.size() > 1) writer.add(metric.name, estimate(known), known.size(), metric.unit);
}

Estimate mean_of(const std::vector<double>& values) { return mean_estimate(values); }

}  // namespace

std::vector<double> SearchesRow::known(const std::string& metric) const {
  const auto found = values.find(metric);
  if (found == values.end()) return {};
  std::vector<double> known = found->second;
  std::erase_if(known, [](double value) { return std::isnan(value); });
  return known;
}

std::string without_threads(std::string_view engine) {
  std::string text(engine);
  const std::size_t at = text.find("threads=");
  if (at == std::string::npos) return text;
  const std::size_t comma = text.find(',', at);
  if (comma != std::string::npos) {
    text.erase(at, comma + 1 - at);
  } else {
    text.erase(at - 1);  // with the ':' or ',' before it
  }
  return text;
}

const ThroughputRow* one_thread_row(const std::vector<ThroughputRow>& rows,
                                    const ThroughputRow& row) {
  const std::string engine = without_threads(row.engine);
  for (const ThroughputRow& other : rows) {
    const bool same = other.game == row.game && without_threads(other.engine) == engine;
    if (same && other.threads == 1) return &other;
  }
  return nullptr;
}

SearchSet read_searches(const Field& searches) {
  SearchSet read{.kind = searches["kind"].text(), .game = searches["game"].text()};
  read.budget = searches["budget"].text();
  for (const Field& row : searches["rows"].elements()) {
    SearchesRow& engine = read.rows.emplace_back(SearchesRow{.engine = row["engine"].text()});
    engine.workers = static_cast<int>(std::min<std::uint64_t>(row["workers"].count(), 1U << 20U));
    for (const auto& [name, unit] : kSearchMetrics) engine.values[name] = read_values(row[name]);
  }
  return read;
}

PhasesRow read_phases(const Field& phases) {
  PhasesRow read{.game = phases["game"].text(), .engine = phases["engine"].text()};
  for (const Field& counts : phases["samples"].elements()) {
    std::array<double, kPhases> shares{};
    double sum = 0;
    for (std::size_t i = 0; i < kPhases; ++i) {
      shares[i] = static_cast<double>(counts[kPhaseNames[i]].count());
      sum += shares[i];
    }
    if (sum == 0) continue;
    for (double& share : shares) share /= sum;
    read.shares.push_back(shares);
  }
  return read;
}

std::vector<double> known_values(const std::vector<SearchSet>& sets, std::string_view game,
                                 std::string_view engine, const std::string& metric) {
  for (const SearchSet& set : sets) {
    if (set.game != game) continue;
    for (const SearchesRow& row : set.rows) {
      if (row.engine == engine) return row.known(metric);
    }
  }
  return {};
}

void add_rows(const SearchSet& searches, const std::string& experiment, std::vector<Row>& rows) {
  for (const SearchesRow& engine : searches.rows) {
    const RowWriter writer({.experiment = experiment,
                            .kind = searches.kind,
                            .game = searches.game,
                            .position = kFirstPosition,
                            .engine = engine.engine,
                            .threads = threads_of(engine.engine),
                            .workers = engine.workers,
                            .budget = searches.budget},
                           rows);
    for (const Metric& metric : kSearchMetrics) {
      const auto values = engine.values.find(metric.name);
      if (values != engine.values.end()) add_values(writer, metric, values->second, mean_of);
    }
  }
}

void add_rows(const PhasesRow& phases, const std::string& experiment, std::vector<Row>& rows) {
  const RowWriter writer({.experiment = experiment,
                          .game = phases.game,
                          .position = kFirstPosition,
                          .engine = phases.engine},
                         rows);
  for (std::size_t i = 0; i < kPhases; ++i) {
    std::vector<double> shares;
    for (const auto& search : phases.shares) shares.push_back(search[i]);
    add_values(writer, {fmt::format("share_{}", kPhaseNames[i]).c_str(), "1"}, shares, mean_of);
  }
}

void add_rows(const std::vector<std::vector<ThroughputRow>>& benchmarks,
              const std::string& experiment, std::vector<Row>& rows) {
  for (const std::vector<ThroughputRow>& searches : benchmarks) {
    const ThroughputRow& first = searches.front();
    RowWriter writer({.experiment = experiment, .engine = first.engine, .threads = first.threads},
                     rows);
    put_position(first.game, writer.common);
    const auto add = [&](const Metric& metric, auto&& value_of, auto estimate) {
      std::vector<double> values;
      for (const ThroughputRow& search : searches) values.push_back(value_of(search));
      add_values(writer, metric, values, estimate);
    };
    add(
        {"iterations_per_second", "1/s"},
        [](const ThroughputRow& row) { return row.iterations_per_second.front(); }, rate_estimate);
    add(
        {"playouts_per_second", "1/s"},
        [](const ThroughputRow& row) { return row.playouts_per_second.front(); }, rate_estimate);
    for (const ThroughputMean& mean : kThroughputMeans) {
      add(
          {mean.name, mean.unit}, [&](const ThroughputRow& row) { return row.*mean.value; },
          mean_of);
    }
  }
}

}  // namespace banyan::bench

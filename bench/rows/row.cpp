// The fields of rows, and the files that hold them.
#include "bench/rows/row.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "bench/registry/engines.hpp"
#include "bench/text/escape.hpp"

namespace banyan::bench {
namespace {

Json if_any(const std::string& value) { return value.empty() ? Json() : Json(value); }

Json if_known(double value) { return std::isnan(value) ? Json() : Json(value); }

const char* infinity_text(double value) { return value > 0 ? "Inf" : "-Inf"; }

std::string csv_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return csv_cell(value.get<std::string>());
  if (!value.is_number_float()) return value.dump();
  const auto number = value.get<double>();
  return std::isinf(number) ? infinity_text(number) : fmt::format("{}", number);
}

Json finite_or_text(const Json& value) {
  const bool infinite = value.is_number_float() && std::isinf(value.get<double>());
  return infinite ? Json(infinity_text(value.get<double>())) : value;
}

}  // namespace

int threads_of(const std::string& engine) {
  try {
    return parse_engine(engine).threads;
  } catch (const UsageError&) {
    const std::size_t at = engine.find("threads=");
    return at == std::string::npos ? 1 : std::max(1, std::atoi(engine.c_str() + at + 8));
  }
}

int workers_of(const std::string& engine) {
  int workers = 0;
  for (const char* key : {"workers=", "inflight=", "ranks="}) {
    const std::size_t at = engine.find(key);
    if (at != std::string::npos && (engine[at - 1] == ':' || engine[at - 1] == ',')) {
      workers = std::atoi(engine.c_str() + at + std::strlen(key));
    }
  }
  return workers > 0 ? workers : threads_of(engine);
}

const std::vector<RowField>& row_fields() {
  static const std::vector<RowField> kFields{
      {"experiment", [](const Row& row) { return if_any(row.experiment); }},
      {"kind", [](const Row& row) { return if_any(row.kind); }},
      {"game", [](const Row& row) { return if_any(row.game); }},
      {"position", [](const Row& row) { return if_any(row.position); }},
      {"engine", [](const Row& row) { return if_any(row.engine); }},
      {"threads", [](const Row& row) { return row.engine.empty() ? Json() : Json(row.threads); }},
      {"workers",
       [](const Row& row) {
         const bool of_engine = row.workers < 0 && !row.engine.empty();
         const int workers = of_engine ? workers_of(row.engine) : std::max(row.workers, 0);
         return workers == 0 ? Json() : Json(workers);
       }},
      {"opponent", [](const Row& row) { return if_any(row.opponent); }},
      {"factor", [](const Row& row) { return if_known(row.factor); }},
      {"budget", [](const Row& row) { return if_any(row.budget); }},
      {"repetition",
       [](const Row& row) { return row.repetition ? Json(*row.repetition) : Json(); }},
      {"metric", [](const Row& row) { return if_any(row.metric); }},
      {"value", [](const Row& row) { return if_known(row.value); }},
      {"low95", [](const Row& row) { return if_known(row.low95); }},
      {"high95", [](const Row& row) { return if_known(row.high95); }},
      {"n", [](const Row& row) { return Json(row.n); }},
      {"unit", [](const Row& row) { return if_any(row.unit); }},
      {"text", [](const Row& row) { return if_any(row.text); }}};
  return kFields;
}

void RowWriter::add(const char* metric, double value, const char* unit) {
  if (std::isnan(value)) return;
  Row& row = rows_.emplace_back(common);
  row.metric = metric;
  row.value = value;
  row.unit = unit;
}

void RowWriter::add_text(const char* metric, const std::string& text) {
  if (text.empty()) return;
  Row& row = rows_.emplace_back(common);
  row.metric = metric;
  row.value = kNaN;
  row.text = text;
}

void RowWriter::add(const char* metric, const Estimate& estimate, std::uint64_t n,
                    const char* unit) {
  if (std::isnan(estimate.value)) return;
  add(metric, estimate.value, unit);
  Row& row = rows_.back();
  row.repetition.reset();
  row.low95 = estimate.lower95;
  row.high95 = estimate.upper95;
  row.n = n;
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string csv;
  const auto add_line = [&](auto&& cell) {
    for (const RowField& field : row_fields()) csv += cell(field) + ',';
    csv.back() = '\n';
  };
  add_line([](const RowField& field) { return std::string(field.name); });
  for (const Row& row : rows) {
    add_line([&](const RowField& field) { return csv_text(field.of(row)); });
  }
  return csv;
}

std::string rows_jsonl(const std::vector<Row>& rows) {
  std::string lines;
  for (const Row& row : rows) {
    Json line = Json::object();
    for (const RowField& field : row_fields()) {
      line[field.name] = finite_or_text(field.of(row));
    }
    lines += line.dump() + "\n";
  }
  return lines;
}

void write_rows(const Folder& folder, const std::vector<Row>& rows) {
  folder.write("rows.jsonl", rows_jsonl(rows));
  folder.write("results.csv", rows_csv(rows));
}

}  // namespace banyan::bench

// Writing comma-separated values.
#include "bench/page/csv.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bench/text/escape.hpp"

namespace banyan::bench {
namespace {

std::string number_text(double value) {
  if (std::isnan(value)) return "";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  return fmt::format("{}", value);
}

}  // namespace

std::string measurements_csv(const std::vector<Measurement>& measurements) {
  std::string csv = "file,game,engine,threads,opponent,budget,repetition,metric,value,unit\n";
  for (const Measurement& m : measurements) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_cell(m.file), csv_cell(m.game),
                       csv_cell(m.engine), m.threads, csv_cell(m.opponent), csv_cell(m.budget),
                       m.repetition ? std::to_string(*m.repetition) : "", m.metric,
                       number_text(m.value), m.unit);
  }
  return csv;
}

}  // namespace banyan::bench

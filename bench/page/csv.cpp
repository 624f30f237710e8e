// Writing comma-separated values.
#include "bench/page/csv.hpp"

#include <fmt/format.h>

#include <cmath>

namespace banyan::bench {
namespace {

std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + '"';
}

std::string number_text(double value) {
  if (std::isnan(value)) return "";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  return fmt::format("{}", value);
}

}  // namespace

std::string measurements_csv(const std::vector<Measurement>& measurements) {
  std::string csv = "file,game,engine,threads,opponent,budget,repetition,metric,value,unit\n";
  for (const Measurement& m : measurements) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", cell(m.file), cell(m.game),
                       cell(m.engine), m.threads, cell(m.opponent), cell(m.budget),
                       m.repetition ? std::to_string(*m.repetition) : "", m.metric,
                       number_text(m.value), m.unit);
  }
  return csv;
}

}  // namespace banyan::bench

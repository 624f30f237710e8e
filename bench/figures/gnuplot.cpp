// Quoting for gnuplot.
#include "bench/figures/gnuplot.hpp"

#include <algorithm>

#include "bench/text/escape.hpp"

namespace banyan::bench {

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : printable(text)) {
    quoted += c;
    if (c == '\'') quoted += c;
  }
  return quoted + "'";
}

void add_plot(Gnuplot& plots, const Gnuplot& next) {
  if (!plots.empty() && !next.empty()) plots += Gnuplot(", \\\n    ");
  plots += next;
}

Gnuplot gnuplot_tics(const std::vector<std::string>& names) {
  Gnuplot tics;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name;  // which is a format, for the number where the tic is
    for (const char c : names[i]) name += c == '%' ? std::string("%%") : std::string(1, c);
    if (i > 0) tics += Gnuplot(", ");
    tics += Gnuplot("{} {}", name, i);
  }
  return Gnuplot("({})", tics);
}

std::string data_cell(std::string_view text) {
  std::string cell = printable(text);
  std::replace(cell.begin(), cell.end(), '"', '\'');
  std::replace(cell.begin(), cell.end(), '\\', '/');
  return fmt::format("\"{}\"", cell);
}

}  // namespace banyan::bench

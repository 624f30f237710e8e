// Drawing curves.
#include "bench/figures/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace banyan::bench {
namespace {

/// The x of a point of the curve in this place, as gnuplot computes it.
Gnuplot moved(const Apart& apart, std::size_t place, std::size_t curves) {
  const double from_centre = static_cast<double>(place) - static_cast<double>(curves - 1) / 2;
  if (apart.factor != 0) return Gnuplot("($1*{:.4f})", 1 + apart.factor * from_centre);
  if (apart.step != 0) return Gnuplot("($1+{:.4f})", apart.step * from_centre);
  return Gnuplot("1");
}

}  // namespace

Curve& curve_of(std::vector<Curve>& curves, const std::string& name) {
  const auto same = std::find_if(curves.begin(), curves.end(),
                                 [&](const Curve& curve) { return curve.name == name; });
  return same == curves.end() ? curves.emplace_back(Curve{name}) : *same;
}

Gnuplot drawn(Figure& figure, const std::vector<Curve>& curves, const Apart& apart, bool titled) {
  std::vector<std::string> names;
  for (const Curve& curve : curves) names.push_back(curve.name);
  const std::vector<SeriesStyle> styles = series_styles(names);
  Gnuplot plots;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& curve = curves[i];
    std::string data;
    bool along = false;
    for (const auto& [x, y, ends] : curve.points) {
      if (!std::isfinite(y.value)) continue;
      data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", x, y.value, y.lower95, y.upper95);
      if (ends) data += fmt::format(" {:.6g} {:.6g}", ends->lower, ends->upper);
      data += '\n';
      along |= ends.has_value();
    }
    if (data.empty()) continue;
    const std::string& title = curve.title.empty() ? curve.name : curve.title;
    const std::size_t block = figure.begin_block(title);
    figure.data += data;
    add_plot(plots, Gnuplot("{} index {} using {}:{} with {} {} {}", figure.data_file(), block,
                            moved(apart, i, curves.size()),
                            along ? Gnuplot("2:5:6:3:4") : Gnuplot("2:3:4"),
                            along ? Gnuplot("xyerrorbars") : curve.how,
                            curve.style.empty() ? styles[i].code() : curve.style,
                            titled ? Gnuplot("title {}", title) : Gnuplot("notitle")));
  }
  return plots;
}

void plot_over_key(Figure& figure, const Gnuplot& axes, const Gnuplot& plots, std::size_t titles,
                   std::size_t columns) {
  const std::size_t rows = (titles + columns - 1) / columns;
  figure.height += 20 * static_cast<int>(rows);
  figure.plot += axes;
  figure.plot += Gnuplot(
      "  set bmargin {}\n"
      "  set key below maxcols {} samplen 3\n"
      "  plot {}\n",
      rows + 4, columns, plots);
}

}  // namespace banyan::bench

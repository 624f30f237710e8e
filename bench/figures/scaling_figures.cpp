// Figures of scaling: Elo against log2 of one worker's time, and the parallel engines placed on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/figures/figures.hpp"
#include "bench/report/scaling_tables.hpp"
#include "bench/report/summary.hpp"

namespace banyan::bench {
namespace {

/// A block of data and how it is drawn.
class Series {
 public:
  explicit Series(std::string data_file) : data_file_(std::move(data_file)) {}

  /// One engine's Elo against its time.
  void add_curve(const std::string& engine, std::vector<CurvePoint> points) {
    std::sort(points.begin(), points.end(),
              [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
    begin(engine);
    for (const auto& [factor, e] : points) {
      data += fmt::format("{:g} {:.6g} {:.6g} {:.6g}\n", factor, e.value, e.lower95, e.upper95);
    }
    draw(Gnuplot("1:2:3:4 with yerrorlines"), 0.8, engine);
  }

  /// One engine at its strength speed-up, within the times from `first` to `last`.
  void add_speedup(const std::string& engine, const Estimate& s, const Estimate& e, double first,
                   double last) {
    begin(engine);
    data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}\n", s.value, e.value, e.lower95,
                        e.upper95, std::clamp(s.lower95, first, last),
                        std::clamp(s.upper95, first, last));
    draw(Gnuplot("1:2:5:6:3:4 with xyerrorbars"), 1.1, engine);
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  std::string data;
  Gnuplot plots;

 private:
  void begin(const std::string& engine) { data += data_block(count_++, engine); }

  void draw(const Gnuplot& how, double size, const std::string& engine) {
    add_plot(plots, Gnuplot("{} index {} using {} lw 1.5 pt {} ps {} lc rgb {} title {}",
                            data_file_, count_ - 1, how, series_point(count_), size,
                            series_colour_text(count_), engine));
  }

  std::string data_file_;
  std::size_t count_ = 0;
};

/// With the base time: 0 for the engine that all are measured by.
std::vector<CurvePoint> with_base(std::vector<CurvePoint> points, const Estimate& base) {
  points.push_back({1, base});
  std::erase_if(points, [](const CurvePoint& point) { return !std::isfinite(point.elo.error95); });
  return points;
}

std::vector<Figure> figures_of(const Scaling& results, const char* kind) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(results.matches)) {
    const std::string seq = one_worker(results, game);
    const std::vector<CurvePoint> measured = scaling_curve(results, game, seq);
    const std::vector<CurvePoint> curve = with_base(measured, {});
    if (curve.size() < 2) continue;
    const auto [first, last] = std::minmax_element(
        curve.begin(), curve.end(),
        [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
    Figure figure;
    figure.name = figure_name(kind, game);
    Series series(figure.data_file());
    series.add_curve(seq, curve);
    for (const MatchRow& match : results.matches) {
      if (match.game != game || match.kind != "time") continue;
      const std::string& engine = match.engine;
      const Estimate e = match.elo();
      const std::vector<CurvePoint> own = with_base(scaling_curve(results, game, engine), e);
      if (own.size() > 1) {
        series.add_curve(engine, own);
      } else if (const Estimate s = strength_speedup(measured, e);
                 std::isfinite(s.value) && s.value > 0) {
        series.add_speedup(engine, s, e, first->factor, last->factor);
      }
    }
    figure.title = fmt::format("{}: Elo against time", game);
    figure.caption =
        "Each engine's Elo against one worker at the base time, by how many times longer it thinks "
        "itself, with 95 % intervals. An engine that was played at the base time alone is one "
        "point, at its strength speed-up, where the curve of one worker has its Elo.";
    figure.data =
        "# a block an engine: factor on the time, Elo, ends of its 95 % interval; where it is one "
        "point,\n# the factor is the strength speed-up and the ends of its interval are last\n" +
        series.data;
    figure.height = 330 + 18 * static_cast<int>(series.count() + 1);
    figure.plot = Gnuplot(
        "  set xlabel 'time, in base times'\n"
        "  set ylabel {}\n"
        "  set logscale x 2\n"
        "  set xrange [{:g}:{:g}]\n"
        "  set grid ls 100\n"
        "  set bmargin {}\n"
        "  set key below maxcols 1 samplen 2\n"
        "  plot {}\n",
        fmt::format("Elo against {} at the base time", seq), first->factor / 1.2,
        last->factor * 1.2, series.count() + 4, series.plots);
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace

std::vector<Figure> scaling_figures(const RunData& data) {
  return figures_of(data.scaling, "scaling");
}

std::vector<Figure> chaslot_figures(const RunData& data) {
  return figures_of(data.chaslot, "chaslot");
}

}  // namespace banyan::bench

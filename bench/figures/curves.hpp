// Curves: values with 95 % intervals by a number, a curve for each engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/figures/figure.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

struct PlotPoint {
  double x = 0;
  Estimate y;                          ///< not drawn without a finite value
  std::optional<Interval> along = {};  ///< the interval of x, if it has one
};

struct Curve {
  std::string name;        ///< an engine's or strategy's, which decides its style
  std::string title = {};  ///< in the key; empty: its name
  std::vector<PlotPoint> points = {};
  Gnuplot how = Gnuplot("yerrorlines");
  Gnuplot style = {};  ///< of its own
};

/// The curve of that name among these, which it joins if it is new.
Curve& curve_of(std::vector<Curve>& curves, const std::string& name);

/// How far neighbouring curves are set apart, so that their intervals can be told apart where they
/// have the same x: by so much more of it, as on a logarithmic axis, or by so much.
struct Apart {
  double factor = 0;
  double step = 0;
};

/// Adds the curves' points to the figure's data; the curves as a plot command draws them. Those
/// without points are left out.
Gnuplot drawn(Figure& figure, const std::vector<Curve>& curves, const Apart& apart,
              bool titled = true);

/// Adds the plot with a key of so many titles below it, for which the figure grows.
void plot_over_key(Figure& figure, const Gnuplot& axes, const Gnuplot& plots, std::size_t titles,
                   std::size_t columns = 1);

}  // namespace banyan::bench

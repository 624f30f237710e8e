// The figure of a study that varies how many iterations a simulated worker makes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"
#include "bench/quality/quality.hpp"

namespace banyan::bench {
namespace {

/// Of the choices in turn (Okabe and Ito 2008).
constexpr std::array kColourOf{"#000000", "#E69F00", "#0072B2", "#D55E00", "#009E73", "#CC79A7"};
constexpr std::array kPointOf{7, 5, 13, 9, 15, 11};

/// Workers, and iterations of each.
using Length = std::pair<double, double>;

std::optional<Length> length_of(const SolvedCell& cell) {
  Spec engine = parse_spec(cell.place.engine);
  const std::string workers = take(engine, "workers");
  const std::string iterations = take(engine, "iterations");
  if (workers == "-" || iterations == "-") return std::nullopt;
  const double n = std::stod(workers);
  return Length{n, std::stod(iterations) / n};
}

}  // namespace

std::optional<Figure> lengths_figure(const Study& study, const std::vector<SolvedTable>& tables) {
  // What each choice lost beyond the best on all positions of a length.
  std::map<Length, std::map<std::string, std::vector<double>>> beyond;
  std::vector<std::string> choices;
  for (const SolvedTable& table : tables) {
    for (const SolvedCell& cell : table.cells) {
      if (cell.place.column == "-") continue;
      const std::optional<Length> length = length_of(cell);
      if (!length) return std::nullopt;
      auto& all = beyond[*length][cell.place.column];
      all.insert(all.end(), cell.beyond.begin(), cell.beyond.end());
      choices.push_back(cell.place.column);
    }
  }
  choices = distinct(choices, std::identity());
  std::map<double, std::size_t> lengths;  // by workers
  for (const auto& [length, lost] : beyond) ++lengths[length.first];
  const auto is_long = [](const auto& each) { return each.second > 2; };
  if (std::none_of(lengths.begin(), lengths.end(), is_long)) return std::nullopt;

  Figure figure;
  figure.name = study.name;
  figure.title = study.help;
  figure.caption = fmt::format(
      "All {} games together, with 95 % intervals. Half of the positions chose the best, the other "
      "half judges.",
      tables.size());
  figure.data =
      "# a block a part and choice: iterations of a worker, % of a win lost beyond the best, ends "
      "of its 95 % interval\n";
  figure.width = 1120;
  figure.height = 640;
  figure.plot = Gnuplot(
      "  unset title\n"
      "  set multiplot layout 2,{} title {}\n"
      "  set logscale x 2\n"
      "  set grid ls 100\n"
      "  set key right top\n",
      (lengths.size() + 1) / 2, figure.title);
  for (const auto& [workers, count] : lengths) {
    std::vector<Curve> curves;
    for (const std::string& choice : choices) {
      Curve& curve = curve_of(curves, choice);
      curve.title = fmt::format("{}={}", study.column, choice);
      const std::size_t place = place_of(choice, choices) % kColourOf.size();
      curve.style = SeriesStyle{kColourOf[place], kPointOf[place], 1}.code();
      for (const auto& [length, lost] : beyond) {
        const auto found = lost.find(choice);
        if (length.first != workers || found == lost.end()) continue;
        const Estimate mean = mean_loss(found->second);
        curve.points.push_back(
            {length.second,
             {100 * mean.value, 100 * mean.error95, 100 * mean.lower95, 100 * mean.upper95}});
      }
    }
    figure.plot += Gnuplot(
        "  set xlabel {}\n  set ylabel '% of a win beyond the best'\n  plot {}\n  unset key\n",
        fmt::format("iterations per worker, {:g} workers", workers),
        drawn(figure, curves, {.factor = 0.06}));
  }
  figure.plot += Gnuplot("  unset multiplot\n");
  return figure;
}

}  // namespace banyan::bench

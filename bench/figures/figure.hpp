// One figure: its data, its gnuplot commands, and what they are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/figures/gnuplot.hpp"
#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// A figure of one game or of all. Written as NAME.dat and NAME.gp, which draws NAME.svg and
/// NAME.pdf.
struct Figure {
  std::string name;     ///< of its files: "speedup-hex-size-11"
  std::string title;    ///< "hex:size=11: speed-up over seq"
  std::string caption;  ///< what was counted, the baseline, the interval
  std::string data;     ///< columns for gnuplot, explained in a comment
  Gnuplot plot;         ///< all commands but for terminal and output; reads data_file()
  int width = 520;      ///< pixels; 96 of them are an inch on paper
  int height = 320;

  [[nodiscard]] std::string data_file() const { return name + ".dat"; }
};

/// The whole script of a figure: `gnuplot NAME.gp` writes NAME.svg and NAME.pdf.
std::string gnuplot_script(const Figure& figure);

/// "KIND-GAME" with nothing but letters, digits, '-', '_' and '.', 100 of them at most.
std::string figure_name(std::string_view kind, std::string_view game);

/// A colour as gnuplot's `lc rgb variable` takes it. Of Okabe and Ito (2008), whom colour-blind
/// readers can follow, without their yellow, too pale on paper; grey and black come first.
int series_colour(std::size_t series);

/// The same as #0072B2.
std::string series_colour_text(std::size_t series);

/// A point's shape, so that series differ in black and white too.
int series_point(std::size_t series);

/// The place of an engine's series among them; their number if it is none.
std::size_t series_index(const std::vector<std::string>& series, const std::string& engine);

}  // namespace banyan::bench

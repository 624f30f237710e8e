// One figure: its data, its gnuplot commands, and what they are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/figures/gnuplot.hpp"

namespace banyan::bench {

/// A figure of one game or of all. Written as NAME.dat and NAME.gp, which draws NAME.svg and
/// NAME.pdf.
struct Figure {
  std::string name;     ///< of its files: "speedup-hex-size-11"
  std::string title;    ///< "hex:size=11: speed-up over seq"
  std::string caption;  ///< one line: what was counted, and the interval
  std::string data;     ///< columns for gnuplot, explained in a comment
  Gnuplot plot;         ///< all commands but for terminal and output; reads data_file()
  int width = 560;      ///< pixels, two beside each other on a page; 96 are an inch on paper
  int height = 340;
  std::size_t blocks = 0;  ///< of its data

  [[nodiscard]] std::string data_file() const { return name + ".dat"; }
  /// Begins a block of data, which a comment names; returns its index.
  std::size_t begin_block(std::string_view block);
};

/// The whole script of a figure: `gnuplot NAME.gp` writes NAME.svg and NAME.pdf.
std::string gnuplot_script(const Figure& figure);

/// "KIND-GAME" with nothing but letters, digits, '-', '_' and '.', 100 of them at most.
std::string figure_name(std::string_view kind, std::string_view game);

/// The colour of an engine's family in all figures, as gnuplot's `lc rgb variable` takes it. Of
/// Okabe and Ito (2008), whom colour-blind readers can tell apart. A simulated engine has that of
/// its scheme: "virtual:scheme=root" is drawn as root.
int engine_colour(std::string_view engine);

/// How a series is drawn.
struct SeriesStyle {
  std::string colour;  ///< #0072B2
  int point = 0;       ///< a filled mark; the number before it is the same one hollow
  int dash = 0;

  [[nodiscard]] Gnuplot code() const;
};

/// That of each of these engines, which share a figure: variants of one family, and others that
/// have the same colour, differ by mark and dash.
std::vector<SeriesStyle> series_styles(const std::vector<std::string>& engines);

}  // namespace banyan::bench

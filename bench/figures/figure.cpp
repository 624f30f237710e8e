// What the figures share.
#include "bench/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>

namespace banyan::bench {
namespace {

constexpr std::array kColours{0x767676, 0x000000, 0x56B4E9, 0xE69F00,
                              0x009E73, 0x0072B2, 0xD55E00, 0xCC79A7};
constexpr std::array kPoints{4, 7, 6, 5, 9, 13, 11, 8};

}  // namespace

std::string gnuplot_script(const Figure& figure) {
  return Gnuplot(R"(# Draws the data beside it as SVG and as PDF.
heading = {1}
caption = {2}
do for [kind in 'svg pdf'] {{
  reset
  set datafile missing '?'
  set style line 100 lc rgb '#dddddd' lw 1
  set border 3 lc rgb '#444444'
  set tics nomirror out
  if (kind eq 'svg') {{
    set terminal svg size {3},{4} font 'sans-serif,12' noenhanced background '#ffffff'
  }} else {{
    set terminal pdfcairo size {5:.3f}in,{6:.3f}in font 'sans-serif,9' noenhanced
  }}
  set output {0}.'.'.kind
  set title heading font ',13'
{7}  unset output
}}
)",
                 figure.name, figure.title, figure.caption, figure.width, figure.height,
                 figure.width / 96.0, figure.height / 96.0, figure.plot)
      .code();
}

std::string figure_name(std::string_view kind, std::string_view game) {
  std::string name = fmt::format("{}-{}", kind, game);
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && c != '-' && c != '_' && c != '.') c = '-';
  }
  constexpr std::size_t kLongest = 100;  // file systems take 255 bytes with the ending
  if (name.size() > kLongest) {
    const std::size_t hash = std::hash<std::string>()(name);
    name = fmt::format("{}-{:016x}", name.substr(0, kLongest - 17), hash);
  }
  return name;
}

int series_colour(std::size_t series) { return kColours[series % kColours.size()]; }

std::string series_colour_text(std::size_t series) {
  return fmt::format("#{:06X}", series_colour(series));
}

int series_point(std::size_t series) { return kPoints[series % kPoints.size()]; }

std::size_t series_index(const std::vector<std::string>& series, const std::string& engine) {
  const auto place = std::find(series.begin(), series.end(), without_threads(engine));
  return static_cast<std::size_t>(place - series.begin());
}

}  // namespace banyan::bench

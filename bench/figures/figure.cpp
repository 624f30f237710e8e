// What the figures share.
#include "bench/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace banyan::bench {
namespace {

constexpr std::array kColours{0x767676, 0x000000, 0x56B4E9, 0xE69F00,
                              0x009E73, 0x0072B2, 0xD55E00, 0xCC79A7};
constexpr std::array kPoints{4, 7, 6, 5, 9, 13, 11, 8};

constexpr const char* kScript = R"(# {title}
# {caption}
# gnuplot {name}.gp reads {name}.dat and writes {name}.svg and {name}.pdf.
do for [kind in 'svg pdf'] {{
  reset
  set datafile missing '?'
  set style line 100 lc rgb '#dddddd' lw 1
  set border 3 lc rgb '#444444'
  set tics nomirror out
  if (kind eq 'svg') {{
    set terminal svg size {width},{height} font 'sans-serif,12' noenhanced background '#ffffff'
  }} else {{
    set terminal pdfcairo size {inches_x:.3f}in,{inches_y:.3f}in font 'sans-serif,9' noenhanced
  }}
  set output '{name}.'.kind
  set title {quoted} font ',13'
{plot}  unset output
}}
)";

}  // namespace

std::string gnuplot_script(const Figure& figure) {
  return fmt::format(kScript, fmt::arg("title", figure.title), fmt::arg("caption", figure.caption),
                     fmt::arg("quoted", gnuplot_quoted(figure.title)),
                     fmt::arg("name", figure.name), fmt::arg("width", figure.width),
                     fmt::arg("height", figure.height), fmt::arg("inches_x", figure.width / 96.0),
                     fmt::arg("inches_y", figure.height / 96.0), fmt::arg("plot", figure.plot));
}

std::string figure_name(std::string_view kind, std::string_view game) {
  std::string name = fmt::format("{}-{}", kind, game);
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && c != '-' && c != '_' && c != '.') c = '-';
  }
  return name;
}

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\n' ? ' ' : c;
    if (c == '\'') quoted += c;
  }
  return quoted + "'";
}

std::string data_cell(std::string_view text) {
  std::string cell(text);
  std::replace(cell.begin(), cell.end(), '"', '\'');
  std::replace(cell.begin(), cell.end(), '\\', '/');
  std::replace(cell.begin(), cell.end(), '\n', ' ');
  return fmt::format("\"{}\"", cell);
}

int series_colour(std::size_t series) { return kColours[series % kColours.size()]; }

std::string series_colour_text(std::size_t series) {
  return fmt::format("'#{:06X}'", series_colour(series));
}

int series_point(std::size_t series) { return kPoints[series % kPoints.size()]; }

std::size_t series_index(const std::vector<std::string>& series, const std::string& engine) {
  const auto place = std::find(series.begin(), series.end(), without_threads(engine));
  return static_cast<std::size_t>(place - series.begin());
}

}  // namespace banyan::bench

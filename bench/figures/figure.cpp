// What the figures share.
#include "bench/figures/figure.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "bench/text/escape.hpp"

namespace banyan::bench {
namespace {

/// Families of engines; others have one of kOtherColours by their name.
constexpr std::pair<std::string_view, int> kColoursOfFamilies[]{
    {"seq", 0x000000},   {"plain", 0x767676},   {"naive", 0x767676},    {"random", 0x767676},
    {"tree", 0x0072B2},  {"root", 0x009E73},    {"leaf", 0xE69F00},     {"leased", 0x0072B2},
    {"batch", 0x56B4E9}, {"batched", 0x56B4E9}, {"pipeline", 0xD55E00}, {"hybrid", 0xCC79A7}};
constexpr std::array kOtherColours{0xCC79A7, 0xD55E00, 0x56B4E9};
constexpr std::array kPoints{7, 5, 13, 15, 9, 11};
constexpr int kDashes = 5;

/// "tree" of "tree:threads=2" and of "tree, one global mutex"; "root" of "virtual:scheme=root".
std::string_view family_of(std::string_view engine) {
  constexpr std::string_view kScheme = "scheme=";
  const std::string_view name = engine.substr(0, engine.find_first_of(":, "));
  if (name != "virtual") return name;
  const std::size_t at = engine.find(kScheme);
  if (at == std::string_view::npos) return "tree";
  engine.remove_prefix(at + kScheme.size());
  return engine.substr(0, engine.find(','));
}

}  // namespace

std::size_t Figure::begin_block(std::string_view block) {
  data += fmt::format("{}# {}\n", blocks == 0 ? "" : "\n\n", printable(block));
  return blocks++;
}

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
    set terminal svg size {3},{4} font 'sans-serif,13' noenhanced background '#ffffff'
  }} else {{
    set terminal pdfcairo size {5:.3f}in,{6:.3f}in font 'sans-serif,9' noenhanced
  }}
  set output {0}.'.'.kind
  set title heading font ',14'
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

int engine_colour(std::string_view engine) {
  const std::string_view name = family_of(engine);
  for (const auto& [family, colour] : kColoursOfFamilies) {
    if (family == name) return colour;
  }
  std::uint32_t hash = 2166136261;  // FNV-1a: the same with every library
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return kOtherColours[hash % kOtherColours.size()];
}

Gnuplot SeriesStyle::code() const {
  return Gnuplot("lw 1.5 ps 0.9 pt {} dt {} lc rgb {}", point, dash, colour);
}

std::vector<SeriesStyle> series_styles(const std::vector<std::string>& engines) {
  std::vector<SeriesStyle> styles;
  std::map<int, std::size_t> drawn;
  for (const std::string& engine : engines) {
    const int colour = engine_colour(engine);
    const std::size_t variant = drawn[colour]++;
    styles.push_back({fmt::format("#{:06X}", colour), kPoints[variant % kPoints.size()],
                      1 + static_cast<int>(variant) % kDashes});
  }
  return styles;
}

}  // namespace banyan::bench

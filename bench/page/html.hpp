// The report as one self-contained HTML file.
#pragma once

#include <string>
#include <string_view>

#include "bench/figures/figures.hpp"
#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// The page: verdict, tables, figures (inside, as SVG), how to read it, provenance, the command.
std::string report_html(const RunData& data, const Figures& figures);

/// gnuplot's SVG as a part of a page: without prolog, its ids made unique by this name, its titles
/// replaced by this title.
std::string inline_svg(std::string_view svg, std::string_view name, std::string_view title);

}  // namespace banyan::bench

// Writing the report of a results folder.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/figures/figures.hpp"
#include "bench/report/run_data.hpp"

namespace banyan::bench {

/// The page as one self-contained HTML file: verdict, tables, figures (inside, as SVG), how to read
/// it, provenance, the command.
std::string report_html(const RunData& data, const Figures& figures);

/// gnuplot's SVG as a part of a page: without prolog, its ids made unique by this name, its titles
/// replaced by this title.
std::string inline_svg(std::string_view svg, std::string_view name, std::string_view title);

/// What was written.
struct Report {
  std::filesystem::path page;      ///< report.html
  std::size_t figures = 0;         ///< that it shows
  std::vector<std::string> notes;  ///< a sentence for each thing that is missing
};

/// Writes report.html, rows.jsonl, results.csv and figures/ into a folder that `banyan bench`
/// wrote, whole or interrupted; `gnuplot` draws. Throws as read_run() does, and FileError for what
/// cannot be written; without gnuplot, and after a stop request, there are no figures, and a note.
Report write_report(const Folder& folder, const std::string& gnuplot = "gnuplot",
                    const std::stop_token& stop = {});

}  // namespace banyan::bench

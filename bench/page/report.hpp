// Writing the report of a results folder.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace banyan::bench {

/// What was written.
struct Report {
  std::filesystem::path page;      ///< report.html
  std::size_t figures = 0;         ///< that it shows
  std::vector<std::string> notes;  ///< a sentence for each thing that is missing
};

/// Writes report.html, rows.jsonl, results.csv and figures/ into a folder that `banyan bench`
/// wrote, whole or interrupted; `gnuplot` draws. Throws as read_run() does, and FileError for what
/// cannot be written; without gnuplot, and after a stop request, there are no figures, and a note.
Report write_report(const std::filesystem::path& folder, const std::string& gnuplot = "gnuplot",
                    const std::stop_token& stop = {});

}  // namespace banyan::bench

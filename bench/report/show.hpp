// Results are shown by the Python package banyan.report.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/text/folder.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

struct Shown {
  bool done = false;
  std::string text;  ///< the tables, for a terminal; else why there is no report, in a sentence
};

/// Makes summary.md, report.html and figures/ of a folder by the package beside this program.
/// Python is $BANYAN_PYTHON, or else the first of python3 and /usr/bin/python3 that has the
/// packages; if that is empty, nothing is made and nothing said. A stop request ends it.
Shown show(const std::filesystem::path& folder, std::size_t columns,
           const std::stop_token& stop = {});

/// The same of a folder of games or an advice, whose command printed its tables: prints the name
/// of the page, or why there is none on standard error.
void show_page(const std::filesystem::path& folder, bool json, const std::stop_token& stop);

/// Writes the folder of one answer, run.json and the rows, and if the run is finished makes its
/// page.
void write_answer(const Folder& folder, const Json& run, const std::vector<Row>& rows, bool json,
                  const std::stop_token& stop);

}  // namespace banyan::bench

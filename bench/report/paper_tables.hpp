// The tables of paper.json: published numbers beside ours.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/rows/paper_row.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// The verdict of a cell of ours alone; that of others is an Agreement's text.
inline constexpr const char* kNotPublished = "not published";

/// "Of 4 sharp cells 3 agree, 1 differs. Of 8 direction-only cells 5 agree, 3 cannot be told."
std::string paper_verdict(const std::vector<PaperCell>& cells);

/// Title and table for each quantity of the cells of paper.json.
std::vector<std::pair<std::string, Table>> paper_tables(const std::vector<PaperCell>& cells);

/// What the reader of these tables should know, a paragraph each.
std::vector<std::string> paper_notes(const PaperData& paper);

}  // namespace banyan::bench

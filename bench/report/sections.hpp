// What a run's tables are, in order: for the console, summary.md and the page alike.
#pragma once

#include <string>
#include <vector>

#include "bench/report/run_data.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

struct Section {
  std::string kind;  ///< the place on the page: a name of figure_kinds(), bench/figures/figures.hpp
  std::string heading;  ///< where it stands alone
  std::string title;    ///< among its kind; may be empty
  std::vector<Table> tables;
  std::vector<std::string> notes;  ///< what their reader should know, a paragraph each
};

/// Nothing of what the run did not measure.
std::vector<Section> sections_of(const RunData& data);

}  // namespace banyan::bench

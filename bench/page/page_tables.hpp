// Tables within a page of Markdown, as README.md, made from the files of committed runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace banyan::bench {

struct PageWithTables {
  std::string text;
  int tables = 0;  ///< how many it has
};

/// The page with what stands between markers made anew:
///
///   <!-- banyan: FOLDER TABLE GAME -->
///   ...
///   <!-- /banyan -->
///
/// Or, with <!-- banyan: list games --> and <!-- banyan: list engines -->, what this program has.
///
/// FOLDER is a run's, from the page's own; TABLE is speed, ablation, truth or strength. Under each
/// table a line says which commit made the numbers on which machine, and whether anybody could make
/// them again. Lines end as that of their marker does. Throws UsageError, which names the line, for
/// a marker that names no table of the run, has no end or no beginning, or is spelled otherwise,
/// and what read_run() throws.
PageWithTables with_tables(std::string_view page, const std::filesystem::path& folder_of_page);

}  // namespace banyan::bench

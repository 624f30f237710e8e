// Tables within a page of Markdown, as README.md, made from the files of committed runs.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::bench {

/// The page with what stands between markers made anew:
///
///   <!-- banyan: FOLDER TABLE GAME -->
///   ...
///   <!-- /banyan -->
///
/// FOLDER is a run's, from the page's own; TABLE is speed, ablation, truth or strength. Under each
/// table a line says which commit made the numbers on which machine, and whether anybody could make
/// them again. Throws UsageError, which names the line, for a marker that names no table of the run
/// or has no end, and what read_run() throws.
std::string with_tables(const std::string& page, const std::filesystem::path& folder_of_page);

}  // namespace banyan::bench

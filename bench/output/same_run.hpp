// Whether a folder's results are of the run that is asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/output/output_folder.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// run.json of the run that goes on in the folder; nothing if there is none. Throws UsageError if
/// it is another one.
std::optional<Json> earlier_run(const OutputFolder& folder, const Json& run);

/// A folder that holds nothing, or an earlier answer to the question of `run`, which is an object
/// as below. Throws UsageError if it holds something else.
OutputFolder folder_of_answer(const std::filesystem::path& path, const Json& run);

/// Why a run must not go on from another, each an object with `provenance` and `settings` as in
/// run.json: they differ in a setting, in the build or the machine, or in a foreign program's
/// version. Completes "--out DIR holds ...". Nothing if it may.
std::optional<std::string> why_another_run(const Json& there, const Json& run);

}  // namespace banyan::bench

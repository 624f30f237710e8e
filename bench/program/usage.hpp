// Errors that CLI11 finds in a command line, in our own messages.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace banyan::bench {

/// One sentence with the given value and what is allowed; suggests similar names.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                    const char* const* argv);

/// Throws UsageError for an argument of the chosen command that is given but empty. It would
/// otherwise count as not given, and hide a script's mistake.
void refuse_empty_values(const CLI::App& app);

}  // namespace banyan::bench

// What CLI11 finds wrong with a command line, in our words.
#pragma once

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

namespace banyan::bench {

/// Checks that an argument is a whole number from `lowest` to `highest`: CLI11's own check says
/// what is allowed in words of its version.
CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest);

/// One sentence that names what was given and what is allowed; near names are suggested.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                    const char* const* argv);

/// Throws UsageError for an argument of the chosen command that is given but empty: it would pass
/// for one that is left out, and what a script lost on the way would not be missed.
void refuse_empty_values(const CLI::App& app);

}  // namespace banyan::bench

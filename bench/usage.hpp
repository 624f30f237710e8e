// What CLI11 finds wrong with a command line, in our words.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace banyan::bench {

/// One sentence that names what was given and what is allowed; near names are suggested.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                    const char* const* argv);

}  // namespace banyan::bench

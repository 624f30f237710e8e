// Searches in a separate process, by this program or another build of it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// This program's file.
std::string own_program();

/// Returns the output of `PROGRAM search ARGUMENTS --json`, run with NAME=VALUE set if an
/// `environment` is given. Nothing after a stop request, which ends it. Throws std::runtime_error,
/// with a sentence, if the program cannot be run, fails or prints no JSON.
std::optional<Json> search_by(const std::string& program, std::vector<std::string> arguments,
                              const std::stop_token& stop,
                              std::vector<std::string> environment = {});

}  // namespace banyan::bench

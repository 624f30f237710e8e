// Searches in a process of their own, by this program or another build of it.
#pragma once

#include <string>

#include "bench/json.hpp"

namespace banyan::bench {

/// This program's file.
std::string own_program();

/// What `PROGRAM search ARGUMENTS --json` prints, with NAME=VALUE set for it if an `environment` is
/// given. The arguments are the shell's. Throws std::runtime_error, in a sentence, if it cannot be
/// run, fails or prints no JSON.
Json search_by(const std::string& program, const std::string& arguments,
               const std::string& environment = "");

}  // namespace banyan::bench

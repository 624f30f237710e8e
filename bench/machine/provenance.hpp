// Where a result comes from: the program, the machine and the command.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// Version, commit, compiler and flags, machine, allocator and date, as one object.
Json provenance(const std::string& command);

/// What else there is to say of this process, by name; set by main() before anything is measured.
Json& further_provenance();

/// Whether two objects with a provenance come from the same build on the same kind of machine;
/// false where one of them does not say.
bool same_maker(const Json& a, const Json& b);

/// The same as flat text fields, for Google Benchmark's context: nested names are joined by '.'.
std::vector<std::pair<std::string, std::string>> flatten(const Json& object);

}  // namespace banyan::bench

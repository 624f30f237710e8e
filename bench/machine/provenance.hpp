// The origin of a result: program, machine and command.
#pragma once

#include <string>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// Version, commit, compiler and flags, machine, allocator and date, as one object.
Json provenance(const std::string& command);

/// What of it is the same whenever this machine runs this program: version, commit, compiler,
/// flags, and of the machine the model of its processor and its CPUs.
Json maker();

/// Further facts about this process, by name; set by main() before any measurement.
Json& further_provenance();

/// Whether two objects with a provenance come from the same build on the same kind of machine;
/// false if either does not say.
bool same_maker(const Json& a, const Json& b);

}  // namespace banyan::bench

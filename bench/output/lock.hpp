// Locks of the system on what is written.
#pragma once

#include <filesystem>

#include "bench/text/folder.hpp"

namespace banyan::bench {

/// Locks an open file or directory until it is closed. False if somebody else has it. A file system
/// without locks always succeeds.
bool try_lock(const Descriptor& file);

/// Throws UsageError for what another run has locked; `another` is what to give instead.
[[noreturn]] void refuse_in_use(const char* option, const std::filesystem::path& path,
                                const char* another);

}  // namespace banyan::bench

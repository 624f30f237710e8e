// What the program says of itself. cmake/version.cmake defines it in a file of its own, since every
// commit changes it.
#pragma once

namespace banyan::build {

extern const char* const kVersion;
extern const char* const kCommit;
extern const char* const kCompiler;
extern const char* const kFlags;

}  // namespace banyan::build

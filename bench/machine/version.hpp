// The program's version. cmake/version.cmake defines it in a separate file, since every commit
// changes it.
#pragma once

namespace banyan::build {

extern const char* const kVersion;
extern const char* const kCommit;
extern const char* const kCompiler;
extern const char* const kFlags;
extern const char* const kHeaders;  ///< the folder where this tree's headers are banyan/core/...
extern const char* const kPluginOptions;  ///< the compiler's for a plugin, with blanks between

}  // namespace banyan::build

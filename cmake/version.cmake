# Writes banyan_version.cpp: what a result file records about the program.

# A source tree without .git must not use the commit of an enclosing repository.
cmake_path(GET SOURCE_DIR PARENT_PATH parent)
set(ENV{GIT_CEILING_DIRECTORIES} "${parent}")
# Fails without git, a repository or a commit, or in another user's repository.
execute_process(COMMAND git --no-optional-locks describe --always --dirty --exclude=*
                WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE COMMIT RESULT_VARIABLE failed
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(failed)
  set(COMMIT unknown)
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Generated at build time by cmake/version.cmake.
#include "bench/machine/version.hpp"

namespace banyan::build {

const char* const kVersion = "@VERSION@";
const char* const kCommit = "@COMMIT@";
const char* const kCompiler = "@COMPILER@";
const char* const kFlags = "@FLAGS@";
const char* const kHeaders = "@HEADERS@";
const char* const kPluginOptions = "@PLUGIN_OPTIONS@";

}  // namespace banyan::build
]])

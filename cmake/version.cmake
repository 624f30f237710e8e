# Writes banyan_version.hpp: what a result file says about the program that made it.

# A source tree without .git must not take the commit of a repository around it.
cmake_path(GET SOURCE_DIR PARENT_PATH parent)
set(ENV{GIT_CEILING_DIRECTORIES} "${parent}")
# Fails where there is no git, no repository, no commit, or another user's repository.
execute_process(COMMAND git --no-optional-locks describe --always --dirty --exclude=*
                WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE COMMIT RESULT_VARIABLE failed
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(failed)
  set(COMMIT unknown)
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Generated at build time by cmake/version.cmake.
#pragma once

namespace banyan::build {

inline constexpr const char* kVersion = "@VERSION@";
inline constexpr const char* kCommit = "@COMMIT@";
inline constexpr const char* kCompiler = "@COMPILER@";
inline constexpr const char* kFlags = "@FLAGS@";

}  // namespace banyan::build
]])

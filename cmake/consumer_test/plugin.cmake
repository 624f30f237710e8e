# banyan_add_game() makes a plugin that PROGRAM loads: in a project that finds the package that run.cmake
# installed, and in one that has Banyan as a subdirectory. It gets every option of `banyan build-plugin`.
cmake_policy(VERSION 3.25)
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(folder ${BUILD_DIR}/consumer_test/plugin)
file(REMOVE_RECURSE ${folder})

# What build-plugin gives to the compiler.
file(WRITE ${folder}/compiler "#!/bin/sh\necho \"$@\" >&2\n")
file(CHMOD ${folder}/compiler PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
execute_process(COMMAND ${CMAKE_COMMAND} -E env CXX=${folder}/compiler
                        ${PROGRAM} build-plugin ${CLOBBER} --out ${folder}/none.so
                OUTPUT_QUIET ERROR_VARIABLE options COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "-[^ \n]+" options "${options}")
list(FILTER options EXCLUDE REGEX "^-(I.*|o|shared)$")  # of folders and for the linker
if(NOT "-march=native" IN_LIST options)
  message(FATAL_ERROR "build-plugin compiles without -march=native: ${options}")
endif()

# check(NAME FIND): a project that has Banyan by these lines.
function(check name find)
  file(WRITE ${folder}/${name}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(plugins LANGUAGES CXX)
${find}
banyan_add_game(clobber ${CLOBBER})
")
  set(build ${folder}/${name}/build)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${folder}/${name} -B ${build}
                          -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                          -D CMAKE_BUILD_TYPE=Release -D CMAKE_EXPORT_COMPILE_COMMANDS=ON
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --target clobber
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${build}/compile_commands.json command REGEX "\"command\".*clobber\\.cpp")
  foreach(option ${options})
    string(FIND "${command} " " ${option} " place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${name}: banyan_add_game() lacks ${option} of build-plugin:\n${command}")
    endif()
  endforeach()
  execute_process(COMMAND ${PROGRAM} --plugin ${build}/clobber.so perft --game clobber --depth 2
                  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed MATCHES "lines of 2 moves")
    message(FATAL_ERROR "${name}: the program does not play clobber:\n${printed}")
  endif()
endfunction()

check(package "find_package(banyan REQUIRED COMPONENTS core match)")
check(subdirectory "add_subdirectory(${ROOT} banyan)")

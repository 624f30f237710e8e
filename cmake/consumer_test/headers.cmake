# Compiles every header that run.cmake installed, each by itself. What they include of other libraries
# is precompiled, which takes a quarter of the time, so that only Banyan's own includes are checked.
# `./run check --all` compiles the headers without that.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(folder ${BUILD_DIR}/consumer_test/headers)
file(REMOVE_RECURSE ${folder})
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/banyan/*.hpp)
list(FILTER headers EXCLUDE REGEX "_test\\.hpp$")  # they need GoogleTest

set(others "")
foreach(header ${headers})
  file(STRINGS ${prefix}/include/${header} includes REGEX "^#include <[^>]*>")
  list(FILTER includes EXCLUDE REGEX "<banyan/")
  list(APPEND others ${includes})
  string(REPLACE "/" "_" unit ${header})
  file(WRITE ${folder}/${unit}.cpp "#include <${header}>\n")
endforeach()
list(REMOVE_DUPLICATES others)
list(JOIN others "\n" others)
file(WRITE ${folder}/others.hpp "${others}\n")
file(WRITE ${folder}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(headers LANGUAGES CXX)
find_package(banyan REQUIRED)
file(GLOB units *.cpp)
add_library(headers OBJECT \${units})
target_link_libraries(headers banyan::cluster banyan::simulation banyan::games)
target_precompile_headers(headers PRIVATE others.hpp)
")
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${folder} -B ${folder}/build
                        -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder}/build COMMAND_ERROR_IS_FATAL ANY)

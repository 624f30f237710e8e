# Compiles every header that run.cmake installed, together. `./run check` reads those that changed each by
# itself, and with --all compiles each.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(folder ${BUILD_DIR}/consumer_test/headers)
file(REMOVE_RECURSE ${folder})
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/banyan/*.hpp)
list(FILTER headers EXCLUDE REGEX "_test\\.hpp$")  # they need GoogleTest
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
list(JOIN headers "" headers)
file(WRITE ${folder}/headers.cpp "${headers}")
file(WRITE ${folder}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(headers LANGUAGES CXX)
find_package(banyan REQUIRED)
add_library(headers OBJECT headers.cpp)
target_link_libraries(headers banyan::cluster banyan::simulation banyan::games banyan::match)
")
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${folder} -B ${folder}/build
                        -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder}/build COMMAND_ERROR_IS_FATAL ANY)

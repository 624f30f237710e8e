# Builds the tours from a folder with nothing else in it, with warnings as errors, against the package
# that run.cmake installed, and compares what each prints with the file NAME.txt beside it. A tour
# without one must just succeed.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(folder ${BUILD_DIR}/consumer_test/tours)
file(REMOVE_RECURSE ${folder})
file(COPY ${TOURS_DIR}/ DESTINATION ${folder} FILES_MATCHING PATTERN *.cpp PATTERN CMakeLists.txt)
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${folder} -B ${folder}/build
                        -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                        "-DCMAKE_CXX_FLAGS=-O1 -Wall -Wextra -Wpedantic -Wshadow -Werror"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder}/build COMMAND_ERROR_IS_FATAL ANY)
file(GLOB tours ${folder}/*.cpp)
foreach(tour ${tours})
  get_filename_component(name ${tour} NAME_WE)
  execute_process(COMMAND ${folder}/build/${name} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(NOT EXISTS ${TOURS_DIR}/${name}.txt)
    continue()
  endif()
  file(READ ${TOURS_DIR}/${name}.txt expected)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${name} is to print:\n${expected}but it prints:\n${printed}")
  endif()
endforeach()

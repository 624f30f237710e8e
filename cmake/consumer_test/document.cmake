# Builds the program NAME.cpp of the page DOCUMENT against the package that run.cmake installed, exactly
# as it is printed, runs it, and compares what it prints with the block of text that follows it. If its
# first line says that "numbers vary", numbers and their intervals are not compared.
set(longest 60)  # lines
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(build ${BUILD_DIR}/consumer_test/${NAME})
file(READ ${DOCUMENT} text)

# take_block(OUT FENCE): what stands behind the next FENCE, up to the end of the block; `text` goes
# on from there. No lists: the code is full of semicolons.
macro(take_block out fence)
  string(FIND "${text}" "${fence}" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${DOCUMENT}: a block of ${NAME}.cpp is missing: ${fence}")
  endif()
  string(LENGTH "${fence}" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "```\n" end)
  string(SUBSTRING "${text}" 0 ${end} ${out})
  math(EXPR end "${end} + 4")
  string(SUBSTRING "${text}" ${end} -1 text)
endmacro()
take_block(code "```cpp\n// ${NAME}.cpp: ")
take_block(expected "```text\n")
set(code "// ${NAME}.cpp: ${code}")

string(REGEX REPLACE "[^\n]" "" lines "${code}")
string(LENGTH "${lines}" lines)
if(lines GREATER longest)
  message(FATAL_ERROR "${DOCUMENT}: ${NAME}.cpp has ${lines} lines, more than ${longest}")
endif()

file(REMOVE_RECURSE ${build})
file(WRITE ${build}/${NAME}.cpp "${code}")
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${build}
                        -D SOURCE=${build}/${NAME}.cpp -D CMAKE_PREFIX_PATH=${prefix}
                        -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${build}/consumer OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(code MATCHES "^[^\n]* numbers vary")
  foreach(text printed expected)
    string(REGEX REPLACE "unknown|([<>] )?[-+]?[0-9.]+( ± [0-9.]+)?" "N" ${text} "${${text}}")
  endforeach()
endif()
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${DOCUMENT} says that ${NAME}.cpp prints:\n${expected}but it prints:\n${printed}")
endif()

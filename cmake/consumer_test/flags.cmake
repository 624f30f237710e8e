# A program compiled by other flags than the libraries, or by another compiler, finds what `banyan`
# does, which is compiled by their own; and where it could not, it is refused.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(build ${BUILD_DIR}/consumer_test/flags)
file(REMOVE_RECURSE ${build})
if(CXX_COMPILER MATCHES clang)
  find_program(other g++)
else()
  find_program(other clang++)
endif()
if(NOT other)
  set(other ${CXX_COMPILER})
endif()

# compile(OUT NAME COMPILER FLAGS): whether the program compiles by these.
function(compile out name compiler flags)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${build}/${name}
                          -D SOURCE=${SOURCE_DIR}/searches.cpp -D CMAKE_PREFIX_PATH=${prefix}
                          -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build}/${name}
                  OUTPUT_VARIABLE text RESULT_VARIABLE ${out})
  set(${out} ${${out}} PARENT_SCOPE)
  set(text ${text} PARENT_SCOPE)
endfunction()

# check(NAME COMPILER FLAGS): that the first program's searches are those of `banyan`, visit for
# visit, and that every other program prints the same as the first.
function(check name compiler flags)
  compile(failed ${name} ${compiler} "${flags}")
  if(failed)
    message(FATAL_ERROR "${compiler} ${flags} does not compile:\n${text}")
  endif()
  execute_process(COMMAND ${build}/${name}/consumer OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(first)
    if(NOT found STREQUAL first)
      message(FATAL_ERROR "by ${compiler} ${flags} the program finds:\n${found}\n"
                          "and by other flags:\n${first}")
    endif()
    return()
  endif()
  set(first ${found} PARENT_SCOPE)
  string(STRIP "${found}" found)
  string(REPLACE "\n" ";" lines "${found}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^ ]+) ([^ ]+) [0-9a-f]+: (.*)$" line "${line}")
    set(game ${CMAKE_MATCH_1})
    set(engine ${CMAKE_MATCH_2})
    set(visits "${CMAKE_MATCH_3}")
    execute_process(COMMAND ${PROGRAM} search --game ${game} --engine ${engine} --iterations 2000
                            --json
                    OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
    string(JSON expected GET "${expected}" root children)
    string(REGEX MATCHALL "\"visits\" *: *[0-9]+" expected "${expected}")
    string(REGEX REPLACE "[^0-9]+" " " expected "${expected}")
    if(NOT visits OR NOT " ${visits}" STREQUAL expected)
      message(FATAL_ERROR "of ${game} ${engine}, the program by ${compiler} ${flags} finds the visits\n"
                          " ${visits}\nand banyan${expected}")
    endif()
  endforeach()
endfunction()

check(debug ${CXX_COMPILER} -O0)
check(other ${other} "-O1 ${MARCH}")

compile(failed fast ${CXX_COMPILER} "-ffast-math -Wfatal-errors")
if(NOT failed OR NOT text MATCHES "without -ffast-math")
  message(FATAL_ERROR "-ffast-math is not refused:\n${text}")
endif()

# A program compiled by other flags than the libraries, or by another compiler, finds what one by
# their own flags does; and where it could not, it is refused.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(build ${BUILD_DIR}/consumer_test/flags)
file(REMOVE_RECURSE ${build})
if(CXX_COMPILER MATCHES clang)
  find_program(other g++)
else()
  find_program(other clang++)
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

# check(NAME COMPILER FLAGS)
function(check name compiler flags)
  compile(failed ${name} ${compiler} "${flags}")
  if(failed)
    message(FATAL_ERROR "${compiler} ${flags} does not compile:\n${text}")
  endif()
  execute_process(COMMAND ${build}/${name}/consumer OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(NOT expected)
    set(expected ${found} PARENT_SCOPE)
  elseif(NOT found STREQUAL expected)
    message(FATAL_ERROR "by ${compiler} ${flags} the program finds:\n${found}\n"
                        "and by the flags of the libraries:\n${expected}")
  endif()
endfunction()

check(same ${CXX_COMPILER} "-O2 ${MARCH}")
check(debug ${CXX_COMPILER} -O0)
if(other)
  check(other ${other} -O1)
endif()

compile(failed fast ${CXX_COMPILER} "-ffast-math -Wfatal-errors")
if(NOT failed OR NOT text MATCHES "without -ffast-math")
  message(FATAL_ERROR "-ffast-math is not refused:\n${text}")
endif()

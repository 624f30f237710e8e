# The suites of a test program, each a test of ctest; read by ctest itself, which knows `program` and `name`.
# A process for each of thousands of tests would take longer than most of the tests. Those whose names contain
# "Slow" stand apart, and start first, since the last to end should be short ones. The timeouts are for tests
# that hang: one beside eight busy loops takes ten times as long as alone.
if(NOT EXISTS "${program}")
  add_test(${name}_tests_NOT_BUILT "${program}")
  return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE listed
                RESULT_VARIABLE failed ERROR_VARIABLE said)
if(failed)
  message(FATAL_ERROR "${program} does not list its tests (${failed}): ${said}")
endif()
string(REGEX REPLACE "[][;]" "?" listed "${listed}")
string(REPLACE "\n" ";" listed "${listed}")

# note_suite(): of the suite whose tests were just read, if there is one.
macro(note_suite)
  set(title "${suite}")
  if(type)
    set(title "${suite}<${type}>")
  endif()
  if(quick)
    add_test("${title}" "${program}" "--gtest_filter=${suite}.*-*Slow*")
    set_tests_properties("${title}" PROPERTIES TIMEOUT 1200
                         SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests")
  endif()
  if(slow)
    string(SUBSTRING "${slow}" 1 -1 slow)
    add_test("Slow: ${title}" "${program}" "--gtest_filter=${slow}")
    set_tests_properties("Slow: ${title}" PROPERTIES TIMEOUT 3600 LABELS slow COST 1000
                         SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests")
  endif()
endmacro()

set(suite "")
foreach(line IN LISTS listed)
  if(line MATCHES "^  +([^ ]+)")
    set(test "${suite}.${CMAKE_MATCH_1}")
    if(test MATCHES "Slow")
      string(APPEND slow ":${test}")
    else()
      set(quick ON)
    endif()
  elseif(line MATCHES "^([^ ]+)\\.( +# TypeParam = (.*))?$")
    note_suite()
    set(suite "${CMAKE_MATCH_1}")
    set(type "${CMAKE_MATCH_3}")
    set(slow "")
    set(quick OFF)
  endif()
endforeach()
note_suite()

# The suites of a test program, one ctest test each; ctest itself reads this file and sets `program`
# and `name`. One process for each of thousands of tests would take longer than most tests. Suites
# whose names contain "Slow" are separate and start first, so that the last ones to end are short.
# The timeouts are for hanging tests: beside eight busy loops, a test takes ten times as long.
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

# What a suite prints last if all its tests were skipped and none failed.
set(all_skipped "\\[  PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\][^\n]*\n)+$")

# note_suite(): adds the suite whose tests were just read, if there is one.
macro(note_suite)
  set(title "${suite}")
  if(type)
    set(title "${suite}<${type}>")
  endif()
  if(quick)
    add_test("${title}" "${program}" "--gtest_filter=${suite}.*-*Slow*")
    set_tests_properties("${title}" PROPERTIES TIMEOUT 1200
                         SKIP_REGULAR_EXPRESSION "${all_skipped}")
  endif()
  if(slow)
    string(SUBSTRING "${slow}" 1 -1 slow)
    add_test("Slow: ${title}" "${program}" "--gtest_filter=${slow}")
    set_tests_properties("Slow: ${title}" PROPERTIES TIMEOUT 3600 LABELS slow COST 1000
                         SKIP_REGULAR_EXPRESSION "${all_skipped}")
  endif()
endmacro()

set(suite "")
set(slow "")
set(quick OFF)
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

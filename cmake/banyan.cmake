# What the directories of Banyan have in common: a library of their sources, a program of their tests.

# banyan_sources(OUT): the sources of this directory, without its tests.
function(banyan_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# banyan_library(NAME LINKS... [DEFINES...]): banyan::NAME, installed with the headers of this
# directory. A directory without sources makes a library of headers.
function(banyan_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;DEFINES")
  banyan_sources(sources)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS *.hpp)
  list(FILTER headers EXCLUDE REGEX "_test\\.hpp$")
  if(sources)
    set(kind STATIC)
    set(scope PUBLIC)
  else()
    set(kind INTERFACE)
    set(scope INTERFACE)
  endif()

  add_library(banyan_${name} ${kind} ${sources})
  add_library(banyan::${name} ALIAS banyan_${name})
  set_target_properties(banyan_${name} PROPERTIES EXPORT_NAME ${name})
  target_sources(banyan_${name} ${scope}
                 FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  target_compile_features(banyan_${name} ${scope} cxx_std_20)
  target_compile_definitions(banyan_${name} ${scope} ${arg_DEFINES})
  target_link_libraries(banyan_${name} ${scope} ${arg_LINKS})
  install(TARGETS banyan_${name} EXPORT banyan COMPONENT libraries
          ARCHIVE FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/banyan)
endfunction()

# banyan_tests(NAME [LINKS...]): the program NAME_tests of this directory's *_test.cpp. A test whose
# name contains "Slow" carries the label slow.
function(banyan_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_test.cpp)
  if(NOT BANYAN_TESTS OR NOT sources)
    return()
  endif()
  include(GoogleTest)
  add_executable(${name}_tests ${sources})
  target_link_libraries(${name}_tests PRIVATE banyan::core banyan::parallel banyan::games
                        ${arg_LINKS} GTest::gtest_main GTest::gmock)
  # Halves the time that the tests take to build; what they link is optimised as ever.
  target_compile_options(${name}_tests PRIVATE -O1)
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST TEST_FILTER -*Slow*
                       PROPERTIES TIMEOUT 120)
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST TEST_FILTER *Slow*
                       PROPERTIES TIMEOUT 900 LABELS slow)
endfunction()

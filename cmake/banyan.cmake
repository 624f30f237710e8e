# What Banyan's directories share: a library of their sources, and a program of their tests.

# banyan_sources(OUT): the sources of this directory, without its tests.
function(banyan_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

option(BANYAN_UNITY "Build in less time: headers compiled once, small files in a few unity groups" OFF)

# banyan_precompiled(TARGET HEADERS...): precompiles headers that all its files include. Not if the
# compiler warns: g++ 12 then warns about its own AVX-512 headers (GCC bug 105593).
function(banyan_precompiled target)
  if(BANYAN_UNITY AND NOT BANYAN_WARNINGS AND NOT BANYAN_WERROR)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# banyan_unity_group(TARGET GROUP PLACES...): compiles these files of a target, or all files of these
# directories, together (a unity build), in a fraction of the time. Files in no group are compiled
# alone. banyan_unity_group(TARGET): all of them together.
function(banyan_unity_group target)
  if(NOT BANYAN_UNITY)
    return()
  endif()
  if(ARGC EQUAL 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(POP_FRONT ARGN group)
  foreach(place ${ARGN})
    if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${place})
      file(GLOB files ${place}/*.cpp)
      list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
    else()
      set(files ${place})
    endif()
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# banyan_for_modules(TARGET): a library that programs and the Python module (python/) both link, so
# that it is compiled once. With hidden symbols, the module's calls are as direct as a program's.
function(banyan_for_modules target)
  get_target_property(kind ${target} TYPE)
  if(NOT kind STREQUAL INTERFACE_LIBRARY)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
                          CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# banyan_library(NAME LINKS... [DEFINES...] [EXCEPT FOLDERS... | FOLDERS...]): banyan::NAME of this
# directory without those folders, or of these folders alone, installed with its headers
# (cmake/install_headers.cmake). A directory without sources makes a header library.
function(banyan_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;DEFINES;EXCEPT;FOLDERS")
  banyan_sources(sources)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS *.hpp)
  list(FILTER headers EXCLUDE REGEX "_test\\.hpp$")
  foreach(folder ${arg_EXCEPT})
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
    list(FILTER headers EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
  endforeach()
  if(arg_FOLDERS)
    list(JOIN arg_FOLDERS "|" folders)
    list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/(${folders})/")
    list(FILTER headers INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/(${folders})/")
  endif()
  if(sources)
    set(kind STATIC)
    set(scope PUBLIC)
  else()
    set(kind INTERFACE)
    set(scope INTERFACE)
  endif()

  add_library(banyan_${name} ${kind} ${sources})
  banyan_for_modules(banyan_${name})
  add_library(banyan::${name} ALIAS banyan_${name})
  set_target_properties(banyan_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(banyan_${name} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_features(banyan_${name} ${scope} cxx_std_20)
  target_compile_definitions(banyan_${name} ${scope} ${arg_DEFINES})
  target_link_libraries(banyan_${name} ${scope} ${arg_LINKS})
  install(TARGETS banyan_${name} EXPORT banyan COMPONENT libraries
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

  # Each header must compile alone. In a separate target, since an exported file set requires CMake
  # 3.23 of the package's users.
  add_library(banyan_${name}_headers INTERFACE)
  set_target_properties(banyan_${name}_headers PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  target_sources(banyan_${name}_headers INTERFACE
                 FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  target_link_libraries(banyan_${name}_headers INTERFACE banyan_${name})
endfunction()

# banyan_tests(NAME [LINKS...] [UNITS N | TOGETHER REGEX] [ALONE REGEX] [EXCEPT REGEX]): the program
# NAME_tests of this directory's *_test.cpp, except the folders and tests that EXCEPT matches. They are
# compiled in N unity groups, so that what they share is compiled N times; or in one of the folders and
# tests whose names begin with what TOGETHER matches, and one of the others. Those that ALONE matches
# are compiled alone. Tests with "Slow" in the name get the label slow.
function(banyan_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ALONE;EXCEPT;TOGETHER;UNITS" "LINKS;PRECOMPILED")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_test.cpp)
  if(arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "/${arg_EXCEPT}(/|_test\\.cpp$)")
  endif()
  if(NOT BANYAN_TESTS OR NOT sources)
    return()
  endif()
  add_executable(${name}_tests ${sources})
  target_link_libraries(${name}_tests PRIVATE banyan::core banyan::cluster banyan::simulation
                        banyan::games ${arg_LINKS} GTest::gtest_main GTest::gmock)
  if(BANYAN_UNITY)
    if(arg_TOGETHER)
      set(together ${sources})
      list(FILTER together INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/(.*/)?(${arg_TOGETHER})[_/]")
      set_source_files_properties(${sources} PROPERTIES UNITY_GROUP others)
      set_source_files_properties(${together} PROPERTIES UNITY_GROUP together)
      set_target_properties(${name}_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    else()
      list(LENGTH sources count)
      math(EXPR batch "(${count} + ${arg_UNITS} - 1) / ${arg_UNITS}")
      set_target_properties(${name}_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    endif()
    if(arg_ALONE)
      list(FILTER sources INCLUDE REGEX "/(${arg_ALONE})_test\\.cpp$")
      set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endif()
  banyan_precompiled(${name}_tests <gtest/gtest.h> <random> <thread> ${arg_PRECOMPILED})
  # Compiles in some two thirds of the time of -O1, and runs a quarter to three fifths longer; the libraries that the
  # tests link stay optimised.
  target_compile_options(${name}_tests PRIVATE -Og)
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  file(GENERATE OUTPUT ${suites}
       CONTENT "set(name ${name})\nset(program $<TARGET_FILE:${name}_tests>)\n\
include(${PROJECT_SOURCE_DIR}/cmake/suites.cmake)\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()

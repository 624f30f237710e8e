# The requirements for building Banyan; missing ones are named in one sentence.

if(NOT (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
        OR CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14))
  message(FATAL_ERROR "Banyan needs g++ 12, clang 14 or newer, and ${CMAKE_CXX_COMPILER} is "
                      "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}: set CXX to another.")
endif()

# banyan_need(DEBIAN_PACKAGE NAME...): find_package(NAME...), with the name of the missing package
# on Debian or Ubuntu.
macro(banyan_need debian_package name)
  find_package(${name} ${ARGN} QUIET)
  banyan_found(${name} ${debian_package})
endmacro()

function(banyan_found name debian_package)
  if(NOT ${name}_FOUND)
    set(what ${name})
    if(${name}_CONSIDERED_VERSIONS)
      set(what "a newer ${name} than ${${name}_CONSIDERED_VERSIONS}")
    endif()
    message(FATAL_ERROR "Banyan needs ${what}, on Debian and Ubuntu: apt-get install ${debian_package}")
  endif()
endfunction()

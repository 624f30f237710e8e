# Installs the headers of `rooms` as banyan/core/..., banyan/parallel/... and so on, with such includes
# in them, since a program may have its own core/game/game.hpp. Of the tests, only those for users'
# games are installed, and what they include.
cmake_policy(VERSION 3.25)
set(tests core/search/scale_test.hpp games/checks_test.hpp games/conformance_test.hpp
          games/general_conformance_test.hpp games/textbook_test.hpp)
cmake_path(ABSOLUTE_PATH include_dir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
foreach(room ${rooms})
  file(GLOB_RECURSE headers RELATIVE ${source_dir} ${source_dir}/${room}/*.hpp)
  foreach(header ${headers})
    if(header MATCHES "_test\\.hpp$" AND NOT header IN_LIST tests)
      continue()
    endif()
    if(header STREQUAL core/network/matrices.hpp)  # Eigen's types: only for the library's sources
      continue()
    endif()
    file(READ ${source_dir}/${header} text)
    string(REGEX REPLACE "#include \"(core|parallel|games|bench)/" "#include \"banyan/\\1/" text "${text}")
    # A program's warnings, and its plain -I, are only for its own code.
    string(REPLACE "#pragma once\n" "#pragma once\n#pragma GCC system_header\n" text "${text}")
    set(installed $ENV{DESTDIR}${include_dir}/banyan/${header})
    if(EXISTS ${installed})
      file(READ ${installed} before)
      if(before STREQUAL text)  # as what includes it need not be compiled again
        continue()
      endif()
    endif()
    message(STATUS "Installing: ${installed}")
    file(WRITE ${installed} "${text}")
  endforeach()
endforeach()

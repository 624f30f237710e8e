# Installs the libraries for find_package(banyan), and tests the installation.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/banyan)
install(EXPORT banyan NAMESPACE banyan:: FILE banyanTargets.cmake DESTINATION ${package_dir}
        COMPONENT libraries)
set(rooms core parallel games)
if(TARGET banyan_match)
  list(APPEND rooms bench/statistics bench/pairs)
endif()
install(CODE "
  set(source_dir \"${PROJECT_SOURCE_DIR}\")
  set(rooms \"${rooms}\")
  set(include_dir \"${CMAKE_INSTALL_INCLUDEDIR}\")" COMPONENT libraries)
install(SCRIPT cmake/install_headers.cmake COMPONENT libraries)
configure_package_config_file(cmake/banyanConfig.cmake.in banyanConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(banyanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/banyanConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/banyanConfigVersion.cmake cmake/banyan_add_game.cmake
        DESTINATION ${package_dir} COMPONENT libraries)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT libraries)

# A consumer does not use sanitizers. These tests start first, since they compile for a minute.
if(BANYAN_TESTS AND NOT BANYAN_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  set(consumer_test ${CMAKE_CURRENT_SOURCE_DIR}/cmake/consumer_test)
  add_test(NAME InstalledLibrariesAreFoundAndUsed
           COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR}
                   -D SOURCE_DIR=${consumer_test} -D CXX_COMPILER=${CMAKE_CXX_COMPILER}
                   -P ${consumer_test}/run.cmake)
  set_tests_properties(InstalledLibrariesAreFoundAndUsed
                       PROPERTIES FIXTURES_SETUP installed COST 1000 TIMEOUT 600)
  if(TARGET banyan)
    set(march)
    if(BANYAN_MARCH)
      set(march -march=${BANYAN_MARCH})
    endif()
    add_test(NAME InstalledLibrariesFindTheSameWhateverTheProgramsFlags
             COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR} -D MARCH=${march}
                     -D SOURCE_DIR=${consumer_test} -D CXX_COMPILER=${CMAKE_CXX_COMPILER}
                     -D PROGRAM=$<TARGET_FILE:banyan> -P ${consumer_test}/flags.cmake)
    set_tests_properties(InstalledLibrariesFindTheSameWhateverTheProgramsFlags
                         PROPERTIES FIXTURES_REQUIRED installed COST 900 TIMEOUT 600)
    add_test(NAME PluginsOfOtherProjectsAreLoaded
             COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR}
                     -D ROOT=${PROJECT_SOURCE_DIR} -D CXX_COMPILER=${CMAKE_CXX_COMPILER}
                     -D CLOBBER=${CMAKE_CURRENT_SOURCE_DIR}/cmake/tours/plugin/clobber.cpp
                     -D PROGRAM=$<TARGET_FILE:banyan> -P ${consumer_test}/plugin.cmake)
    set_tests_properties(PluginsOfOtherProjectsAreLoaded
                         PROPERTIES FIXTURES_REQUIRED installed COST 900 TIMEOUT 600)
  endif()
  add_test(NAME ToursCompileAndPrintWhatTheySay
           COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR}
                   -D TOURS_DIR=${CMAKE_CURRENT_SOURCE_DIR}/cmake/tours
                   -D CXX_COMPILER=${CMAKE_CXX_COMPILER} -P ${consumer_test}/tours.cmake)
  set_tests_properties(ToursCompileAndPrintWhatTheySay
                       PROPERTIES FIXTURES_REQUIRED installed COST 900 TIMEOUT 600)
  add_test(NAME InstalledHeadersCompile
           COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR}
                   -D CXX_COMPILER=${CMAKE_CXX_COMPILER} -P ${consumer_test}/headers.cmake)
  set_tests_properties(InstalledHeadersCompile
                       PROPERTIES FIXTURES_REQUIRED installed COST 950 TIMEOUT 600)
  # Each block of a document that begins with "// NAME.cpp: " is a program.
  file(GLOB documents CONFIGURE_DEPENDS README.md docs/*.md)
  foreach(document ${documents})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${document})
    file(STRINGS ${document} programs REGEX "^// [a-z_]+\\.cpp: ")
    foreach(program ${programs})
      string(REGEX REPLACE "^// ([a-z_]+)\\.cpp: .*" "\\1" program "${program}")
      set(test "Documents.PrintWhat_${program}_Prints")
      add_test(NAME ${test}
               COMMAND ${CMAKE_COMMAND} -D BUILD_DIR=${PROJECT_BINARY_DIR} -D NAME=${program}
                       -D DOCUMENT=${document} -D SOURCE_DIR=${consumer_test}
                       -D CXX_COMPILER=${CMAKE_CXX_COMPILER} -P ${consumer_test}/document.cmake)
      set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED installed COST 900 TIMEOUT 600)
    endforeach()
  endforeach()
endif()

# Debian packages: the program with its reports, the libraries, the module for Python. `./run package`
# makes them of the preset `package`, for any processor of this architecture.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Banyan developers <banyan@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program libraries)
if(BANYAN_PYTHON_VERSION)
  list(APPEND CPACK_COMPONENTS_ALL python_package)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(portable "For any processor of this architecture. Playouts of many games at once choose the best \
instruction set when they run; trees do not, so a program that is built for one processor may be faster.")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}\n${portable}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME banyan)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "python3-matplotlib, python3-jinja2")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libbanyan-dev, g++")

set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION "Libraries for parallel Monte Carlo tree search in C++20\n\
Static libraries, headers, and a package for CMake. Games of one's own as plugins need them too.")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libbanyan-dev)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_DEPENDS "libtbb-dev, libhwy-dev")

set(CPACK_COMPONENT_PYTHON_PACKAGE_DESCRIPTION "Monte Carlo tree search for Python\n${portable}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_NAME python3-banyan)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_SHLIBDEPS ON)
# The module is for the Python that it was built with.
string(REGEX REPLACE "^3\\.([0-9]+)$" "\\1" minor "${BANYAN_PYTHON_VERSION}")
if(minor)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_DEPENDS
      "python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_RECOMMENDS "python3-pandas, python3-matplotlib, python3-jinja2")
include(CPack)

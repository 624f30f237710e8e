# Games of one's own as plugins of the program (docs/your-game.md), in a project of one's own.

# banyan_plugin_options(OUT): the compiler's for a plugin, of banyan_add_game() and of
# `banyan build-plugin`. Checks of misuse stay on whatever the project's build type.
function(banyan_plugin_options out)
  set(${out} -O3 -march=native -ffp-contract=off -fvisibility=hidden -UNDEBUG PARENT_SCOPE)
endfunction()

# banyan_add_game(NAME SOURCE): the plugin NAME.so of a file with BANYAN_GAME, for `banyan --plugin`.
function(banyan_add_game name source)
  get_property(headers GLOBAL PROPERTY BANYAN_HEADERS)
  get_property(compiler GLOBAL PROPERTY BANYAN_COMPILER)
  if(NOT compiler STREQUAL "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
    message(WARNING "banyan_add_game(${name}): banyan was built by ${compiler}, and will refuse a plugin "
                    "by ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}: set CMAKE_CXX_COMPILER.")
  endif()
  banyan_plugin_options(options)
  add_library(${name} MODULE ${source})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so CXX_STANDARD 20
                        CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_include_directories(${name} SYSTEM PRIVATE ${headers} ${headers}/banyan)
  target_compile_options(${name} PRIVATE ${options})
endfunction()

// Games that other people's shared libraries bring: plugins.
#pragma once

#include <string>
#include <vector>

namespace banyan::bench {

/// A game that a plugin brought.
struct LoadedPlugin {
  std::string game;
  std::string path;
  std::string hash;  ///< of the file, 16 hexadecimal digits
};

/// Adds the game of a shared library (core/run_time/plugin.hpp) to games(). One that is loaded
/// already is not loaded again. Before any thread uses games(). Throws UsageError.
void load_plugin(const std::string& path);

/// The same for the files that the variable BANYAN_PLUGINS of the environment names, separated by
/// ':'; and programs that this one starts are given those of load_plugin() by it.
void load_plugins_of_environment();

/// In the order in which they were loaded.
const std::vector<LoadedPlugin>& loaded_plugins();

}  // namespace banyan::bench

// Loads plugins.
#include "bench/games/plugins.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/registry/games.hpp"
#include "bench/registry/run_time.hpp"
#include "bench/text/files.hpp"
#include "bench/text/text.hpp"
#include "core/run_time/plugin.hpp"
#include "core/run_time/run_time_game.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kVariable = "BANYAN_PLUGINS";

std::vector<LoadedPlugin>& all_plugins() {
  static std::vector<LoadedPlugin> plugins;
  return plugins;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UsageError(fmt::format("plugin {}: {}.", path, why));
}

/// The library stays loaded for as long as the program runs.
GamePlugin read_plugin(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) refuse(path, "there is no such file");
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(path, fmt::format("it cannot be loaded: {}", ::dlerror()));
  void* const entry = ::dlsym(library, "banyan_game_plugin");
  if (entry == nullptr) {
    refuse(path, "it brings no game: its source needs BANYAN_GAME (core/run_time/plugin.hpp)");
  }
  const GamePlugin plugin = reinterpret_cast<GamePlugin (*)()>(entry)();
  if (plugin.version != GamePlugin::kVersion) {
    refuse(path, fmt::format("it was built for version {} of plugins, and this program takes {}: "
                             "build it anew",
                             plugin.version, GamePlugin::kVersion));
  }
  if (std::string_view(plugin.compiler) != __VERSION__) {
    refuse(path, fmt::format("it was built by compiler {}, and this program by {}: build it by "
                             "that one",
                             plugin.compiler, __VERSION__));
  }
  return plugin;
}

/// A first position, made and destroyed by the plugin.
std::unique_ptr<AnyGame> start_of_plugin(const GamePlugin& plugin, const Settings& settings) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < plugin.key_count; ++i) {
    const PluginKey& key = plugin.keys[i];
    values.push_back(settings.integer(key.name, key.least, key.most));
  }
  const std::align_val_t align{plugin.table->align};
  const auto free = [align](void* memory) { ::operator delete(memory, align); };
  const std::unique_ptr<void, decltype(free)> memory(::operator new(plugin.table->size, align),
                                                     free);
  plugin.start(memory.get(), values.data());
  const auto destroy = [&](void* position) { plugin.table->destroy(position); };
  const std::unique_ptr<void, decltype(destroy)> position(memory.get(), destroy);
  return start_run_time_game(*plugin.table, position.get());
}

GameInfo info_of(const GamePlugin& plugin) {
  SpecInfo info{plugin.name, plugin.help, {}};
  for (std::size_t i = 0; i < plugin.key_count; ++i) {
    const PluginKey& key = plugin.keys[i];
    info.keys.push_back({key.name, std::to_string(key.by_default),
                         fmt::format("{} to {}", key.least, key.most), key.help});
  }
  const GameFamily family = family_of(*plugin.table);
  return {.info = std::move(info),
          .opening_plies = opening_plies_of(family),
          .start = [plugin](const Settings& settings) { return start_of_plugin(plugin, settings); },
          .family = family};
}

}  // namespace

void load_plugin(const std::string& path) {
  std::error_code error;
  const std::string file = std::filesystem::weakly_canonical(path, error).string();
  const std::string whole = error ? path : file;
  if (std::ranges::find(all_plugins(), whole, &LoadedPlugin::path) != all_plugins().end()) return;
  const GamePlugin plugin = read_plugin(whole);
  if (const char* const defect = defect_of(*plugin.table)) {
    refuse(path, fmt::format("its game cannot be searched: {}", defect));
  }
  if (!is_name(plugin.name)) {
    refuse(path, fmt::format("its game is called '{}': a name has a-z, 0-9 and _", plugin.name));
  }
  if (std::ranges::any_of(games(), [&](const GameInfo& g) { return g.info.name == plugin.name; })) {
    refuse(path, fmt::format("there is a game {} already: give its own another name", plugin.name));
  }
  register_game(info_of(plugin));
  all_plugins().push_back({plugin.name, whole, fmt::format("{:016x}", hash_of(read_file(whole)))});
  std::string paths;
  for (const LoadedPlugin& each : all_plugins()) paths += (paths.empty() ? "" : ":") + each.path;
  ::setenv(kVariable, paths.c_str(), 1);
}

void load_plugins_of_environment() {
  const char* const variable = std::getenv(kVariable);
  if (variable == nullptr) return;
  const std::string paths = variable;  // load_plugin() changes it
  for (std::size_t at = 0; at < paths.size();) {
    const std::size_t end = std::min(paths.find(':', at), paths.size());
    if (end > at) load_plugin(paths.substr(at, end - at));
    at = end + 1;
  }
}

const std::vector<LoadedPlugin>& loaded_plugins() { return all_plugins(); }

}  // namespace banyan::bench

// What a game of one's own includes to become a plugin of the program: BANYAN_GAME.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <span>

#include "core/run_time/game_table.hpp"

namespace banyan {

/// A key of the game's spec, as in `clobber:rows=5`, with a whole number.
struct PluginKey {
  const char* name;
  std::int64_t by_default;
  std::int64_t least;
  std::int64_t most;
  const char* help;
};

/// What a plugin says of itself.
struct GamePlugin {
  static constexpr std::uint32_t kVersion = GameTable::kVersion;

  std::uint32_t version;
  const char* compiler;  ///< texts and random numbers are passed as this one lays them out
  const char* name;      ///< of the spec: a-z, 0-9 and _
  const char* help;      ///< one line
  const GameTable* table;
  const PluginKey* keys;
  std::size_t key_count;
  /// Makes the first position in memory that holds none; `values` are the keys' in their order.
  void (*start)(void* p, const std::int64_t* values);
};

/// That of a game with a text form. Its first position is G(), or G(values) for a game with
/// `static constexpr PluginKey kKeys[]`, which takes their values as a std::span.
template <TextGame G>
GamePlugin plugin_of(const char* name, const char* help) {
  GamePlugin plugin{GamePlugin::kVersion, __VERSION__, name, help, &kTableOf<G>, nullptr, 0, {}};
  if constexpr (requires { G::kKeys; }) {
    plugin.keys = G::kKeys;
    plugin.key_count = std::size(G::kKeys);
    plugin.start = [](void* p, const std::int64_t* values) {
      ::new (p) G(std::span<const std::int64_t>(values, std::size(G::kKeys)));
    };
  } else {
    plugin.start = [](void* p, const std::int64_t* /*values*/) { ::new (p) G(); };
  }
  return plugin;
}

}  // namespace banyan

/// Once in a plugin, for a type of game, the name of its spec and a line of help.
#define BANYAN_GAME(Type, spec_name, help_text)                                               \
  extern "C" __attribute__((visibility("default"))) banyan::GamePlugin banyan_game_plugin() { \
    return banyan::plugin_of<Type>(spec_name, help_text);                                     \
  }

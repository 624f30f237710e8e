// A person against an engine, in lines of text.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

struct PlayOptions {
  GameChoice game;
  EngineSettings engine;
  Limits limits;
  std::string moves;             ///< made before the game begins
  std::optional<Player> person;  ///< the person's seat; nothing: the engine plays all seats
  std::uint64_t seed = 1;
};

/// The input and output of a game's text. `ask` returns the next line, without its end, or nothing
/// at the end of the input or after a stop request.
struct PlayTerminal {
  std::function<void(const std::string&)> say;
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
};

/// Plays until the game is over, the person quits or a stop is requested; returns whether it is
/// over. "help" lists what the person may type. Throws UsageError for unusable options.
bool play_game(const PlayOptions& options, const PlayTerminal& terminal,
               const std::stop_token& stop);

}  // namespace banyan::bench

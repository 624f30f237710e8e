// What tests ask of engines: what they find, and the sentences in which they are refused.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "bench/registry/draw_chance.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {

/// The position of the game after these moves and what chance does before somebody decides.
inline std::unique_ptr<AnyGame> decision(const std::string& game, const std::string& moves = "") {
  auto position = play_moves(*parse_game(game).start, moves);
  draw_chance(*position, 1);
  return position;
}

/// What an engine finds there.
inline SearchResult searched(const std::string& game, const std::string& engine,
                             std::uint64_t iterations, const std::string& moves = "") {
  const auto position = decision(game, moves);
  return position->make_engine(parse_engine(engine))
      ->search(*position, {.iterations = iterations}, {.seed = 1}, {});
}

inline constexpr const char* kNotRefused = "nothing thrown";

/// The sentence in which an action refuses its arguments; or kNotRefused.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return kNotRefused;
}

/// The sentence in which an engine is refused, or refused for this game; empty if it is not.
inline std::string engine_refusal(const std::string& spec, const std::string& game = "") {
  try {
    const EngineSettings settings = parse_engine(spec);
    if (!game.empty()) {
      EXPECT_NE(parse_game(game).start->make_engine(settings), nullptr);
    }
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace banyan::bench

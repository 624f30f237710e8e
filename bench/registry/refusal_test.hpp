// What a test expects of a refusal.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {

/// The sentence in which an action refuses its arguments.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing thrown";
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

// The options of commands that play pairs of games.
#pragma once

#include <cstdint>
#include <string>

#include "bench/commands/commands.hpp"
#include "bench/match/match.hpp"

namespace banyan::bench {

/// The options of commands that play pairs of games, but for the engines.
struct GamesOptions {
  std::string game;
  std::string pairs;
  LimitOptions limits;
  std::string openings = "random";
  std::string concurrency;
  std::string out;
  std::uint64_t seed = 1;
  bool json = false;

  void add_to(CLI::App& command);

  /// Without engines. Throws UsageError.
  [[nodiscard]] MatchOptions parse() const;

  /// The options as they were given, without --json.
  [[nodiscard]] std::string command_text() const;
};

}  // namespace banyan::bench

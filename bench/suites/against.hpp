// Compares two builds of the program in turns, since shared machines drift.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/suites/comparison.hpp"

namespace banyan::bench {

struct AgainstOptions {
  std::string before;  ///< the other build's program: A
  std::string after;   ///< this build's: B
  std::vector<GameChoice> games;
  std::vector<EngineSettings> engines;
  std::chrono::nanoseconds search_time{};
  int rounds = 10;  ///< searches of each build per engine and game, at least 2
  std::uint64_t seed = 1;
  double tolerance = kDefaultTolerance;
};

/// The program that a path names: a file, or in a folder of a build or a checkout. Throws
/// UsageError if there is none.
std::string find_program(const std::filesystem::path& path);

/// In each round, for every engine on every game, each program makes one search in its own process,
/// A first in even rounds, B in odd ones. Speeds are compared within rounds. `progress` is called
/// after each round of one engine. Throws std::runtime_error if a program fails. If stopped,
/// complete rounds count, if there are at least two.
Comparison run_against(const AgainstOptions& options,
                       const std::function<void(const std::string& what)>& progress,
                       const std::stop_token& stop);

}  // namespace banyan::bench

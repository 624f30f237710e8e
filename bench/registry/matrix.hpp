// Which engines are compiled for which games of two players who see everything, without chance. A
// game takes half a minute to compile with those of plain search alone, so it has what somebody
// measures there. It has most others through its table (bench/registry/run_time.hpp), as games of
// other kinds have them all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The engines that are compiled for some games alone.
enum Studied : unsigned {
  kNaive = 1,
  kLadder = 2,
  kPipeline = 4,
  kRootShare = 8,  ///< `root` with share=
  kVirtualWorkers = 16,
  kCluster = 32,
  kPolicyEngines = 64,    ///< all with search policies
  kProvingEngines = 128,  ///< solver=on in the trees of plain search
  kAhead = 256,           ///< `seq` and `root` with ahead=on
  kPlainSearch = 512      ///< all others that search
};
/// Those of a game whose speed people compare.
inline constexpr unsigned kCompared =
    kNaive | kLadder | kRootShare | kProvingEngines | kPlainSearch;
/// Those that every other game has through its table: for pipelines and simulated machines, which
/// do more than a table takes, that is every game (results/run-time-game). Simulated workers are
/// compiled for games of at most 16 moves, whose trees are of another kind than a table's, so that
/// one worker finds the same as a thread. What the others measure is a loop that knows its game.
inline constexpr unsigned kByTable = kPipeline | kRootShare | kVirtualWorkers | kCluster |
                                     kPolicyEngines | kProvingEngines | kPlainSearch;

/// The games that have engines of their own, separated by commas; none stand for all. Whoever
/// changes one game tells the build, so as not to wait for the others: -D BANYAN_GAMES=hex,go.
#ifndef BANYAN_COMPILED_GAMES
#define BANYAN_COMPILED_GAMES ""
#endif
constexpr bool has_engines(std::string_view game) {
  std::string_view left = BANYAN_COMPILED_GAMES;
  bool found = left.empty();
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(','), left.size());
    found |= left.substr(0, end) == game;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return found;
}

/// A game, on boards with a storage of their own where the rest of its name says which.
struct StudiedGame {
  constexpr StudiedGame(std::string_view game, unsigned of_game)
      : name(game), engines(has_engines(game.substr(0, game.find(' '))) ? of_game : 0) {}

  std::string_view name;
  unsigned engines;
};

inline constexpr StudiedGame kStudiedGames[]{
    {"tic_tac_toe", kCompared | kVirtualWorkers},
    {"ultimate_tic_tac_toe", kCompared},
    {"connect_four", kCompared | kVirtualWorkers | kPolicyEngines},
    {"othello", kCompared | kPolicyEngines | kAhead},
    {"breakthrough", kCompared | kAhead},
    {"hex up to 11x11", kCompared | kPolicyEngines},
    {"hex above 11x11", 0},
    {"gomoku up to 15x15", kCompared},
    {"gomoku above 15x15", 0},
    {"gomoku with swap2", 0},
    {"go up to 9x9", kCompared | kPolicyEngines},
    {"go above 9x9", 0},
    {"dots_and_boxes", kNaive},
    {"p_game up to branching=16", kNaive | kRootShare | kVirtualWorkers | kPlainSearch},
    {"p_game above branching=16", 0},
};

/// The engines of the table that this game has. No other name compiles.
consteval unsigned engines_for(std::string_view name) {
  for (const StudiedGame& game : kStudiedGames) {
    if (game.name == name) return game.engines;
  }
  throw std::logic_error("no game of the table");
}

struct StudiedEngine {
  Studied which;
  EngineKind kind;
  std::string_view name;
};

inline constexpr StudiedEngine kStudiedEngines[]{
    {kNaive, EngineKind::kNaive, "naive"},
    {kLadder, EngineKind::kLadder, "ladder"},
    {kPipeline, EngineKind::kPipeline, "pipeline"},
    {kRootShare, EngineKind::kRoot, "root with share="},
    {kAhead, EngineKind::kSeq, "seq with ahead="},
    {kVirtualWorkers, EngineKind::kVirtual, "virtual"},
    {kCluster, EngineKind::kCluster, "cluster"},
};

/// The engine's place in the table; 0 for an engine that all games have, as `root` without share=.
constexpr unsigned studied(EngineKind kind) {
  for (const StudiedEngine& engine : kStudiedEngines) {
    const bool whole = engine.name.find(' ') == std::string_view::npos;
    if (engine.kind == kind && whole) return engine.which;
  }
  return 0;
}
unsigned studied(const EngineSettings& engine);

/// What a game must have of Studied to make it without its table.
constexpr unsigned compiled(EngineKind kind) {
  const bool searches =
      kind != EngineKind::kRandom && kind != EngineKind::kSolver && !is_opponent(kind);
  const unsigned which = studied(kind);
  return which == 0 && searches ? unsigned{kPlainSearch} : which;
}

/// Whether a game for which `engines` of the table are compiled has this one, so or by its table.
bool has_studied(const EngineSettings& engine, unsigned engines);

/// Throws UsageError, in one sentence that names the games that have it, for one that it has not.
void need_studied(const EngineSettings& engine, unsigned engines, std::string_view game);

/// What is compiled for some games alone, as sentences: of an engine, and of a game. Empty for one
/// of which there is nothing to say.
std::string studied_sentence_of_engine(std::string_view engine);
std::string studied_sentence_of_game(std::string_view game);

}  // namespace banyan::bench

// Which engines are compiled for which games. Those of studies take a third of the time in which a
// game is compiled, so a game has those that somebody measures there. Other games have most of them
// through their tables (bench/registry/run_time.hpp). All other engines are compiled for all games
// of two players who see everything, without chance.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The engines that only some games have.
enum Studied : unsigned {
  kNaive = 1,
  kLadder = 2,
  kPipeline = 4,
  kRootShare = 8,  ///< `root` with share=
  kVirtualWorkers = 16,
  kCluster = 32,
  kPolicyEngines = 64,    ///< all with search policies
  kProvingEngines = 128,  ///< solver=on in the trees of plain search
  kAhead = 256            ///< `seq` and `root` with ahead=on
};
inline constexpr unsigned kAllButCluster =
    kNaive | kLadder | kPipeline | kRootShare | kVirtualWorkers;
inline constexpr unsigned kAllStudied = kAllButCluster | kCluster;
/// Those that every other game has through its table. What the others measure is a loop that knows
/// its game.
inline constexpr unsigned kByTable =
    kPipeline | kRootShare | kVirtualWorkers | kCluster | kPolicyEngines | kProvingEngines;

/// A game, on boards with a storage of their own where the rest of its name says which.
struct StudiedGame {
  std::string_view name;
  unsigned engines;
};

inline constexpr StudiedGame kStudiedGames[]{
    {"tic_tac_toe", kAllButCluster | kProvingEngines},
    {"ultimate_tic_tac_toe", kAllButCluster | kProvingEngines},
    {"connect_four", kAllStudied | kPolicyEngines | kProvingEngines},
    {"othello", kAllStudied | kPolicyEngines | kProvingEngines | kAhead},
    {"breakthrough", kAllButCluster | kProvingEngines | kAhead},
    {"hex up to 11x11", kAllStudied | kPolicyEngines | kProvingEngines},
    {"hex above 11x11", 0},
    {"gomoku up to 15x15", kAllButCluster | kProvingEngines},
    {"gomoku above 15x15", 0},
    {"gomoku with swap2", 0},
    {"go up to 9x9", kAllButCluster | kPolicyEngines | kProvingEngines},
    {"go above 9x9", 0},
    {"dots_and_boxes", kNaive | kLadder | kVirtualWorkers},
    {"p_game up to branching=16", kNaive | kPipeline | kRootShare | kVirtualWorkers | kCluster},
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

/// Throws UsageError, in one sentence that names the games that have it, for an engine that the
/// game has not: of the table's `engines` are compiled for it.
void need_studied(const EngineSettings& engine, unsigned engines, std::string_view game);

/// What is compiled for some games alone, as sentences: of an engine, and of a game. Empty for one
/// of which there is nothing to say.
std::string studied_sentence_of_engine(std::string_view engine);
std::string studied_sentence_of_game(std::string_view game);

}  // namespace banyan::bench

// Labels: positions in which a long search values every move, for games without a solver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "bench/quality/quality.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// How a set of labelled positions is made.
struct LabelRule {
  GameChoice game;
  Plies plies;            ///< moves before a position, each number equally likely
  EngineSettings player;  ///< makes them
  /// Values a move by a search of what follows it. All moves get the same search, so none has a
  /// better label because it looked good.
  EngineSettings judge;
  double stake = 0.05;  ///< smallest expected loss of a random move in a kept position
  bool policy = false;  ///< the judge also searches the position itself, for its shares of visits
  std::uint64_t seed = 1;
};

/// What one call of make_labels() found in the file and left there.
struct LabelCount {
  std::uint64_t before = 0;
  std::uint64_t now = 0;
};

/// Throws UsageError for a player or judge without its own budget, or with a time budget: results
/// must be repeatable. Also for a policy by a judge that visits nothing.
void check_labelling(const LabelRule& rule);

/// Adds positions to the file as they are labelled, until it holds `count`; continues a file that a
/// stopped call left. Its first line has the rule, `command` and the build, and is written with the
/// first position. Every other line is a position: the number of its draw, its moves, and the value
/// of every legal move for the side to move, in thousandths of a win; with `policy` also each
/// move's share of visits in a search of the position, in thousandths. `progress` is told of every
/// position, those found in the file first. Throws UsageError if the file holds another set, is
/// damaged or in use, or if 200 draws in a row are duplicates or have too little at stake; and
/// FileError.
LabelCount make_labels(const LabelRule& rule, std::uint64_t count,
                       const std::filesystem::path& file, const std::string& command,
                       const std::function<void()>& progress, const std::stop_token& stop);

/// A stored set, with its first line.
struct LabelledSet {
  GameChoice game;
  Json header;
  ValuedPositions found;  ///< its left_out: draws not kept
};

/// The first `count` positions of such a file. A last line torn by a crash is reported and skipped.
/// Throws UsageError, naming file and line, for what is not such a set, and like read_input().
LabelledSet read_labels(const std::filesystem::path& file, std::uint64_t count,
                        const std::stop_token& stop = {});

}  // namespace banyan::bench

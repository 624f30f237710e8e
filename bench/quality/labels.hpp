// Labels: positions whose every move is valued by a long search, for games that no solver knows.
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

/// How a set of labelled positions comes about.
struct LabelRule {
  GameChoice game;
  Plies plies;            ///< moves before a position, each number as likely
  EngineSettings player;  ///< makes them
  /// Values a move by a search of what follows it: each the same search, so that no move's label is
  /// the better for having looked good.
  EngineSettings judge;
  double stake = 0.05;  ///< least that a move drawn at random costs, for a position to be kept
  std::uint64_t seed = 1;
};

/// What one call of make_labels() found in the file, and what it left there.
struct LabelCount {
  std::uint64_t before = 0;
  std::uint64_t now = 0;
};

/// Throws UsageError for a player or a judge without a budget of its own that is not of time: what
/// they do must be repeatable.
void check_labelling(const LabelRule& rule);

/// Adds to the file until it holds `count` positions, each as soon as it is labelled; a file that a
/// stopped call left is gone on with. Its first line has the rule, `command` and the build, and is
/// written with the first position; every other one is a position: the number of its draw, the
/// moves to it, and the value of every legal move there for the side to move, in thousandths of a
/// win. `progress` is told of every position, those found in the file first. Throws UsageError if
/// the file holds another set, is damaged or in use, or if 200 draws in a row have too little at
/// stake or were drawn before, and FileError.
LabelCount make_labels(const LabelRule& rule, std::uint64_t count,
                       const std::filesystem::path& file, const std::string& command,
                       const std::function<void()>& progress, const std::stop_token& stop);

/// A set as it was written, with its first line.
struct LabelledSet {
  GameChoice game;
  Json header;
  ValuedPositions found;  ///< its left_out: draws that were not kept
};

/// The first `count` positions of such a file; a last line that a crash left torn is told of and
/// left out. Throws UsageError, which names file and line, for what is no such set, and as
/// read_input().
LabelledSet read_labels(const std::filesystem::path& file, std::uint64_t count,
                        const std::stop_token& stop = {});

}  // namespace banyan::bench

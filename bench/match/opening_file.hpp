// Openings that somebody lists in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/games.hpp"

namespace banyan::bench {

/// A number for a text, the same on every machine; nobody hides anything from it.
std::uint64_t hash_of(std::string_view text);

using OpeningMoves = std::vector<std::uint32_t>;

/// A file of openings, and how they are taken from it.
struct OpeningFile {
  std::string path;
  int plies = 0;          ///< at most so many moves of each; 0: all
  bool shuffled = false;  ///< by the seed, else in the file's order

  // What read_openings() finds.
  std::uint64_t hash = 0;  ///< of its bytes
  std::shared_ptr<const std::vector<OpeningMoves>> openings = {};

  /// The opening of a pair: of more pairs than openings each has its turn again.
  [[nodiscard]] const OpeningMoves& of_pair(std::uint64_t pair, std::uint64_t seed) const;
};

/// Reads the file of that path: a collection of games in SGF, whose main lines are openings, or
/// lines of moves as play_moves() takes them, where # begins a comment. Throws UsageError that
/// names the file, and the line or the game in it, for moves that are not legal, that are none or
/// that end the game; and FileError.
void read_openings(OpeningFile& file, const GameChoice& game, const std::stop_token& stop = {});

}  // namespace banyan::bench

// How games open, and openings that somebody lists in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/games.hpp"
#include "core/rules/setup.hpp"

namespace banyan::bench {

/// A number for a text, the same on every machine; nobody hides anything from it.
std::uint64_t hash_of(std::string_view text);

/// How a pair of games begins.
struct Opening {
  std::vector<std::uint32_t> moves;
  int tries = 0;         ///< draws until it was found; 0 where none are made
  bool balanced = true;  ///< false: no draw passed the filter, this is the best
  std::optional<BoardSetup> stones =
      {};  ///< from which its moves start, if it was given as a board
};

/// The position after an opening, from these stones or else from the game's first position.
std::unique_ptr<AnyGame> opened(const AnyGame& start, const std::optional<BoardSetup>& stones,
                                const std::vector<std::uint32_t>& moves);
std::unique_ptr<AnyGame> opened(const AnyGame& start, const Opening& opening);

/// A file of openings, and how they are taken from it.
struct OpeningFile {
  std::string path;
  int plies = 0;          ///< at most so many moves of each; 0: all
  bool shuffled = false;  ///< by the seed, else in the file's order

  // What read_openings() finds.
  std::uint64_t hash = 0;  ///< of its bytes
  std::shared_ptr<const std::vector<Opening>> openings = {};

  /// The opening of a pair: of more pairs than openings each has its turn again.
  [[nodiscard]] const Opening& of_pair(std::uint64_t pair, std::uint64_t seed) const;

  /// Whether an opening is a board, so that its games start from stones.
  [[nodiscard]] bool has_stones() const;
};

/// Reads the file of that path: a collection of games in SGF, whose main lines are openings, or
/// lines of moves as play_moves() takes them or boards as read_board() does, where # begins a
/// comment. Throws UsageError that names the file, and the line or the game in it, for moves that
/// are not legal, for stones that cannot be, for nothing of either, and for a game that is over;
/// and FileError.
void read_openings(OpeningFile& file, const GameChoice& game, const std::stop_token& stop = {});

}  // namespace banyan::bench

// How games open, and openings listed in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/games.hpp"
#include "core/game/setup.hpp"

namespace banyan::bench {

/// How a pair of games begins.
struct Opening {
  std::vector<std::uint32_t> moves;
  int tries = 0;         ///< draws until it was found; 0 if not drawn
  bool balanced = true;  ///< false: no draw passed the filter; this is the most even one
  std::optional<BoardSetup> stones = {};  ///< the start of its moves, if given as a board
};

/// The position after an opening, from these stones or from the game's first position.
std::unique_ptr<AnyGame> opened(const AnyGame& start, const std::optional<BoardSetup>& stones,
                                const std::vector<std::uint32_t>& moves);
std::unique_ptr<AnyGame> opened(const AnyGame& start, const Opening& opening);

/// A file of openings, and the order in which they are used.
struct OpeningFile {
  std::string path;
  int plies = 0;          ///< most moves of each opening; 0: all
  bool shuffled = false;  ///< by the seed, instead of the file's order

  // Set by read_openings().
  std::uint64_t hash = 0;  ///< of its bytes
  std::shared_ptr<const std::vector<Opening>> openings = {};

  /// The opening of a pair. With more pairs than openings, they repeat in turn.
  [[nodiscard]] const Opening& of_pair(std::uint64_t pair, std::uint64_t seed) const;

  /// Whether any opening is a board, so that its games start from stones.
  [[nodiscard]] bool has_stones() const;
};

/// Reads the file at that path. It holds games in SGF, whose main lines are openings, or lines of
/// moves (see play_moves()) or boards (see read_board()); # begins a comment. Throws UsageError,
/// naming the file and the line or game, for illegal moves, impossible stones, empty files and
/// finished games; and FileError.
void read_openings(OpeningFile& file, const GameChoice& game, const std::stop_token& stop = {});

}  // namespace banyan::bench

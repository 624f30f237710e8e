// Games in the Smart Game Format (FF[4], Hollosi 1997): what is read of a file, and what is
// written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/notation/dialect.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The main line of a file's first game.
struct Sgf {
  int game = 1;  ///< GM
  std::optional<int> size;
  std::optional<double> komi;
  /// Moves in order, each with its player and the value of its property. Stones of AB and AW are
  /// moves too, as a handicap's.
  std::vector<std::pair<Player, std::string>> moves;
};

/// Throws UsageError, with `file` in its sentence.
Sgf read_sgf(std::string_view text, const std::string& file);

/// Makes the game's moves, the first `count` of them: passes are put in where a player moves twice
/// in a row and may not do so otherwise. Throws UsageError if the file is of another game or board,
/// or has a move that is not legal.
void play_sgf(AnyGame& position, const Sgf& sgf, const std::string& file,
              std::size_t count = static_cast<std::size_t>(-1));

/// Who played a game, and how it ended.
struct SgfInfo {
  std::string black;
  std::string white;
  std::string result;  ///< "B+3.5", "W+T", "0"; empty: unfinished
  std::string comment;
};

/// The game that led to this position, of a dialect with SGF.
std::string sgf_of(const AnyGame& position, const SgfInfo& info);

/// "B+3.5", "W+1" or "0": who is ahead by how much, in games that count no points by 1; nothing for
/// one that counts none and is not over.
std::optional<std::string> score_text(const AnyGame& position);

}  // namespace banyan::bench

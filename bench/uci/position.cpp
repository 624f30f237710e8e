// Reads positions.
#include "bench/uci/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "bench/notation/board_text.hpp"
#include "bench/text/spec.hpp"
#include "games/pass_text.hpp"

namespace banyan::bench::uci {
namespace {

/// A FEN as a line of X, O and -; our own lines stay as they are.
std::string board_line(const Words& fen) {
  const std::string rows = fen.empty() ? "" : fen[0].substr(0, fen[0].find('['));
  if (rows.find('/') == std::string::npos || rows.find_first_of("-.") != std::string::npos) {
    return fmt::format("{}", fmt::join(fen, " "));
  }
  if (fen.size() < 2 || (fen[1] != "w" && fen[1] != "b")) {
    throw UsageError("position fen: the board has no w or b after it, who is to move.");
  }
  std::string line;
  std::size_t empty = 0;
  for (const char c : rows + '/') {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isdigit(byte) != 0) {
      constexpr std::size_t kLongest = 1000;
      empty = std::min(kLongest, 10 * empty + static_cast<std::size_t>(c - '0'));
      continue;
    }
    line.append(empty, '-');
    empty = 0;
    line += std::isupper(byte) != 0 ? 'X' : std::islower(byte) != 0 ? 'O' : c;
  }
  return line + (fen[1] == "w" ? " X" : " O");
}

}  // namespace

std::optional<std::uint32_t> read_move(const AnyGame& position, std::string_view text) {
  if (position.over()) return std::nullopt;
  return legal(position, position.parse(text));
}

std::shared_ptr<const AnyGame> read_position(const AnyGame& start, const Dialect& dialect,
                                             const Words& words) {
  const auto moves = std::find(words.begin(), words.end(), "moves");
  std::shared_ptr<AnyGame> position;
  if (words.size() > 1 && words[1] == "startpos") {
    position = start.clone();
  } else if (words.size() > 1 && words[1] == "fen") {
    position = read_board(start, board_line(Words(words.begin() + 2, moves))).position->clone();
  } else {
    throw UsageError("position: give startpos, or fen and a board, and then moves and the moves.");
  }
  for (auto word = moves; word != words.end() && ++word != words.end();) {
    auto move = read_move(*position, *word);
    if (!move && dialect.forced_passes && !position->over()) {
      if (const auto pass = legal_pass(*position)) {  // other programs do not write it
        position->play(*pass);
        move = read_move(*position, *word);
      }
    }
    if (!move) {
      throw UsageError(fmt::format("position: move {}, {}, is not legal{}: it stays as it was.",
                                   word - moves, in_quotes(*word),
                                   position->over() ? ", since the game is over" : ""));
    }
    position->play(*move);
  }
  return position;
}

}  // namespace banyan::bench::uci

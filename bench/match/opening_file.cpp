// Reading openings.
#include "bench/match/opening_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "bench/notation/board_text.hpp"
#include "bench/notation/position_lines.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/text/files.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

// The key of the stream that shuffles; no worker of a search has so high a number.
constexpr std::uint64_t kShuffleStream = (std::uint64_t{1} << 63U) + 3;

/// As many of a position's moves as are wanted. Throws UsageError for what opens no game.
OpeningMoves opening_of(const AnyGame& position, const GameChoice& game, int plies) {
  if (position.set_up_from()) {
    throw UsageError("it sets up stones, and an opening is made of moves.");
  }
  OpeningMoves moves = position.moves();
  if (moves.empty()) throw UsageError("it has no moves.");
  if (plies > 0) moves.resize(std::min(moves.size(), static_cast<std::size_t>(plies)));
  const auto after = game.start->clone();
  for (const std::uint32_t move : moves) after->play(move);
  if (after->over()) throw UsageError("its moves end the game.");
  return moves;
}

std::vector<OpeningMoves> openings_of_sgf(const OpeningFile& file, const GameChoice& game,
                                          std::string_view bytes) {
  Spec spec = parse_spec(game.canonical);
  std::erase_if(spec.keys, [](const auto& key) { return key.first == "komi"; });
  std::vector<OpeningMoves> all;
  for (const Sgf& sgf : read_sgf_games(bytes, file.path)) {
    const std::string name = fmt::format("{} game {}", file.path, all.size() + 1);
    static_cast<void>(sgf_game(sgf, spec, name));  // refuses another game, or another board
    const auto most = file.plies > 0 ? static_cast<std::size_t>(file.plies) : kAllMoves;
    const SgfPositions record = sgf_positions(game, sgf, name, most);
    try {
      all.push_back(opening_of(*record.last, game, file.plies));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", name, error.what()));
    }
  }
  return all;
}

std::vector<OpeningMoves> openings_of_lines(const OpeningFile& file, const GameChoice& game,
                                            std::string_view bytes) {
  std::vector<OpeningMoves> all;
  for_each_position_line(bytes, file.path, [&](const std::string& line) {
    if (is_board(line)) throw UsageError("it is a board, and an opening is made of moves.");
    all.push_back(opening_of(*play_moves(*game.start, trimmed(line)), game, file.plies));
    return true;
  });
  return all;
}

}  // namespace

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0;
  for (const char letter : text) hash = scramble(hash + static_cast<unsigned char>(letter));
  return hash;
}

const OpeningMoves& OpeningFile::of_pair(std::uint64_t pair, std::uint64_t seed) const {
  const std::uint64_t count = openings->size();
  std::uint64_t at = pair % count;
  if (shuffled) {
    // Fisher and Yates, as far as this pair's place.
    Random random({seed, pair / count, 0, kShuffleStream});
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    for (std::uint64_t i = 0; i <= at; ++i) {
      std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(count - i))]);
    }
    at = order[at];
  }
  return (*openings)[at];
}

void read_openings(OpeningFile& file, const GameChoice& game, const std::stop_token& stop) {
  const std::string bytes = read_input(file.path, stop);
  const bool sgf = file.path.ends_with(".sgf") || trimmed(bytes).starts_with('(');
  const auto openings = sgf ? openings_of_sgf : openings_of_lines;
  file.hash = hash_of(bytes);
  file.openings = std::make_shared<const std::vector<OpeningMoves>>(openings(file, game, bytes));
  if (file.openings->empty()) {
    throw UsageError(fmt::format(
        "{} has no openings: give games in SGF, or a line of moves for each.", file.path));
  }
}

}  // namespace banyan::bench

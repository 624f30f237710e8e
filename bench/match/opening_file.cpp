// Reads openings.
#include "bench/match/opening_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/notation/board_text.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/text/files.hpp"
#include "bench/text/text.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

// The key of the stream that shuffles; no worker of a search has so high a number.
constexpr std::uint64_t kShuffleStream = (std::uint64_t{1} << 63U) + 3;

/// A position's stones and the first `plies` of its moves. Throws UsageError if it cannot open a
/// game.
Opening opening_of(const AnyGame& position, const GameChoice& game, int plies) {
  Opening opening{.moves = position.moves(), .stones = position.set_up_from()};
  std::vector<std::uint32_t>& moves = opening.moves;
  if (moves.empty() && !opening.stones) throw UsageError("it has no moves and sets up no stones.");
  if (plies > 0) moves.resize(std::min(moves.size(), static_cast<std::size_t>(plies)));
  if (opened(*game.start, opening)->over()) {
    throw UsageError(moves.empty() ? "the game is over on its board." : "its moves end the game.");
  }
  return opening;
}

std::vector<Opening> openings_of_sgf(const OpeningFile& file, const GameChoice& game,
                                     std::string_view bytes) {
  Spec spec = parse_spec(game.canonical);
  std::erase_if(spec.keys, [](const auto& key) { return key.first == "komi"; });
  std::vector<Opening> all;
  for (const Sgf& sgf : read_sgf_games(bytes, file.path)) {
    const std::string name = fmt::format("{} game {}", file.path, all.size() + 1);
    static_cast<void>(sgf_game(sgf, spec, name));  // throws for another game or board
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

std::vector<Opening> openings_of_lines(const OpeningFile& file, const GameChoice& game,
                                       std::string_view bytes) {
  std::vector<Opening> all;
  for_each_position_line(bytes, file.path, [&](const std::string& line, int /*number*/) {
    const std::shared_ptr<const AnyGame> position = is_board(line)
                                                        ? read_board(*game.start, line).position
                                                        : play_moves(*game.start, trimmed(line));
    all.push_back(opening_of(*position, game, file.plies));
    return true;
  });
  return all;
}

}  // namespace

std::unique_ptr<AnyGame> opened(const AnyGame& start, const std::optional<BoardSetup>& stones,
                                const std::vector<std::uint32_t>& moves) {
  auto position = stones ? set_up(start, *stones) : start.clone();
  for (const std::uint32_t move : moves) position->play(move);
  return position;
}

std::unique_ptr<AnyGame> opened(const AnyGame& start, const Opening& opening) {
  return opened(start, opening.stones, opening.moves);
}

const Opening& OpeningFile::of_pair(std::uint64_t pair, std::uint64_t seed) const {
  const std::uint64_t count = openings->size();
  std::uint64_t at = pair % count;
  if (shuffled) {
    // Fisher and Yates, up to this pair's place.
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

bool OpeningFile::has_stones() const {
  return std::ranges::any_of(*openings,
                             [](const Opening& opening) { return opening.stones.has_value(); });
}

void read_openings(OpeningFile& file, const GameChoice& game, const std::stop_token& stop) {
  const std::string bytes = read_input(file.path, stop, kMostText);
  const bool sgf = file.path.ends_with(".sgf") || trimmed(bytes).starts_with('(');
  const auto openings = sgf ? openings_of_sgf : openings_of_lines;
  file.hash = hash_of(bytes);
  file.openings = std::make_shared<const std::vector<Opening>>(openings(file, game, bytes));
  if (file.openings->empty()) {
    throw UsageError(fmt::format(
        "{} has no openings: give games in SGF, or for each a line of moves or a board.",
        file.path));
  }
}

}  // namespace banyan::bench

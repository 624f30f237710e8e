// Writes reports.
#include "bench/uci/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/notation/root_lines.hpp"
#include "bench/servers/ranked_moves.hpp"

namespace banyan::bench::uci {
namespace {

std::vector<std::string> texts_of(const AnyGame& position, const Line& line) {
  return line_texts(position, line,
                    [](const AnyGame& at, std::uint32_t move) { return at.to_text(move); });
}

}  // namespace

int centipawns(double value) {
  constexpr double kMost = 10'000;
  if (!(value > 0)) return static_cast<int>(-kMost);
  if (value >= 1) return static_cast<int>(kMost);
  return static_cast<int>(std::lround(std::clamp(-400 * std::log10(1 / value - 1), -kMost, kMost)));
}

std::vector<std::string> info_lines(const AnyGame& position, const SearchedMoves& found,
                                    const Work& work, std::size_t most) {
  const auto& [result, root_lines] = found;
  std::vector<RootChild> moves = ranked_moves(result, most);
  if (moves.size() > most) moves.resize(most);
  const double seconds = std::chrono::duration<double>(work.time).count();
  const double nps = seconds > 0 ? static_cast<double>(work.nodes) / seconds : 0;
  std::vector<std::string> lines;
  for (const RootChild& child : moves) {
    const bool best = child.move == result.best_move;
    const auto line = texts_of(position, line_of(root_lines, child.move));
    lines.push_back(fmt::format(
        "info depth {} seldepth {} multipv {} score cp {} nodes {} nps {:.0f} time {} pv {}",
        std::max(1L, std::lround(result.tree.mean_depth)), result.tree.max_depth, lines.size() + 1,
        centipawns(best || child.visits == 0 ? result.value : child.mean()), work.nodes, nps,
        std::chrono::duration_cast<std::chrono::milliseconds>(work.time).count(),
        fmt::join(line, " ")));
  }
  return lines;
}

std::string best_move_line(const AnyGame& position, const SearchResult& result) {
  const auto line = texts_of(position, result.principal_variation);
  return fmt::format("bestmove {}{}", position.to_text(result.best_move),
                     line.size() > 1 ? " ponder " + line[1] : "");
}

}  // namespace banyan::bench::uci

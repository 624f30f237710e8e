// Writes analyses.
#include "bench/gtp/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/notation/root_lines.hpp"
#include "bench/servers/ranked_moves.hpp"
#include "core/result/lower_bound.hpp"

namespace banyan::bench::gtp {
namespace {

/// The moves of a line, with or without who makes them.
std::string line_text(const Dialect& dialect, const AnyGame& position, const Line& line,
                      bool with_players) {
  const auto words = line_texts(position, line, [&](const AnyGame& at, std::uint32_t move) {
    const char* const player = !with_players ? "" : at.to_move() == 0 ? "b " : "w ";
    return player + gtp_text(dialect, at, move);
  });
  return fmt::format("{}", fmt::join(words, " "));
}

int hundredths_of_percent(double share) {
  return static_cast<int>(std::lround(1e4 * std::clamp(share, 0.0, 1.0)));
}

}  // namespace

std::string analysis_line(const Dialect& dialect, const AnyGame& position,
                          const SearchedMoves& found, std::size_t least, std::size_t most) {
  const SearchResult& result = found.result;
  auto moves = ranked_moves(result, least);
  if (moves.size() > most) moves.resize(most);
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const RootChild& child = moves[i];
    const double mean = child.visits > 0 ? child.mean() : result.value;
    const std::string prior =
        child.prior ? fmt::format(" prior {}", hundredths_of_percent(*child.prior)) : "";
    text +=
        fmt::format("{}info move {} visits {} winrate {}{} lcb {} order {} pv {}",
                    i == 0 ? "" : " ", gtp_text(dialect, position, child.move), child.visits,
                    hundredths_of_percent(mean), prior, hundredths_of_percent(lower_bound(child)),
                    i, line_text(dialect, position, line_of(found.lines, child.move), false));
  }
  return text;
}

std::string gogui_graphics(const Dialect& dialect, const AnyGame& position,
                           const SearchResult& result) {
  std::string influence = "INFLUENCE";
  std::string labels = "LABEL";
  const double visits = static_cast<double>(std::max<std::uint64_t>(1, result.root_visits()));
  for (const RootChild& child : ranked_moves(result)) {
    const std::string move = gtp_text(dialect, position, child.move);
    if (!dialect.own || move == "pass") continue;
    influence += fmt::format(" {} {:.3f}", move, static_cast<double>(child.visits) / visits);
    labels += fmt::format(" {} {}", move, child.visits);
  }
  const std::string line = line_text(dialect, position, result.principal_variation, true);
  return fmt::format("{}\n{}\nVAR{}{}\nTEXT {} iterations, value {:.3f} for {}", influence, labels,
                     line.empty() ? "" : " ", line, result.iterations, result.value,
                     position.to_move() == 0 ? "black" : "white");
}

}  // namespace banyan::bench::gtp

// What a search expects after each of the root's moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/games.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

using Line = std::vector<std::uint32_t>;

/// Lines of play by their first move.
using RootLines = std::map<std::uint32_t, Line>;

/// Those of the engine's last search, whose result this is: the best move's, and of the `most`
/// moves with most visits what its tree, or the first of several, knows.
RootLines root_lines(const AnyEngine& engine, const SearchResult& result, std::size_t most = 10);

/// A move's line; without one, the move.
Line line_of(const RootLines& lines, std::uint32_t move);

/// What text(position, move) says of each move, as long as they are legal.
template <class Text>
std::vector<std::string> line_texts(const AnyGame& position, const Line& line, const Text& text) {
  std::vector<std::string> words;
  const auto at = position.clone();
  for (const std::uint32_t move : line) {
    if (at->over() || !is_legal(*at, move)) break;
    words.push_back(text(*at, move));
    at->play(move);
  }
  return words;
}

}  // namespace banyan::bench

// What a search expects after each of the root's moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/registry/games.hpp"
#include "core/result/result.hpp"
#include "core/tree/outline.hpp"

namespace banyan::bench {

using Line = std::vector<std::uint32_t>;

/// Lines of play by their first move.
using RootLines = std::map<std::uint32_t, Line>;

/// Those of an outline that has lines, and the best move's from the result.
RootLines root_lines(const std::vector<OutlineNode>& outline, const SearchResult& result);

/// Those of the last search of an engine, or of a tree that asks, whose result this is: the best
/// move's, and of the `most` moves with most visits what its tree, or the first of several, knows.
template <class Searched>
RootLines root_lines(const Searched& searched, const SearchResult& result, std::size_t most = 10) {
  constexpr int kLongest = 32;
  return root_lines(searched.outline({kLongest, most, true}), result);
}

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

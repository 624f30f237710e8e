// What UCI reports of a search.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/servers/allowed_moves.hpp"
#include "core/result/result.hpp"

namespace banyan::bench::uci {

/// An expected result, 0 loss to 1 win, in centipawns by Elo's formula, from -10000 to 10000: what
/// our client reads back.
int centipawns(double value);

/// The work for a move: of all searches so far.
struct Work {
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{};
};

/// "info depth 5 seldepth 9 multipv 1 score cp 31 nodes 5000 nps 9000 time 555 pv a2a3 b7b6" for
/// each of the best `most` moves.
std::vector<std::string> info_lines(const AnyGame& position, const SearchedMoves& found,
                                    const Work& work, std::size_t most);

/// "bestmove a2a3 ponder b7b6".
std::string best_move_line(const AnyGame& position, const SearchResult& result);

}  // namespace banyan::bench::uci

// Writes search results in the formats of GUIs.
#pragma once

#include <cstddef>
#include <string>

#include "bench/notation/dialect.hpp"
#include "bench/servers/allowed_moves.hpp"
#include "core/result/result.hpp"

namespace banyan::bench::gtp {

/// A line of lz-analyze: "info move D4 visits 100 winrate 5210 prior 1000 lcb 4950 order 0 pv D4 E5
/// info move ...", most visited first; rates in hundredths of a percent. The prior is the policy's;
/// searches without priors have none. Moves without visits appear only if one is to be played, or
/// to reach `least` moves; at most `most` in all.
std::string analysis_line(const Dialect& dialect, const AnyGame& position,
                          const SearchedMoves& found, std::size_t least = 0,
                          std::size_t most = static_cast<std::size_t>(-1));

/// GoGui's graphics: the visits of each move as a label and their share as influence, the expected
/// line, and the value below the board.
std::string gogui_graphics(const Dialect& dialect, const AnyGame& position,
                           const SearchResult& result);

}  // namespace banyan::bench::gtp

// The arguments of lz-analyze and lz-genmove_analyze.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/gtp/session.hpp"

namespace banyan::bench::gtp {

/// The words of Leela Zero's commands (gcp/leela-zero, src/GTP.cpp).
struct AnalyzeTags {
  Player player = 0;
  std::chrono::milliseconds interval{500};  ///< "interval 50", or a bare 50: hundredths of a second
  std::size_t least = 0;                    ///< moves to list: "minmoves 5"
  std::size_t most = static_cast<std::size_t>(-1);  ///< "maxmoves 10"
  std::vector<std::uint32_t> moves;                 ///< of player, to be searched
};

/// "allow b D4,E5 1" and "avoid b D4,E5 1" restrict a player's moves up to that many plies below
/// the position; only the first move is restricted here. Throws Refused.
AnalyzeTags read_analyze_tags(const Session& session, const std::vector<std::string>& words);

}  // namespace banyan::bench::gtp

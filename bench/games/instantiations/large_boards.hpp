// Games whose large boards, wide trees or openings have a storage of their own, and so their
// engines once more: each is compiled beside the other unit of its game.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "core/game/game_text.hpp"

namespace banyan {
struct PGameOptions;
}

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_go(BoardSize size, int twice_komi, int longest);
std::unique_ptr<AnyGame> start_large_gomoku(BoardSize size, int line, bool exact);
std::unique_ptr<AnyGame> start_swap2_gomoku(BoardSize size, int line, bool exact);
std::unique_ptr<AnyGame> start_large_hex(BoardSize size, bool pie);
std::unique_ptr<AnyGame> start_large_p_game(const PGameOptions& options);

}  // namespace banyan::bench

// Games whose large boards, or wide trees, have a storage of their own, and so all engines once
// more: each is compiled beside the other unit of its game.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"

namespace banyan {
struct PGameOptions;
}

namespace banyan::bench {

std::unique_ptr<AnyGame> start_large_go(int size, int twice_komi);
std::unique_ptr<AnyGame> start_large_gomoku(int size, int line);
std::unique_ptr<AnyGame> start_large_hex(int size, bool pie);
std::unique_ptr<AnyGame> start_large_p_game(const PGameOptions& options);

}  // namespace banyan::bench

// The games on which strategies are tested.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>

#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {

/// Larger games and tic-tac-toe, which ends in a full tree. Not where each game takes long to
/// compile and races are looked for: there is none that only the smallest game could show.
template <class... Larger>
using WithTicTacToe = std::conditional_t<kThreadSanitizer, testing::Types<Larger...>,
                                         testing::Types<TicTacToe, Larger...>>;

/// Of few and of many moves, whose trees are of two kinds.
using NarrowAndWide = testing::Types<ConnectFour, Hex<11>>;
using StrategyGames = WithTicTacToe<ConnectFour, Hex<11>>;

}  // namespace banyan

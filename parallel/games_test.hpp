// The games on which strategies are tested.
#pragma once

#include <gtest/gtest.h>

#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {

/// One that ends in a full tree, and one each of few and of many moves.
using StrategyGames = testing::Types<TicTacToe, ConnectFour, Hex<11>>;

}  // namespace banyan

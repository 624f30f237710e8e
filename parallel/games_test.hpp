// The games on which strategies are tested.
#pragma once

#include <gtest/gtest.h>

#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"

namespace banyan {

/// One of few moves and one of many. strategies_test.cpp tries every strategy on tic-tac-toe, too.
using NarrowAndWide = testing::Types<ConnectFour, Hex<11>>;

}  // namespace banyan

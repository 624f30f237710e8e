#include "bench/cluster/orders.hpp"

#include <gtest/gtest.h>

#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

void expect_read_back(const AnyGame& position) {
  const auto again = read_position(Json::parse(position_order(position).dump()));
  EXPECT_EQ(again->board(), position.board());
  EXPECT_EQ(again->moves(), position.moves());
  EXPECT_EQ(again->set_up_from(), position.set_up_from());
}

TEST(PositionOrder, IsReadBackWithTheStonesThatItStartsFrom) {
  const auto hex = parse_game("hex:size=3").start;
  expect_read_back(*play_moves(*hex, "a1 b2"));
  expect_read_back(*play_moves(*set_up(*hex, {{0, 0, -1, -1, 1, -1, -1, -1, -1}, 1}), "c3"));
}

TEST(PositionOrder, GoesOnAfterTwoPassesAsTheSearchDoes) {
  const auto passed = play_moves(*parse_game("go:size=5").start, "c3 pass pass");
  EXPECT_TRUE(passed->over());
  expect_read_back(*resumed(*passed));
  expect_read_back(*play_moves(*parse_game("go:size=5").start, "c3 pass"));
}

}  // namespace
}  // namespace banyan::bench

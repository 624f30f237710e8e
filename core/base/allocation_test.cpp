// Counts the allocations of this whole test program: a search must not make any per iteration.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "core/search/checks_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace {
std::atomic<std::uint64_t> allocations{0};
}

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // it sees free(), but not malloc()
#endif

void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(bytes);
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace banyan {
namespace {

template <class G>
class Allocation : public testing::Test {};
using Games = testing::Types<TicTacToe, ConnectFour, Hex<11>>;
TYPED_TEST_SUITE(Allocation, Games);

TYPED_TEST(Allocation, AnIterationAllocatesNothing) {
  Tree<TypeParam> tree(std::size_t{1} << 24U, Ucb1(1.4), 1);
  Random random(StreamKey{1, 0, 0, 0});
  tree.start(TypeParam{}, random);
  UctIteration<Tree<TypeParam>> iteration(tree, TypeParam{}, random);
  for (int i = 0; i < 1000; ++i) iteration.run(SinglePlayout{});
  const std::uint64_t before = allocations;
  for (int i = 0; i < 20'000; ++i) iteration.run(SinglePlayout{});
  // The path may still grow, by doubling.
  EXPECT_LE(allocations - before, 3U);
}

TYPED_TEST(Allocation, ALongSearchAllocatesNoMoreThanAShortOne) {
  SequentialSearch<TypeParam> search(SearchOptions{});
  const auto allocations_of = [&](std::uint64_t count) {
    const std::uint64_t before = allocations;
    search.search(TypeParam{}, iterations(count), seeded(1));
    return allocations - before;
  };
  allocations_of(1000);
  const std::uint64_t few = allocations_of(5000);
  // Vectors double: the path, the principal variation and, in debug builds, the validator's.
  EXPECT_LE(allocations_of(50'000), few + 20);
}

}  // namespace
}  // namespace banyan

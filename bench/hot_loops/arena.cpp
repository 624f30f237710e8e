// Memory: blocks from an arena's lane and from operator new, touched once and then all returned.
// The argument is a block's size: the smallest, a node of Connect Four, a node of Hex 11x11. With
// LD_PRELOAD=libmimalloc.so operator new is mimalloc's, as in the program. Each benchmark checks
// that its blocks do not overlap, and the arena's that they are inside it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <vector>

#include "bench/hot_loops/hot_loop.hpp"
#include "core/base/arena.hpp"

namespace banyan {
namespace {

constexpr std::size_t kBlocks = 4096;
constexpr std::align_val_t kAligned{Arena::kLine};

void touch(std::byte* block) { *block = std::byte{1}; }

void check(benchmark::State& state, std::vector<std::byte*>& blocks) {
  report(state, "block", blocks.size());
  std::sort(blocks.begin(), blocks.end(), std::less<>());
  const auto too_close = [&](const std::byte* a, const std::byte* b) {
    return b - a < state.range(0);
  };
  if (std::adjacent_find(blocks.begin(), blocks.end(), too_close) != blocks.end()) {
    state.SkipWithError("two blocks overlap");
  }
}

void lane_allocate(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  Arena arena(16U << 20U);
  std::vector<std::byte*> blocks(kBlocks);
  for (auto _ : state) {
    arena.reset();
    Arena::Lane lane(arena);
    for (std::byte*& block : blocks) {
      block = static_cast<std::byte*>(arena.at(lane.allocate(size)));
      touch(block);
    }
    benchmark::ClobberMemory();
  }
  check(state, blocks);
  const auto* const start = static_cast<std::byte*>(arena.at(0));
  // The arena's first line is not a block: it means a failed allocation.
  if (blocks.front() <= start || blocks.back() + size > start + arena.capacity()) {
    state.SkipWithError("a block is outside the arena");
  }
}

void operator_new(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  std::vector<std::byte*> blocks(kBlocks);
  const auto allocate = [&] {
    for (std::byte*& block : blocks) {
      block = static_cast<std::byte*>(::operator new(size, kAligned));
      touch(block);
    }
    benchmark::ClobberMemory();
  };
  const auto give_back = [&] {
    for (std::byte* const block : blocks) ::operator delete(block, kAligned);
  };
  for (auto _ : state) {
    allocate();
    give_back();
  }
  allocate();
  check(state, blocks);
  give_back();
}

BENCHMARK(lane_allocate)->Arg(64)->Arg(128)->Arg(1728)->UseRealTime();
BENCHMARK(operator_new)->Arg(64)->Arg(128)->Arg(1728)->UseRealTime();

}  // namespace
}  // namespace banyan

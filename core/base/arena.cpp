// Reserving memory, and the slow path of allocation.
#include "core/base/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace banyan {
namespace {

// A range of a few huge pages gains little from them, and the first touch of each clears 2 MiB: a
// thousand small trees would clear a gigabyte to use a hundredth of it.
constexpr std::size_t kFewHugePages = 8 * (2UL << 20U);

}  // namespace

Arena::Arena(std::size_t capacity)
    : capacity_(std::clamp(capacity / kLine * kLine, kMinBytes, kMaxBytes)) {
  void* memory = mmap(nullptr, capacity_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  base_ = static_cast<std::byte*>(memory);
  use_huge_pages(true);
}

Arena::~Arena() { munmap(base_, capacity_); }

// Fewer page faults and TLB misses where the kernel grants it; nothing depends on it.
void Arena::use_huge_pages(bool huge) {
  const bool ask = huge && capacity_ >= kFewHugePages;
  madvise(base_, capacity_, ask ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

std::size_t Arena::used() const {
  return std::min(next_.load(std::memory_order_relaxed), capacity_);
}

bool Arena::Lane::refill(std::uint32_t lines) {
  // Once the arena is full the counter stays still, so that it can never wrap.
  if (arena_->next_.load(std::memory_order_relaxed) >= arena_->capacity_) return false;
  const std::size_t start = arena_->next_.fetch_add(kChunk, std::memory_order_relaxed);
  if (start >= arena_->capacity_) return false;
  // The very first line stays unused: index 0 means "no block".
  next_ = static_cast<std::uint32_t>(start / kLine) + (start == 0 ? 1 : 0);
  end_ = static_cast<std::uint32_t>(std::min(start + kChunk, arena_->capacity_) / kLine);
  return end_ - next_ >= lines;  // the last chunk may be smaller
}

}  // namespace banyan

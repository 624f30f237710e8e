// Reserving memory, reusing it from arena to arena, and the slow path of allocation.
#include "core/base/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <mutex>
#include <new>

#include "core/base/huge_pages.hpp"

namespace banyan {
namespace {

// A range of few huge pages gains little from them, and the first touch of each clears 2 MiB. A
// thousand small trees would clear a gigabyte to use a hundredth of it.
constexpr std::size_t kFewHugePages = 8 * kHugePage;

/// A range of addresses; pages become memory when touched.
struct Range {
  std::byte* base;
  std::size_t bytes;
  std::size_t touched;  // at most this many from its start
};

/// Bytes to map for an arena; a range of huge pages has whole ones.
std::size_t mapped(std::size_t bytes) {
  return bytes < kFewHugePages ? bytes : (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

/// Throws std::bad_alloc on failure. A range of huge pages is aligned to one.
std::byte* reserve(std::size_t bytes) {
  const std::size_t spare = bytes < kFewHugePages ? 0 : kHugePage;
  void* const memory = mmap(nullptr, mapped(bytes) + spare, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* const start = static_cast<std::byte*>(memory);
  if (spare == 0) return start;
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(start) % kHugePage;
  if (before > 0) munmap(start, before);
  munmap(start + before + mapped(bytes), spare - before);
  return start + before;
}

void give_back(std::byte* base, std::size_t bytes) { munmap(base, mapped(bytes)); }

/// Keeps the memory of destroyed arenas, in huge pages, for later ones. If it were returned, it
/// would be cleared again, one page fault after another. The system may reclaim it when memory is
/// short. Thread-safe.
class KeptRanges {
 public:
  /// A range of `bytes` bytes, or nullptr.
  std::byte* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(ranges_.rbegin(), ranges_.rend(),
                                    [&](const Range& range) { return range.bytes == bytes; });
    if (found == ranges_.rend()) return nullptr;
    std::byte* const base = found->base;
    touched_ -= found->touched;
    ranges_.erase(std::next(found).base());
    return base;
  }

  /// Keeps a range. If they hold too much together, the oldest ranges are unmapped.
  void keep(const Range& range) {
    if (range.touched > 0) madvise(range.base, range.touched, MADV_FREE);
    const std::lock_guard lock(mutex_);
    ranges_.push_back(range);
    touched_ += range.touched;
    while (touched_ > kMost || ranges_.size() > kMostRanges) {
      give_back(ranges_.front().base, ranges_.front().bytes);
      touched_ -= ranges_.front().touched;
      ranges_.pop_front();
    }
  }

 private:
  static constexpr std::size_t kMost = 1UL << 30U;  // bytes: the default of memory=
  static constexpr std::size_t kMostRanges = 64;

  std::mutex mutex_;
  std::deque<Range> ranges_;  // oldest first
  std::size_t touched_ = 0;
};

/// Never destroyed, since arenas may be destroyed when the program ends.
KeptRanges& kept_ranges() {
  static auto* const kKept = new KeptRanges;
  return *kKept;
}

}  // namespace

Arena::Arena(std::size_t capacity, Content content)
    : capacity_(std::clamp(capacity / kLine * kLine, kMinBytes, kMaxBytes)) {
  if (content == Content::kAny) base_ = kept_ranges().take(capacity_);
  if (base_ != nullptr) return;
  base_ = reserve(capacity_);
  use_huge_pages(true);
}

Arena::~Arena() {
  reset();
  if (huge_) {
    kept_ranges().keep({base_, capacity_, touched_});
  } else {
    give_back(base_, capacity_);
  }
}

// Fewer page faults and TLB misses if the kernel provides them; nothing depends on it.
void Arena::use_huge_pages(bool huge) {
  huge_ = huge && capacity_ >= kFewHugePages;
  if (!huge_) madvise(base_, capacity_, MADV_DONTNEED);  // touched by an earlier arena
  madvise(base_, capacity_, huge_ ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void Arena::reset() {
  touched_ = std::max(touched_, used());
  next_.store(0, std::memory_order_relaxed);
}

std::size_t Arena::used() const {
  return std::min(next_.load(std::memory_order_relaxed), capacity_);
}

// At most 1/16 of the used part and 1/128 of the rest, so that unused ends of chunks stay small for
// any number of workers. A power of two, so that every chunk begins at a multiple of its size.
std::size_t Arena::chunk_after(std::size_t used) const {
  const std::size_t left = capacity_ - used;
  const std::size_t least = std::clamp(std::bit_floor(capacity_ / 64), kLine, kChunk);
  return std::clamp(std::bit_floor(std::min(used / 16, left / 128)), least, kHugePage);
}

bool Arena::Lane::refill(std::uint32_t lines) {
  std::size_t start = arena_->next_.load(std::memory_order_relaxed);
  std::size_t end = 0;
  do {
    if (start >= arena_->capacity_) return refill_from_free(lines);
    const std::size_t chunk = arena_->chunk_after(start);
    const std::size_t needed = kLine * (std::size_t{lines} + (start == 0 ? 1 : 0));
    end = start + (needed + chunk - 1) / chunk * chunk;
  } while (!arena_->next_.compare_exchange_weak(start, end, std::memory_order_relaxed));
  const auto first = static_cast<std::uint32_t>(start / kLine);
  // A chunk that follows the last one extends it. The very first line stays unused: index 0 means
  // "no block".
  if (start == 0 || first != end_) next_ = first + (start == 0 ? 1 : 0);
  end_ = static_cast<std::uint32_t>(std::min(end, arena_->capacity_) / kLine);
  return end_ - next_ >= lines;  // the last chunk may be smaller
}

// The unused rest of the last block is freed.
bool Arena::Lane::refill_from_free(std::uint32_t lines) {
  if (free_ == nullptr) return false;
  if (next_ < end_) free_->put({next_, end_ - next_});
  const FreeBlocks::Block block = free_->take(lines);
  next_ = block.index;
  end_ = block.index + block.lines;
  return block.lines > 0;
}

}  // namespace banyan

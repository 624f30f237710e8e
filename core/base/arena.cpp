// Reserving memory, keeping it from arena to arena, and the slow path of allocation.
#include "core/base/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <mutex>
#include <new>

namespace banyan {
namespace {

constexpr std::size_t kHugePage = 2UL << 20U;
// A range of a few huge pages gains little from them, and the first touch of each clears 2 MiB: a
// thousand small trees would clear a gigabyte to use a hundredth of it.
constexpr std::size_t kFewHugePages = 8 * kHugePage;

/// Addresses; memory once they are touched.
struct Range {
  std::byte* base;
  std::size_t bytes;
  std::size_t touched;  // at most so many from its beginning
};

/// Of an arena's range: that of huge pages has whole ones.
std::size_t mapped(std::size_t bytes) {
  return bytes < kFewHugePages ? bytes : (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

/// Throws std::bad_alloc if there are none. Ranges of huge pages begin at the border of one.
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

/// The memory of arenas that are gone, of huge pages, for later ones: had it been given back, it
/// would be cleared anew, page fault by page fault. The system may take it when it is short of
/// memory. Thread-safe.
class KeptRanges {
 public:
  /// A range of so many bytes, or nothing.
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

  /// Keeps a range; those that were kept longest go when all together hold too much.
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
  std::deque<Range> ranges_;  // kept longest first
  std::size_t touched_ = 0;
};

/// Never destroyed, for arenas may be when the program ends.
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

// Fewer page faults and TLB misses where the kernel grants it; nothing depends on it.
void Arena::use_huge_pages(bool huge) {
  huge_ = huge && capacity_ >= kFewHugePages;
  if (!huge_) madvise(base_, capacity_, MADV_DONTNEED);  // which an earlier arena may have touched
  madvise(base_, capacity_, huge_ ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

void Arena::reset() {
  touched_ = std::max(touched_, used());
  next_.store(0, std::memory_order_relaxed);
}

std::size_t Arena::used() const {
  return std::min(next_.load(std::memory_order_relaxed), capacity_);
}

// At most a sixteenth of what is used and a 128th of what is left, lest the ends of chunks that no
// worker comes to fill be much, of however many workers; and a power of two, so that every chunk
// begins at a multiple of its size.
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
  // A chunk that follows the one before lengthens it. The very first line stays unused: index 0
  // means "no block".
  if (start == 0 || first != end_) next_ = first + (start == 0 ? 1 : 0);
  end_ = static_cast<std::uint32_t>(std::min(end, arena_->capacity_) / kLine);
  return end_ - next_ >= lines;  // the last chunk may be smaller
}

// What is left of the block before is free again.
bool Arena::Lane::refill_from_free(std::uint32_t lines) {
  if (free_ == nullptr) return false;
  if (next_ < end_) free_->put({next_, end_ - next_});
  const FreeBlocks::Block block = free_->take(lines);
  next_ = block.index;
  end_ = block.index + block.lines;
  return block.lines > 0;
}

}  // namespace banyan

// The arena: one reserved range of memory from which every block of a tree comes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/free_blocks.hpp"

namespace banyan {

/// A node's place in the arena; kNoNode for none.
using Node = std::uint32_t;
inline constexpr Node kNoNode = 0;

/// An object pool for blocks of a few cache lines. It reserves a fixed range of addresses, the
/// memory cap, whose pages become real memory when first touched. A 32-bit index names a block: its
/// distance from the range's start in cache lines. Index 0 is no block.
///
/// Thread-safe except reset(). Each worker allocates from its own Lane, which takes large chunks
/// off the arena by one atomic exchange. So workers neither wait for each other nor share cache
/// lines. Chunks grow with the used part, up to a huge page: if two threads first touch one page
/// together, both clear a copy. Only reset() frees memory, which stays for the next search, and
/// lanes that recycle. The program keeps the memory of destroyed arenas for later ones.
class Arena {
 public:
  static constexpr std::size_t kLine = 64;  ///< bytes in a cache line, the unit
  static constexpr std::size_t kChunk =
      64UL * 1024;  ///< bytes that a lane first takes at a time; in small arenas 1/64
  static constexpr std::size_t kMinBytes = 1000 * kLine;
  static constexpr std::size_t kMaxBytes = (kLine << 32U) - kChunk;

  /// The initial content of its memory.
  enum class Content : std::uint8_t {
    kAny,
    kZeros,
  };

  /// Reserves `capacity` bytes, rounded down to whole lines and at least kMinBytes.
  /// Throws std::bad_alloc if the address space cannot be had.
  explicit Arena(std::size_t capacity, Content content = Content::kAny);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Asks for pages of 2 MiB (the default, but never below 16 MiB) or not, if the kernel leaves the
  /// choice. For measuring their gain, before the first block is allocated.
  void use_huge_pages(bool huge);

  /// Forgets all blocks. Lanes made before must not be used again.
  void reset();

  [[nodiscard]] void* at(std::uint32_t index) const { return base_ + index * kLine; }
  /// An empty list of blocks for a lane to recycle.
  [[nodiscard]] FreeBlocks no_free_blocks() const { return {base_, kLine}; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  /// Bytes in the chunks handed out so far.
  [[nodiscard]] std::size_t used() const;

  /// One worker's allocator. Owned by one thread.
  class Lane {
   public:
    explicit Lane(Arena& arena) : arena_(&arena) {}

    /// A block of `bytes`, aligned to a cache line, not initialised; 0 when the arena is full.
    std::uint32_t allocate(std::size_t bytes) {
      const auto lines = static_cast<std::uint32_t>((bytes + kLine - 1) / kLine);
      if (end_ - next_ < lines && !refill(lines)) return 0;
      next_ += lines;
      return next_ - lines;
    }
    /// Returns the block that was allocated last.
    void undo(std::uint32_t index) {
      next_ = index;
      ++undone_;
    }
    /// The number of blocks returned by undo().
    [[nodiscard]] std::uint64_t undone() const { return undone_; }

    /// From now on free() puts blocks there, and allocate() takes them once the arena is full.
    void recycle(FreeBlocks& free) { free_ = &free; }
    /// Frees any block of `bytes` that this thread owns. Without recycle() it is lost.
    void free(std::uint32_t index, std::size_t bytes) {
      if (free_ == nullptr) return;
      free_->put({index, static_cast<std::uint32_t>((bytes + kLine - 1) / kLine)});
    }

   private:
    bool refill(std::uint32_t lines);
    bool refill_from_free(std::uint32_t lines);

    Arena* arena_;
    std::uint32_t next_ = 0;
    std::uint32_t end_ = 0;
    std::uint64_t undone_ = 0;
    FreeBlocks* free_ = nullptr;
  };

 private:
  [[nodiscard]] std::size_t chunk_after(std::size_t used) const;

  std::byte* base_ = nullptr;
  std::size_t capacity_;
  std::size_t touched_ = 0;  // most bytes used before the last reset()
  bool huge_ = true;
  alignas(kLine) std::atomic<std::size_t> next_{0};  // bytes handed out; may pass the capacity
};

}  // namespace banyan

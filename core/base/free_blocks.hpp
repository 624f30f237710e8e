// Freed blocks of an arena, for one worker to use again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace banyan {

/// Lists of blocks by size, linked through the blocks themselves: list i has those of 2^i to
/// 2^(i+1) - 1 lines. `base` is the arena's start, `line` the unit of its blocks. Owned by one
/// thread.
class FreeBlocks {
 public:
  /// A block's place and its size in lines; both are 0 for no block.
  struct Block {
    std::uint32_t index = 0;
    std::uint32_t lines = 0;
  };

  FreeBlocks(std::byte* base, std::size_t line) : base_(base), line_(line) {}

  void put(Block block) {
    lines_ += block.lines;
    std::uint32_t& first = first_[list_of(block.lines)];
    ::new (base_ + block.index * line_) Link{first, block.lines};
    first = block.index;
  }

  /// A block of at least `lines` lines, if possible not larger.
  Block take(std::uint32_t lines) {
    constexpr int kTries = 8;  // in the list of this size, where blocks may still be too small
    std::uint32_t* from = &first_[list_of(lines)];
    for (int i = 0; i < kTries && *from != 0; ++i) {
      if (at(*from).lines >= lines) return unlink(*from);
      from = &at(*from).next;
    }
    for (std::size_t list = list_of(lines) + 1; list < first_.size(); ++list) {
      if (first_[list] != 0) return unlink(first_[list]);
    }
    return {};
  }

  /// The number of free lines.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }

  /// Merges adjacent blocks.
  void merge() {
    std::vector<Block> blocks;
    for (std::uint32_t& first : first_) {
      while (first != 0) blocks.push_back(unlink(first));
    }
    std::sort(blocks.begin(), blocks.end(),
              [](const Block& a, const Block& b) { return a.index < b.index; });
    for (std::size_t i = 0; i < blocks.size();) {
      Block whole = blocks[i];
      for (++i; i < blocks.size() && blocks[i].index == whole.index + whole.lines; ++i) {
        whole.lines += blocks[i].lines;
      }
      put(whole);
    }
  }

 private:
  /// The start of a free block.
  struct Link {
    std::uint32_t next;
    std::uint32_t lines;
  };

  static std::size_t list_of(std::uint32_t lines) {
    return static_cast<std::size_t>(std::bit_width(lines)) - 1;
  }
  [[nodiscard]] Link& at(std::uint32_t index) const {
    return *reinterpret_cast<Link*>(base_ + index * line_);
  }
  Block unlink(std::uint32_t& from) {
    const Block block{from, at(from).lines};
    from = at(from).next;
    lines_ -= block.lines;
    return block;
  }

  std::byte* base_;
  std::size_t line_;
  std::uint64_t lines_ = 0;
  std::array<std::uint32_t, 32> first_{};
};

}  // namespace banyan

// Memory for large arrays that are read in no order.
#pragma once

#include <cstddef>
#include <new>

namespace banyan {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20U;

/// Memory that begins with a cache line; if it is large, in pages of 2 MiB where the system has
/// them. Throws std::bad_alloc.
[[nodiscard]] void* allocate_in_huge_pages(std::size_t bytes);
void free_huge_pages(void* memory, std::size_t bytes);

/// An allocator of such memory.
template <class T>
struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>& /*other*/) {}

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_in_huge_pages(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) { free_huge_pages(memory, n * sizeof(T)); }

  friend bool operator==(HugePages, HugePages) { return true; }
};

}  // namespace banyan

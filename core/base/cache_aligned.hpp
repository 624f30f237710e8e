// Memory for arrays that vectors of the processor read: no vector lies in two cache lines.
#pragma once

#include <cstddef>
#include <new>

namespace banyan {

/// An allocator whose memory begins with a cache line.
template <class T>
struct CacheAligned {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>& /*other*/) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* memory, std::size_t /*n*/) { ::operator delete(memory, kLine); }

  friend bool operator==(CacheAligned, CacheAligned) { return true; }
};

}  // namespace banyan

// Asks the system for pages of 2 MiB, so that few addresses must be looked up in tables of pages.
#include "core/base/huge_pages.hpp"

#include <sys/mman.h>

namespace banyan {

namespace {

std::align_val_t alignment(std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  return std::align_val_t(bytes < 2 * kHugePage ? kCacheLine : kHugePage);
}

}  // namespace

void* allocate_in_huge_pages(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment(bytes));
  if (bytes >= 2 * kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void free_huge_pages(void* memory, std::size_t bytes) {
  ::operator delete(memory, alignment(bytes));
}

}  // namespace banyan

#include "bench/machine/system_work.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>

namespace banyan::bench {
namespace {

TEST(SystemWork, CountsThePagesThatAreTouchedForTheFirstTime) {
  constexpr std::size_t kPages = 1000;
  constexpr std::size_t kPage = 4096;
  void* const memory = ::mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ::madvise(memory, kPages * kPage, MADV_NOHUGEPAGE);
  auto* const bytes = static_cast<volatile std::byte*>(memory);
  const auto touch = [&] {
    for (std::size_t i = 0; i < kPages; ++i) bytes[i * kPage] = std::byte{1};
  };
  const SystemWork before = system_work();
  touch();
  const SystemWork first = system_work() - before;
  touch();
  const SystemWork again = system_work() - before - first;
  ::munmap(memory, kPages * kPage);
  // Pages of other sizes (64 KiB on some Arm machines) are fewer.
  EXPECT_GE(first.page_faults, kPages * kPage / 65536);
  EXPECT_LT(again.page_faults, first.page_faults / 2);
}

}  // namespace
}  // namespace banyan::bench

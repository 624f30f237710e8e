#include "parallel/executors/pinning.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace banyan {
namespace {

TEST(Pinning, RestrictsTheCallingThreadAlone) {
  const std::vector<int> before = cpus_of_thread();
  const int last = before.back();
  bool pinned = false;
  int ran_on = -1;
  std::vector<int> allowed;
  std::jthread([&] {
    pinned = pin_this_thread({last});
    ran_on = ::sched_getcpu();
    allowed = cpus_of_thread();
  }).join();
  EXPECT_TRUE(pinned);
  EXPECT_EQ(ran_on, last);
  EXPECT_EQ(allowed, std::vector<int>{last});
  EXPECT_EQ(cpus_of_thread(), before);
}

TEST(Pinning, ReportsWhatIsImpossible) {
  const std::vector<int> before = cpus_of_thread();
  EXPECT_FALSE(pin_this_thread({}));
  EXPECT_FALSE(pin_this_thread({-1}));
  EXPECT_FALSE(pin_this_thread({8191}));
  EXPECT_FALSE(pin_this_thread({1 << 20}));
  EXPECT_THROW(Pinning({8191}), std::invalid_argument);
  EXPECT_EQ(cpus_of_thread(), before);
}

TEST(Pinning, GoesRoundItsCpus) {
  const std::vector<int> before = cpus_of_thread();
  const Pinning pinning(before);
  for (std::size_t thread = 0; thread < 3 * before.size(); ++thread) {
    pinning.enter(static_cast<int>(thread));
    EXPECT_EQ(cpus_of_thread(), std::vector<int>{before[thread % before.size()]});
  }
  Pinning::leave();
  EXPECT_EQ(cpus_of_thread(), before);
}

TEST(Pinning, OfOneTeamEndsThatOfAnother) {
  const std::vector<int> before = cpus_of_thread();
  Pinning({before.front()}).enter(0);
  Pinning({}).enter(0);
  EXPECT_EQ(cpus_of_thread(), before);
  Pinning::leave();
  EXPECT_EQ(cpus_of_thread(), before);
}

}  // namespace
}  // namespace banyan

// Tests of machine.hpp: properties of every machine, against the system's own answers.
#include "bench/machine/machine.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

namespace banyan::bench {
namespace {

int cpus_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : -1;
}

TEST(Machines, AreDescribedPlausibly) {
  const nlohmann::json machine = read_machine();
  EXPECT_EQ(machine.size(), 15U);
  EXPECT_EQ(machine.at("available_cpus"), cpus_of_this_thread());
  EXPECT_GE(machine.at("available_cores"), 1);
  EXPECT_LE(machine.at("available_cores"), machine.at("available_cpus"));
  EXPECT_GE(machine.at("logical_cpus"), machine.at("physical_cores"));
  EXPECT_EQ(machine.at("page_bytes"), ::sysconf(_SC_PAGESIZE));
  EXPECT_GT(machine.at("memory_bytes"), 1U << 24);
  EXPECT_EQ(machine.at("kernel").get<std::string>().rfind("Linux ", 0), 0U);
  for (const char* field :
       {"cpu_model", "transparent_huge_pages", "cpu_governor", "os", "allocator"}) {
    EXPECT_FALSE(machine.at(field).get<std::string>().empty());
  }
  for (const nlohmann::json& cache : machine.at("caches")) {
    EXPECT_EQ(cache.size(), 5U);
    EXPECT_GE(cache.at("level"), 1);
    EXPECT_GE(cache.at("count"), 1);
    EXPECT_FALSE(cache.at("type").get<std::string>().empty());
    EXPECT_GE(cache.at("size_bytes"), 1024);
    EXPECT_GE(cache.at("line_bytes"), 0);
  }
}

TEST(Machines, HaveTheLimitsOfAContainer) {
  const nlohmann::json free = read_machine({});
  EXPECT_TRUE(free.at("cpu_quota").is_null());
  const nlohmann::json limited = read_machine({.cpus = 1.5, .memory_bytes = 1U << 20});
  EXPECT_EQ(limited.at("cpu_quota"), 1.5);
  EXPECT_EQ(limited.at("memory_bytes"), 1U << 20);
}

TEST(Times, AreIsoTextsInUtc) {
  EXPECT_TRUE(std::regex_match(time_utc_now(), std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
}

TEST(AvailableCpus, AreDistinctAndAllowed) {
  std::vector<int> cpus = available_cpus();
  EXPECT_EQ(static_cast<int>(cpus.size()), cpus_of_this_thread());
  cpu_set_t set;
  CPU_ZERO(&set);
  ASSERT_EQ(::sched_getaffinity(0, sizeof(set), &set), 0);
  for (const int cpu : cpus) EXPECT_TRUE(CPU_ISSET(static_cast<std::size_t>(cpu), &set));
  std::sort(cpus.begin(), cpus.end());
  EXPECT_EQ(std::adjacent_find(cpus.begin(), cpus.end()), cpus.end());
}

TEST(AvailableCpus, BeginWithOneOfEachCore) {
  EXPECT_EQ(scatter_order({{{0, 4}, {1}, {2, 6, 8}}}), (std::vector<int>{0, 1, 2, 4, 6, 8}));
  EXPECT_TRUE(scatter_order({}).empty());
}

TEST(AvailableCores, AreTheFirstOfTheCpus) {
  const std::vector<int>& cores = available_cores();
  ASSERT_GE(cores.size(), 1U);
  const nlohmann::json machine = read_machine();
  EXPECT_LE(cores.size(), machine.at("available_cores"));
  if (const double quota = read_container_limits().cpus; quota >= 1) {
    EXPECT_LE(static_cast<double>(cores.size()), quota);
  }
  EXPECT_TRUE(std::equal(cores.begin(), cores.end(), available_cpus().begin()));
}

// Two packages of two cores with two hardware threads, numbered as Linux usually does.
const std::vector<std::vector<std::vector<int>>> kTwoPackages{{{0, 4}, {1, 5}}, {{2, 6}, {3, 7}}};

TEST(PinOrder, CompactFillsACoreThenItsPackage) {
  EXPECT_EQ(compact_order(kTwoPackages), (std::vector<int>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(compact_order({{{0}, {1, 9}}, {{2}}}), (std::vector<int>{0, 1, 9, 2}));
}

TEST(PinOrder, ScatterGoesRoundThePackagesAndTakesEveryCoreFirst) {
  EXPECT_EQ(scatter_order(kTwoPackages), (std::vector<int>{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(scatter_order({{{0}, {1, 9}}, {{2}}}), (std::vector<int>{0, 2, 1, 9}));
}

TEST(PinOrder, HasEveryAvailableCpuOnce) {
  EXPECT_TRUE(cpus_for(Pin::kNone).empty());
  std::vector<int> available = available_cpus();
  std::sort(available.begin(), available.end());
  for (const Pin pin : {Pin::kCompact, Pin::kScatter}) {
    std::vector<int> cpus = cpus_for(pin);
    std::sort(cpus.begin(), cpus.end());
    EXPECT_EQ(cpus, available);
  }
}

}  // namespace
}  // namespace banyan::bench

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
  const Machine machine = read_machine();
  EXPECT_FALSE(machine.cpu_model.empty());
  EXPECT_EQ(machine.available_cpus, cpus_of_this_thread());
  EXPECT_GE(machine.available_cores, 1);
  EXPECT_LE(machine.available_cores, machine.available_cpus);
  EXPECT_GE(machine.logical_cpus, machine.physical_cores);
  EXPECT_EQ(machine.page_bytes, static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
  EXPECT_GT(machine.memory_bytes, 1U << 24);
  EXPECT_GE(machine.cpu_quota, 0);
  EXPECT_EQ(machine.kernel.rfind("Linux ", 0), 0U);
  for (const std::string& text :
       {machine.transparent_huge_pages, machine.cpu_governor, machine.os, machine.allocator}) {
    EXPECT_FALSE(text.empty());
  }
  for (const CacheInfo& cache : machine.caches) {
    EXPECT_GE(cache.level, 1);
    EXPECT_GE(cache.count, 1);
  }
}

TEST(Machines, HaveJsonWithEveryField) {
  Machine machine;
  machine.cpu_model = "abacus";
  machine.caches = {{1, "data", 32768, 64, 2}};
  const nlohmann::json json = machine;
  EXPECT_EQ(json.size(), 15U);
  EXPECT_EQ(json.at("cpu_model"), "abacus");
  EXPECT_TRUE(json.at("cpu_quota").is_null());
  EXPECT_EQ(json.at("caches").at(0).dump(),
            R"({"count":2,"level":1,"line_bytes":64,"size_bytes":32768,"type":"data"})");
  machine.cpu_quota = 1.5;
  EXPECT_EQ(nlohmann::json(machine).at("cpu_quota"), 1.5);
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
  EXPECT_EQ(one_per_core_first({{0, 4}, {1}, {2, 6, 8}}), (std::vector<int>{0, 1, 2, 4, 6, 8}));
  EXPECT_TRUE(one_per_core_first({}).empty());
}

TEST(AvailableCores, AreTheFirstOfTheCpus) {
  const std::vector<int>& cores = available_cores();
  ASSERT_GE(cores.size(), 1U);
  const Machine machine = read_machine();
  EXPECT_LE(static_cast<int>(cores.size()), machine.available_cores);
  if (machine.cpu_quota >= 1) {
    EXPECT_LE(static_cast<double>(cores.size()), machine.cpu_quota);
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

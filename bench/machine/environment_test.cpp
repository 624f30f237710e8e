// Tests of environment.hpp on a made-up system.
#include "bench/machine/environment.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// A folder with files of /proc and /sys.
class Environments : public testing::Test {
 protected:
  void put(const std::string& file, const std::string& text) {
    make_directories((root() / file).parent_path());
    write_file_whole(root() / file, text);
  }
  [[nodiscard]] std::filesystem::path root() const { return directory_.path(); }

 private:
  TemporaryFolder directory_;
};

TEST_F(Environments, SayWhatTheSystemSays) {
  put("proc/cpuinfo",
      "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Xeon\nstepping\t: 8\n"
      "microcode\t: 0x2b000590\n\nprocessor\t: 1\nstepping\t: 9\n");
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  put("sys/devices/system/cpu/smt/control", "off\n");
  put("sys/devices/system/cpu/vulnerabilities/retbleed", "Not affected\n");
  put("sys/devices/system/node/node0/cpulist", "0\n");
  put("sys/devices/system/node/node1/cpulist", "1\n");
  put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  put("proc/sys/vm/nr_hugepages", "16\n");
  const Json found = read_environment(root());
  EXPECT_EQ(
      found["processor"],
      Json({{"family", "6"}, {"model", "143"}, {"stepping", "8"}, {"microcode", "0x2b000590"}}));
  EXPECT_EQ(found["governor"], "performance");
  EXPECT_EQ(found["smt"], "off");
  EXPECT_EQ(found["numa_nodes"], 2);
  EXPECT_EQ(found["mitigations"]["retbleed"], "Not affected");
  EXPECT_EQ(found["huge_pages"]["transparent"], "always [madvise] never");
  EXPECT_EQ(found["huge_pages"]["reserved"], "16");
  EXPECT_FALSE(found["libraries"]["hwloc"].get<std::string>().empty());
}

TEST_F(Environments, SayThatTheSystemSaysNothing) {
  const Json found = read_environment(root());
  EXPECT_EQ(found["processor"]["stepping"], "unknown");
  EXPECT_EQ(found["governor"], "unknown");
  EXPECT_EQ(found["smt"], "unknown");
  EXPECT_TRUE(found["numa_nodes"].is_null());
  EXPECT_TRUE(found["mitigations"].empty());
  EXPECT_TRUE(read_load(root())["steal_seconds"].is_null());
  EXPECT_TRUE(read_load(root())["load"].empty());
}

TEST_F(Environments, HaveALoadAndWhatTheHostTook) {
  put("proc/loadavg", "0.50 1.25 2.00 1/200 4000\n");
  put("proc/stat", "cpu  1 2 3 4 5 6 7 " + std::to_string(3 * ::sysconf(_SC_CLK_TCK)) + " 0 0\n");
  const Json found = read_load(root());
  EXPECT_EQ(found["load"], Json({0.5, 1.25, 2.0}));
  EXPECT_EQ(found["steal_seconds"], 3);
}

}  // namespace
}  // namespace banyan::bench

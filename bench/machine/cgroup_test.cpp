// Tests of cgroup.hpp, on files like those of systems with either version.
#include "bench/machine/cgroup.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

class ContainerLimitsOf : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    const auto path = directory_.path() / file;
    make_directories(path.parent_path());
    write_file_whole(path, text);
  }
  [[nodiscard]] ContainerLimits read() const { return read_container_limits(directory_.path()); }

  TemporaryFolder directory_;
};

TEST_F(ContainerLimitsOf, ASystemWithoutControlGroupsAreNone) {
  EXPECT_EQ(read(), ContainerLimits{});
}

TEST_F(ContainerLimitsOf, AContainerThatSeesItsGroupAsTheTop) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  write("sys/fs/cgroup/memory.max", "209715200\n");
  EXPECT_EQ(read(), (ContainerLimits{1.5, 209715200}));
}

TEST_F(ContainerLimitsOf, AGroupAreTheTightestOnTheWayToIt) {
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/cpu.max", "100000 100000\n");
  write("sys/fs/cgroup/outer/memory.max", "max\n");
  write("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "5000000\n");
  EXPECT_EQ(read(), (ContainerLimits{1, 5000000}));
}

TEST_F(ContainerLimitsOf, TheFirstVersionAreInADirectoryAController) {
  write("proc/self/cgroup", "5:memory:/box\n4:cpu,cpuacct:/box\n1:name=systemd:/box\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "300000000\n");
  write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "250000\n");
  write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(read(), (ContainerLimits{2.5, 300000000}));
  write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(read(), (ContainerLimits{0, 300000000}));
}

}  // namespace
}  // namespace banyan::bench

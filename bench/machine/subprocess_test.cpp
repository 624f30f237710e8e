// Tests of subprocess.hpp with misbehaving programs.
#include "bench/machine/subprocess.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

TEST(RunIn, KeepsWhatAProgramPrintsAndHowItEnds) {
  const Ended ended = run_in("/", {"sh", "-c", "pwd; echo $A; echo no >&2; exit 3"}, {}, {"A=b"});
  EXPECT_TRUE(ended.started);
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.output, "/\nb\n");
  EXPECT_EQ(ended.errors, "no\n");
  EXPECT_EQ(run_in("/", {"sh", "-c", "kill -SEGV $$"}).status, -SIGSEGV);
  EXPECT_FALSE(run_in("/", {"no_such_program"}).started);
  EXPECT_EQ(run_in("/", {"true"}).status, 0);
}

TEST(RunIn, EndsAProgramThatPrintsWithoutEnd) {
  for (const char* endless : {"exec yes", "exec yes >&2", "exec tr '\\0' a </dev/zero"}) {
    const Ended ended = run_in("/", {"sh", "-c", endless});
    EXPECT_TRUE(ended.too_much) << endless;
    EXPECT_EQ(ended.status, -SIGKILL) << endless;
    EXPECT_LE(ended.output.size() + ended.errors.size(), kMostOutput + 1) << endless;
  }
}

TEST(RunIn, HeedsAStopRequest) {
  for (const char* slow :
       {"sleep 1000", "exec >/dev/null 2>&1; sleep 1000", "while echo x; do sleep 0.01; done"}) {
    std::stop_source source;
    std::jthread stops([&] {
      std::this_thread::sleep_for(50ms);
      source.request_stop();
    });
    EXPECT_EQ(run_in("/", {"sh", "-c", slow}, source.get_token()).status, -SIGKILL) << slow;
  }
}

TEST(RunIn, DoesNotWaitForWhatAProgramLeavesBehindAndEndsIt) {
  for (const char* left : {"sleep 1000", "while echo; do sleep 0.02; done"}) {
    const Ended ended =
        run_in("/", {"sh", "-c", fmt::format("echo begun; ({}) & echo $! >&2", left)});
    EXPECT_EQ(ended.status, 0) << left;
    EXPECT_TRUE(ended.output.starts_with("begun\n")) << left;
    EXPECT_TRUE(ends_soon(std::stoi(ended.errors))) << left;
  }
}

/// A program that starts another, stores both numbers in its folder, and reads forever.
constexpr const char* kParent = R"sh(
sleep 1000 &
echo $$ $! >numbers.tmp
mv numbers.tmp numbers
wait
)sh";

TEST(Subprocess, EndsWithAllThatItHasStarted) {
  const TemporaryFolder folder;
  const auto numbers = folder.path() / "numbers";
  int parent = 0;
  int child = 0;
  {
    const Subprocess program(folder.path(), {"sh", "-c", kParent}, {});
    ASSERT_EQ(program.error(), 0);
    while (!file_exists(numbers)) std::this_thread::sleep_for(1ms);
    std::istringstream(read_file(numbers)) >> parent >> child;
    EXPECT_TRUE(is_running(parent));
    EXPECT_TRUE(is_running(child));
    EXPECT_FALSE(program.status());
  }
  EXPECT_TRUE(ends_soon(parent));
  EXPECT_TRUE(ends_soon(child));
}

/// A program that starts another in a session of its own, which nobody waits for, and stores its
/// number in its folder.
constexpr const char* kDaemon = R"sh(
(setsid sh -c 'echo $$ >number.tmp; mv number.tmp number; sleep 1000' &)
sleep 1000
)sh";

int number_in(const std::filesystem::path& folder) {
  while (!file_exists(folder / "number")) std::this_thread::sleep_for(1ms);
  return std::stoi(read_file(folder / "number"));
}

TEST(Subprocess, EndsWithWhatItHasStartedInOtherSessions) {
  if (run_in("/", {"setsid", "true"}).status != 0) GTEST_SKIP() << "no setsid";
  const TemporaryFolder folder;
  int daemon = 0;
  {
    const Subprocess program(folder.path(), {"sh", "-c", kDaemon}, {});
    daemon = number_in(folder.path());
    EXPECT_TRUE(is_running(daemon));
  }
  EXPECT_TRUE(ends_soon(daemon));
  const TemporaryFolder other;
  const pid_t starter = ::fork();
  if (starter == 0) {
    new Subprocess(other.path(), {"sh", "-c", kDaemon}, {});
    for (;;) ::pause();
  }
  daemon = number_in(other.path());
  EXPECT_TRUE(is_running(daemon));
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  EXPECT_TRUE(ends_soon(daemon));
}

TEST(Subprocess, LeavesOthersAlone) {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  const Subprocess stays(folder.path(), {"sh", "-c", kDaemon}, {});
  const int daemon = number_in(folder.path());
  { const Subprocess ends(other.path(), {"sleep", "1000"}, {}); }
  EXPECT_TRUE(is_running(daemon));
  EXPECT_FALSE(stays.status());
}

TEST(Subprocess, EndsWithAllThatItHasStartedWhenItsStarterIsKilled) {
  const TemporaryFolder folder;
  const auto numbers = folder.path() / "numbers";
  const pid_t starter = ::fork();
  if (starter == 0) {
    // By a thread that ends first, like those that play the games of a match.
    std::thread([&] { new Subprocess(folder.path(), {"sh", "-c", kParent}, {}); }).join();
    for (;;) ::pause();
  }
  while (!file_exists(numbers)) std::this_thread::sleep_for(1ms);
  int parent = 0;
  int child = 0;
  std::istringstream(read_file(numbers)) >> parent >> child;
  std::this_thread::sleep_for(50ms);
  EXPECT_TRUE(is_running(parent));
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  EXPECT_TRUE(ends_soon(parent));
  EXPECT_TRUE(ends_soon(child));
}

TEST(Subprocess, EndsThoughItsStarterIsKilledAsSoonAsItRuns) {
  for (int i = 0; i < 20; ++i) {
    const TemporaryFolder folder;
    const auto number = folder.path() / "number";
    const pid_t starter = ::fork();
    if (starter == 0) {
      // The program kills its starter.
      new Subprocess(folder.path(), {"sh", "-c", "echo $$ >number; kill -KILL $PPID; sleep 1000"},
                     {});
      for (;;) ::pause();
    }
    ::waitpid(starter, nullptr, 0);
    EXPECT_TRUE(ends_soon(std::stoi(read_file(number))));
  }
}

}  // namespace
}  // namespace banyan::bench

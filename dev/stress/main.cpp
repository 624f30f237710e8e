// banyan_stress [SECONDS] [SEED] [ROUND]: random searches, with threads delayed at random, until
// the time is up or one is wrong, hangs or crashes. The program's memory must not grow meanwhile. A
// failure names its ROUND, which repeats it as far as threads allow.
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"
#include "dev/stress/memory.hpp"
#include "dev/stress/round.hpp"
#include "dev/stress/unrest.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace banyan::bench::stress {
namespace {

using Seconds = std::chrono::seconds;

/// Ends the program with a description of its work if that takes too long.
class Watch {
 public:
  void begin(std::string what) {
    const std::lock_guard lock(mutex_);
    what_ = std::move(what);
    since_ = std::chrono::steady_clock::now();
  }

 private:
  static constexpr Seconds kLongest{600};  // longer than any sanitizer's slowdown

  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      std::condition_variable_any().wait_for(lock, stop, Seconds(1), [] { return false; });
      if (std::chrono::steady_clock::now() - since_ < kLongest) continue;
      print_to_standard_error("stress: hangs: {}\n", what_);
      std::abort();  // a debugger then shows every thread
    }
  }

  std::mutex mutex_;
  std::string what_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::jthread thread_{[this](const std::stop_token& stop) { watch(stop); }};
};

/// MiB of memory that this program holds, without freed memory: the allocator returns that first,
/// and the system may reclaim kept arenas. 0 if the system does not say.
std::uint64_t held_mebibytes() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ifstream file("/proc/self/smaps_rollup");
  std::uint64_t resident = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Rss:")) resident = std::stoull(line.substr(4));
    if (line.starts_with("LazyFree:")) return (resident - std::stoull(line.substr(9))) >> 10U;
  }
  return resident >> 10U;
}

/// False if the round failed.
bool pass(std::uint64_t seed, std::uint64_t round, Watch& watch) {
  fuzz::Dice dice({seed, round, 0, 0});
  std::string at;
  const auto failed = [&](const std::string& fault) {
    print_to_standard_error("stress: {}\n{}\nRepeat it by: banyan_stress 0 {} {}\n", fault, at,
                            seed, round);
    return false;
  };
  try {
    const fuzz::Trial trial = try_engine(dice, [&](const std::string& what) {
      at = what;
      watch.begin(fmt::format("{}\nRepeat it by: banyan_stress 0 {} {}", what, seed, round));
    });
    return trial.fault.empty() || failed(trial.fault);
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}

int run(int argc, char** argv) {
  const auto number = [&](int i, const char* name) -> std::optional<std::uint64_t> {
    if (i >= argc) return std::nullopt;
    return parse_count(argv[i], name);
  };
  const auto clock = std::chrono::steady_clock::now;
  const double seconds = static_cast<double>(number(1, "SECONDS").value_or(60));
  const std::uint64_t seed =
      number(2, "SEED").value_or(static_cast<std::uint64_t>(std::time(nullptr)));
  Watch watch;
  const Unrest unrest(seed);
  if (const auto round = number(3, "ROUND")) return pass(seed, *round, watch) ? 0 : 1;
  Memory memory;
  std::uint64_t round = 0;
  const auto start = clock();
  const auto passed = [&] { return std::chrono::duration<double>(clock() - start).count(); };
  for (; passed() < seconds; ++round) {
    if (!pass(seed, round, watch)) return 1;
    memory.note(passed() / seconds, held_mebibytes());
  }
  fmt::print("stress: seed {}: {} engines, all as they should be; {}\n", seed, round,
             memory.text());
  if (!memory.grew()) return 0;
  print_to_standard_error("stress: the memory grew\n");
  return 1;
}

}  // namespace
}  // namespace banyan::bench::stress

int main(int argc, char** argv) {
  try {
    return banyan::bench::stress::run(argc, argv);
  } catch (const std::exception& error) {
    banyan::bench::print_to_standard_error("stress: {}\n", error.what());
    return 2;
  }
}

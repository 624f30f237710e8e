// Trying what will be needed.
#include "bench/registry/preflight.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <latch>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "bench/registry/limits.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// " of the 500 MiB of addresses that the system allows this program (ulimit -v)"; empty without a
/// limit.
std::string limit_text() {
  const auto limit = memory_limit();
  return limit ? fmt::format(" of the {} of {} that the system allows this program (ulimit {})",
                             format_bytes(limit->bytes), limit->kind, limit->option)
               : "";
}

/// Starts so many threads, all there at once; how many there were.
int start_threads(int count) {
  std::latch all_started(1);
  std::vector<std::jthread> threads;
  try {
    threads.reserve(static_cast<std::size_t>(count));
    while (static_cast<int>(threads.size()) < count) {
      threads.emplace_back([&] { all_started.wait(); });
    }
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  all_started.count_down();
  return static_cast<int>(threads.size());
}

}  // namespace

std::optional<MemoryLimit> memory_limit() {
  std::optional<MemoryLimit> least;
  rlimit limit{};
  const auto take = [&](__rlimit_resource_t resource, const char* kind, const char* option) {
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    if (!least || limit.rlim_cur < least->bytes) least = {limit.rlim_cur, kind, option};
  };
  take(RLIMIT_AS, "addresses", "-v");
  take(RLIMIT_DATA, "data", "-d");
  return least;
}

void need_threads(int count, std::string_view who) {
  static std::mutex mutex;
  static int had = 0;
  const std::lock_guard lock(mutex);
  if (count <= had) return;
  const int started = start_threads(count);
  if (started < count) {
    throw SystemLimit(fmt::format(
        "{} asks for {} threads at once, of which the system allows {}{}: give fewer.", who, count,
        started, limit_text().empty() ? " (ulimit -u, or a container's limit)" : limit_text()));
  }
  had = count;
}

void need_stack() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeastStack) return;
  throw SystemLimit(fmt::format(
      "the system allows this program stacks of {} (ulimit -s), and it needs {}: give more.",
      format_bytes(limit.rlim_cur), format_bytes(kLeastStack)));
}

std::unique_ptr<AnyEngine> check_engine(const AnyGame& position, const EngineSettings& engine,
                                        const std::optional<Limits>& limits, int at_once) {
  limits_for(engine, limits);
  need_threads(engine.threads * at_once, engine.spec);
  try {
    return position.make_engine(engine);
  } catch (const std::bad_alloc&) {
    throw SystemLimit(fmt::format("{} asks for {} of memory{}, which cannot be had: give memory=.",
                                  engine.spec, format_bytes(engine.search.memory), limit_text()));
  }
}

}  // namespace banyan::bench

// Reads the patience from the environment.
#include "bench/cluster/patience.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "bench/text/spec.hpp"

namespace banyan::bench {

Clock::duration parse_patience(const char* text) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (text == nullptr) return std::chrono::seconds(30);
  const std::uint64_t seconds = parse_count(text, kPatienceVariable);
  if (seconds < 1 || seconds > kMost) {
    throw UsageError(fmt::format("{}={} is out of range: give 1 to {} (seconds).",
                                 kPatienceVariable, seconds, kMost));
  }
  return std::chrono::seconds(seconds);
}

}  // namespace banyan::bench

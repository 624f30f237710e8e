// Which engines have simulated workers, and what their counters mean.
#include "bench/measure/simulated.hpp"

#include <algorithm>
#include <array>

#include "bench/engines/batched.hpp"
#include "bench/engines/cluster.hpp"
#include "bench/engines/virtual.hpp"
#include "core/base/saturating.hpp"

namespace banyan::bench {

bool is_simulated(const EngineSettings& engine) {
  return engine.kind == EngineKind::kVirtual || engine.own<ClusterOptions>().simulated ||
         simulated_descents(engine) > 0;
}

int workers_of(const EngineSettings& engine) {
  if (!is_simulated(engine)) return engine.threads;
  if (const int descents = simulated_descents(engine); descents > 0) return descents;
  return engine.kind == EngineKind::kCluster ? engine.own<ClusterOptions>().workers()
                                             : engine.own<VirtualOptions>().workers;
}

std::string_view workers_key(std::string_view engine) {
  if (engine == "batched") return "inflight";
  return engine == "cluster" ? "ranks" : "workers";
}

std::optional<std::uint64_t> counter_of(const SearchResult& result, const char* name) {
  const auto found = result.counters.find(name);
  return found == result.counters.end() ? std::nullopt : std::optional(found->second);
}

double time_of(const SearchResult& result) {
  const auto nanoseconds = counter_of(result, "virtual_ns");
  return nanoseconds ? 1e-9 * static_cast<double>(*nanoseconds) : result.seconds;
}

bool outlasts_virtual_time(const SearchResult& result) {
  const std::array names{"virtual_ns", "virtual_alone_ns", "virtual_busy_ns",
                         "virtual_capacity_ns"};
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return counter_of(result, name) == kSaturated; });
}

std::optional<SimulatedTime> simulated_time(const SearchResult& result) {
  if (outlasts_virtual_time(result)) return std::nullopt;
  const auto ratio = [&](const char* a, const char* b) -> std::optional<double> {
    const auto of_a = counter_of(result, a);
    const auto of_b = counter_of(result, b);
    if (!of_a || !of_b) return std::nullopt;
    return *of_b > 0 ? static_cast<double>(*of_a) / static_cast<double>(*of_b) : 0;
  };
  const auto speedup = ratio("virtual_alone_ns", "virtual_ns");
  if (!speedup) return std::nullopt;
  return SimulatedTime{.seconds = time_of(result),
                       .speedup = *speedup,
                       .utilisation = ratio("virtual_busy_ns", "virtual_capacity_ns").value_or(0),
                       .in_flight = ratio("in_flight", "virtual_descents"),
                       .other_choices = ratio("choices_differing", "choices_checked"),
                       .duplicate_leaves = ratio("duplicate_leaves", "virtual_descents")};
}

}  // namespace banyan::bench

// Which engines have simulated workers, and what their counters mean.
#include "bench/measure/simulated.hpp"

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

double time_of(const SearchResult& result) {
  const auto found = result.counters.find("virtual_ns");
  return found == result.counters.end() ? result.seconds
                                        : 1e-9 * static_cast<double>(found->second);
}

bool outlasts_virtual_time(const SearchResult& result) {
  for (const char* const name :
       {"virtual_ns", "virtual_alone_ns", "virtual_busy_ns", "virtual_capacity_ns"}) {
    const auto found = result.counters.find(name);
    if (found != result.counters.end() && found->second == kSaturated) return true;
  }
  return false;
}

std::optional<SimulatedTime> simulated_time(const SearchResult& result) {
  if (outlasts_virtual_time(result)) return std::nullopt;
  const auto ratio = [&](const char* a, const char* b) -> std::optional<double> {
    const auto of_a = result.counters.find(a);
    const auto of_b = result.counters.find(b);
    if (of_a == result.counters.end() || of_b == result.counters.end()) return std::nullopt;
    return of_b->second > 0 ? static_cast<double>(of_a->second) / static_cast<double>(of_b->second)
                            : 0;
  };
  const auto speedup = ratio("virtual_alone_ns", "virtual_ns");
  if (!speedup) return std::nullopt;
  SimulatedTime time;
  time.seconds = time_of(result);
  time.speedup = *speedup;
  time.utilisation = ratio("virtual_busy_ns", "virtual_capacity_ns").value_or(0);
  time.in_flight = ratio("in_flight", "virtual_descents");
  time.other_choices = ratio("choices_differing", "choices_checked");
  time.duplicate_leaves = ratio("duplicate_leaves", "virtual_descents");
  return time;
}

}  // namespace banyan::bench

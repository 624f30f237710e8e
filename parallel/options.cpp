// What the parallel strategies share.
#include "parallel/options.hpp"

#include <algorithm>

namespace banyan {

std::optional<Limits> share_of(const Limits& limits, int part, int parts) {
  Limits share = limits;
  share.iterations = share_of(limits.iterations, part, parts);
  share.playouts = share_of(limits.playouts, part, parts);
  const bool idle = (limits.iterations > 0 && share.iterations == 0) ||
                    (limits.playouts > 0 && share.playouts == 0);
  if (idle) return std::nullopt;
  return share;
}

bool begins_late(const Limits& limits, int tree, Clock::time_point start) {
  return tree > 0 && limits.time.count() > 0 && Clock::now() >= end_of(start, limits.time);
}

CommonStop::CommonStop(const std::stop_token& asked) : relay_(asked, Relay{&source_}) {}

CommonStop::~CommonStop() = default;

void CommonStop::run(Executor& executor, int count, const std::function<void(int)>& task) {
  executor.run(count, [&](int i) {
    try {
      task(i);
    } catch (...) {
      source_.request_stop();
      throw;
    }
  });
}

void count_workers(const std::vector<IterationCounts>& workers, SearchResult& result) {
  const auto fewer = [](const IterationCounts& a, const IterationCounts& b) {
    return a.iterations < b.iterations;
  };
  const auto [least, most] = std::minmax_element(workers.begin(), workers.end(), fewer);
  result.count("worker_iterations_min", least->iterations);
  result.count("worker_iterations_max", most->iterations);
}

IterationCounts sum(const std::vector<IterationCounts>& parts) {
  IterationCounts total;
  for (const IterationCounts& part : parts) total += part;
  return total;
}

}  // namespace banyan

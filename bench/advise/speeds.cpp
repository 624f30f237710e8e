// Measures speeds in turns.
#include "bench/advise/speeds.hpp"

#include <algorithm>
#include <stdexcept>

namespace banyan::bench {

void add_by_own_cores(ThroughputRow& speed, ThroughputRow search, double& cores) {
  const auto scale = [](ThroughputRow& row, double factor) {
    for (double& rate : row.iterations_per_second) rate *= factor;
    for (double& rate : row.playouts_per_second) rate *= factor;
  };
  const double had = std::min<double>(search.cores, search.threads);
  if (had > cores) {
    if (cores > 0) scale(speed, had / cores);
    cores = had;
  }
  if (had > 0) scale(search, cores / had);
  add_repetition(speed, search);
}

Speeds measure_speeds(const SpeedMeter& meter, const std::vector<std::string>& engines,
                      double seconds, int turns, double end, const std::function<void()>& progress,
                      const std::stop_token& stop) {
  Speeds speeds;
  speeds.rows.resize(engines.size());
  for (std::size_t i = 0; i < engines.size(); ++i) speeds.rows[i].engine = engines[i];
  const double begin = meter.now();
  double turn_began = begin;
  for (int turn = 0; turn <= turns; ++turn) {
    std::vector<ThroughputRow> next = speeds.rows;
    for (ThroughputRow& row : next) {
      meter.search(row, seconds);
      if (stop.stop_requested()) return {};
      ++speeds.searches;
      speeds.took = meter.now() - begin;
      if (meter.now() >= end) return speeds;
      progress();
    }
    if (turn > 0) {
      const double took = (meter.now() - turn_began) / static_cast<double>(engines.size());
      speeds.search_seconds += (took - speeds.search_seconds) / turn;
      speeds.rows = std::move(next);
    }
    turn_began = meter.now();
  }
  return speeds;
}

const ThroughputRow& speed_of(const std::vector<ThroughputRow>& speeds, std::string_view engine) {
  for (const ThroughputRow& speed : speeds) {
    if (speed.engine == engine) return speed;
  }
  throw std::logic_error("no speed of " + std::string(engine));
}

double rate_of(const std::vector<ThroughputRow>& speeds, std::string_view engine) {
  return geometric_mean(speed_of(speeds, engine).iterations_per_second);
}

Estimate ratio_of(const std::vector<ThroughputRow>& speeds, std::string_view engine,
                  std::string_view other) {
  return paired_ratio_estimate(speed_of(speeds, engine).iterations_per_second,
                               speed_of(speeds, other).iterations_per_second);
}

}  // namespace banyan::bench

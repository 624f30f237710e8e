// What several threads do to one search.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/doctor/checks.hpp"
#include "bench/doctor/playouts.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::doctor {
namespace {

/// Of those that made any.
std::vector<std::size_t> iterations_of_threads(const WatchedLog& log) {
  std::vector<std::size_t> counts(log.threads);
  for (const WatchedSearch& search : log.searches) {
    for (const WatchedIteration& each : search.iterations) ++counts[each.thread];
  }
  std::erase(counts, 0);
  return counts;
}

/// Whether descents that show others as visits, or as losses, explain clearly less.
bool sees_no_others(const RuleFit& fit) {
  if (fit.reading.shown != Shown::kNothing || !fit.found) return false;
  const auto share = [](const Fit& each) {
    return static_cast<double>(each.unexplained()) / static_cast<double>(each.choices);
  };
  for (const Shown shown : {Shown::kVisits, Shown::kLosses}) {
    RuleFit other = fit;
    other.reading.shown = shown;
    if (share(refit(other)) < 2 * share(fit.best_fit) + 0.01) return false;
  }
  return true;
}

}  // namespace

void check_threads(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis) {
  const std::vector<std::size_t> work = iterations_of_threads(log);
  if (log.threads_asked.value_or(1) > 1 && work.size() == 1 && work[0] >= 100) {
    diagnosis.findings.push_back(
        {"one-thread-works",
         fmt::format("One thread made all {} iterations, though the search has {} threads.",
                     work[0], *log.threads_asked),
         60});
  }
  if (sees_no_others(fit)) {
    diagnosis.findings.push_back(
        {"descents-see-no-others",
         "Descents do not see others in flight, so several go to the same leaf. Count a visit (a "
         "virtual loss) on the way down, and take it back with the result.",
         52});
  }
  if (work.size() < 2) return;
  const auto [least, most] = std::minmax_element(work.begin(), work.end());
  diagnosis.right.push_back(
      fmt::format("{} threads asked for results: {} to {} each.", work.size(), *least, *most));
  const PlayoutCheck playouts = measure_playouts(fit.reading);
  if (playouts.of_threads >= 10 && 2 * playouts.same_of_threads > playouts.of_threads) {
    diagnosis.findings.push_back(
        {"threads-share-random-numbers",
         fmt::format("Threads play the same playouts: {} of {} that can be compared are equal, the "
                     "first with the first and so on. Give each thread a seed of its own.",
                     playouts.same_of_threads, playouts.of_threads),
         79});
  } else if (playouts.of_threads >= 10) {
    diagnosis.right.emplace_back("Threads play different playouts.");
  }
}

}  // namespace banyan::bench::doctor

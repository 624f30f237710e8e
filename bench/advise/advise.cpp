// The course of an advice.
#include "bench/advise/advise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/report/summary.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr int kSearches = 5;            // of each engine
constexpr double kShareOfSpeeds = 0.1;  // of the time
constexpr double kLeastTurns = 4;       // of each in the first round, fewer engines race otherwise

ThroughputRow row_of(const AdviseOptions& options, const std::string& engine) {
  ThroughputRow row;
  row.game = options.game.spec;
  row.engine = engine;
  return row;
}

double move_seconds(const AdviseOptions& options) {
  return std::chrono::duration<double>(options.move_time).count();
}

/// One search by the baseline, as long as a move where there is time for it.
ThroughputRow first_search(const AdviseOptions& options, const Experiments& experiments) {
  ThroughputRow row = row_of(options, kBaseline);
  experiments.search(row, std::min(move_seconds(options), kShareOfSpeeds * options.seconds));
  return row;
}

/// The baseline and all candidates, searching in turns. The first search of each warms up.
std::vector<ThroughputRow> measure_speeds(const AdviseOptions& options,
                                          const Experiments& experiments,
                                          const std::vector<Entry>& entries,
                                          const std::function<void()>& progress,
                                          const std::stop_token& stop) {
  std::vector<ThroughputRow> speeds{row_of(options, kBaseline)};
  for (const Entry& entry : entries) speeds.push_back(row_of(options, entry.candidate.engine));
  const double searches = static_cast<double>(speeds.size()) * (kSearches + 1);
  const double seconds =
      std::min(move_seconds(options), kShareOfSpeeds * options.seconds / searches);
  for (int turn = 0; turn <= kSearches; ++turn) {
    for (ThroughputRow& speed : speeds) {
      ThroughputRow warm_up = speed;
      experiments.search(turn == 0 ? warm_up : speed, seconds);
      if (stop.stop_requested()) return {};
      progress();
    }
  }
  return speeds;
}

/// Those that the speeds do not rule out, as far as there is time for them, and the yardstick.
std::vector<Runner> line_up(const AdviseOptions& options, const std::vector<ThroughputRow>& speeds,
                            double turn_seconds, double seconds, std::vector<Entry>& entries) {
  std::vector<Runner> runners;
  for (Entry& entry : entries) {
    entry.why_not = why_not_raced(entry.candidate, speeds);
    if (entry.why_not.empty()) runners.push_back({entry.candidate.engine, kBaseline});
  }
  if (runners.empty()) return runners;
  const std::size_t fit = fitting(runners.size(), turn_seconds, seconds, kLeastTurns);
  for (std::size_t i = fit; i < runners.size(); ++i) {
    std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.candidate.engine == runners[i].engine;
    })->why_not = "no time";
  }
  runners.resize(fit);
  Runner half{kBaseline, fmt::format("{}:time={}", kBaseline, to_text(options.move_time / 2))};
  half.ranked = false;
  runners.push_back(std::move(half));
  return runners;
}

/// The race, until the next turn would not end in time.
void race(const Experiments& experiments, double end, double rate, Advice& advice,
          const std::function<void()>& progress, const std::stop_token& stop) {
  std::vector<Runner>& runners = advice.runners;
  const int count = rounds(runners.size() - 1);
  const double begin = experiments.now();
  std::vector<double> longest(runners.size(), 0);
  int turns = 0;
  for (int round = 1; !stop.stop_requested();) {
    const double now = experiments.now();
    for (; round < count && now >= begin + (end - begin) * round / count; ++round) halve(runners);
    const std::size_t next = *next_runner(runners);
    const double expected = longest[next] > 0 ? longest[next] : experiments.turn_seconds;
    if (now + expected > end) break;
    experiments.play(runners[next], rate);
    const double took = experiments.now() - now;
    runners[next].seconds += took;
    longest[next] = std::max(longest[next], took);
    advice.turn_seconds += (took - advice.turn_seconds) / ++turns;
    progress();
  }
}

}  // namespace

std::string Advice::best() const {
  return finding.best ? runners[*finding.best].engine : kBaseline;
}

Estimate Advice::gain() const { return finding.best ? gains(runners)[*finding.best] : Estimate{}; }

Estimate Advice::doubling() const { return runners.empty() ? elo({}) : elo(runners.back().counts); }

Advice advise(const AdviseOptions& options, const Experiments& experiments,
              const std::function<void(double seconds, const std::string& text)>& progress,
              const std::stop_token& stop) {
  const double begin = experiments.now();
  const double end = begin + options.seconds;
  const auto passed = [&] { return experiments.now() - begin; };
  Advice advice;
  ThroughputRow first = first_search(options, experiments);
  if (first.finished_share > kExhausted) {
    advice.speeds.push_back(std::move(first));
    advice.finding = {Answer::kExhausted, {}};
  } else {
    for (Candidate& candidate : candidates(options.threads)) {
      advice.entries.push_back({std::move(candidate), {}});
    }
    advice.speeds = measure_speeds(
        options, experiments, advice.entries, [&] { progress(passed(), "speeds"); }, stop);
  }
  if (!advice.speeds.empty() && !advice.entries.empty()) {
    advice.runners = line_up(options, advice.speeds, experiments.turn_seconds,
                             end - experiments.now(), advice.entries);
    advice.finding = judge(advice.runners);
  }
  if (!advice.runners.empty()) {
    race(
        experiments, end, geometric_mean(advice.speeds.front().iterations_per_second), advice,
        [&] {
          advice.finding = judge(advice.runners);
          const Estimate gain = advice.gain();
          progress(passed(), fmt::format("{}, Elo {}", advice.best(),
                                         format_elo(gain.value, gain.lower95, gain.upper95)));
        },
        stop);
    advice.finding = judge(advice.runners);
  }
  advice.seconds = passed();
  advice.interrupted = stop.stop_requested();
  return advice;
}

}  // namespace banyan::bench

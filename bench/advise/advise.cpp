// The course of an advice.
#include "bench/advise/advise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bench/engines/keys/latency_keys.hpp"
#include "bench/engines/keys/tuned_constants.hpp"
#include "bench/machine/machine.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/report/speed_table.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr int kSearchesOfEach = 5;      // of each engine
constexpr int kSearchesOfTwo = 20;      // at most, for the second half
constexpr double kShareOfSpeeds = 0.1;  // of the time
constexpr double kLeastTurns = 4;       // of each in the first round, fewer engines race otherwise

bool asks_about_server(const AdviseOptions& options) {
  return options.device && options.device->calls > 0;
}

/// How long a search is that takes no more than so many real seconds: in virtual time of a server a
/// whole move, which takes hardly any.
double length_of_search(const AdviseOptions& options, double most) {
  return asks_about_server(options) ? options.move_seconds()
                                    : std::min(options.move_seconds(), most);
}

/// The speeds of the baseline and all candidates. Throws UsageError for a time in which they cannot
/// be measured, as one search takes so long. Puts into `search_seconds` how long one took, on a
/// device in virtual time.
std::vector<ThroughputRow> first_speeds(const AdviseOptions& options,
                                        const Experiments& experiments,
                                        const std::vector<Candidate>& candidates, double end,
                                        const std::function<void()>& progress,
                                        const std::stop_token& stop, double& search_seconds) {
  std::vector<std::string> engines{baseline_of(options)};
  for (const Candidate& each : candidates) engines.push_back(each.engine);
  const double searches = static_cast<double>(engines.size()) * (kSearchesOfEach + 1);
  const double seconds = length_of_search(options, kShareOfSpeeds * options.seconds / searches);
  Speeds speeds =
      measure_speeds(experiments.speeds, engines, seconds, kSearchesOfEach, end, progress, stop);
  if (stop.stop_requested()) return {};
  if (speeds.rows[0].iterations_per_second.empty()) {
    const double took = speeds.took / static_cast<double>(speeds.searches);
    throw UsageError(fmt::format(
        "--minutes {:g} is too short: a search takes {}, and the speeds of all engines {}: "
        "give {:g} or more.",
        options.seconds / 60, format_duration(took), format_duration(took * searches),
        std::ceil(took * searches / kShareOfSpeeds / 60)));
  }
  search_seconds = options.device ? seconds : speeds.search_seconds;
  return std::move(speeds.rows);
}

/// The tuned constant of the game for the baseline, if it has one: threads must gain over the best
/// search by one.
Constants constants_of(const AdviseOptions& options) {
  const TunedConstant* const tuned = tuned_constant(options.game.canonical);
  if (!tuned) return {};
  return {fmt::format("c={}", tuned->c), ""};
}

std::vector<Candidate> candidates_of(const AdviseOptions& options) {
  if (!options.of_batches()) return candidates(options.threads, constants_of(options));
  if (asks_about_server(options)) {
    return server_candidates(options.device->calls, options.device->evaluation);
  }
  return device_candidates(options.threads, options.device ? options.device->evaluation : "");
}

/// The engine's spec with that share of the time of a move as its budget: nothing for all of it, a
/// time for a part of it, and where `in_iterations` what it makes in that time. On a device always
/// a virtual time.
std::string budgeted(const AdviseOptions& options, const std::vector<ThroughputRow>& speeds,
                     const std::string& engine, double share, bool in_iterations) {
  if (options.device) {
    return on_device(*options.device, engine, times({0, 0, options.move_time}, share).time);
  }
  if (in_iterations) {
    const double iterations = rate_of(speeds, engine) * options.move_seconds() * share;
    return with_keys(engine, fmt::format("iterations={:.0f}", std::max(1.0, iterations)));
  }
  if (share == 1) return engine;
  const Limits part = times({0, 0, options.move_time}, share);
  return with_keys(engine, "time=" + to_text(std::chrono::nanoseconds(part.time)));
}

/// Those that the speeds do not rule out, as far as there is time for them, and the yardstick.
std::vector<Runner> line_up(const AdviseOptions& options, const std::vector<ThroughputRow>& speeds,
                            double turn_seconds, double seconds, double share,
                            std::vector<Candidate>& candidates) {
  const auto spec = [&](const std::string& engine, double part) {
    return budgeted(options, speeds, engine, share * part, share < 1);
  };
  const std::string baseline = baseline_of(options);
  std::vector<Runner> runners;
  const bool by_speeds = share < 1 && !options.device;
  for (Candidate& candidate : candidates) {
    candidate.why_not = options.of_batches() ? why_not_raced_on_device(candidate, speeds)
                                             : why_not_raced(candidate, speeds);
    if (!candidate.why_not.empty()) continue;
    const std::string& engine = candidate.engine;
    runners.push_back({.engine = engine, .against = spec(baseline, 1), .spec = spec(engine, 1)});
    if (by_speeds) runners.back().speed = ratio_of(speeds, engine, baseline);
  }
  if (runners.empty()) return runners;
  const std::size_t fit = fitting(runners.size(), turn_seconds, seconds, kLeastTurns);
  for (std::size_t i = fit; i < runners.size(); ++i) {
    std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
      return candidate.engine == runners[i].engine;
    })->why_not = "no time";
  }
  runners.resize(fit);
  runners.push_back({.engine = baseline,
                     .against = spec(baseline, 0.5),
                     .role = Role::kYardstick,
                     .spec = spec(baseline, 1)});
  return runners;
}

/// The chosen engine as it plays in the second half, with budgets by speeds that had no part in the
/// choice, where there is time for these.
Runner for_second_half(const AdviseOptions& options, const Experiments& experiments, double end,
                       const Advice& advice, const Runner& chosen, const std::stop_token& stop) {
  Runner runner = chosen;
  runner.role = Role::kChosen;
  runner.counts = {};
  runner.seconds = 0;
  runner.ended = false;
  if (options.device || advice.share == 1) return runner;
  const double seconds = std::min(options.move_seconds(), advice.search_seconds);
  const double time = kShareOfSpeeds * (end - experiments.speeds.now());
  const double fit = std::clamp<double>(time / (2 * seconds), kSearchesOfEach, kSearchesOfTwo);
  const std::vector<ThroughputRow> speeds =
      measure_speeds(
          experiments.speeds, {advice.baseline, runner.engine}, seconds, static_cast<int>(fit), end,
          [] {}, stop)
          .rows;
  if (speeds.empty() || speeds[0].iterations_per_second.size() < 2) return runner;
  runner.speed = ratio_of(speeds, runner.engine, advice.baseline);
  runner.spec = budgeted(options, speeds, runner.engine, advice.share, true);
  runner.against = budgeted(options, speeds, advice.baseline, advice.share, true);
  return runner;
}

/// Half of the time for all, the other for the one that is chosen. Turns are played as long as they
/// are expected to end in time.
void race(const AdviseOptions& options, const Experiments& experiments, double end,
          double iterations, Advice& advice, const std::function<void()>& progress,
          const std::stop_token& stop) {
  std::vector<Runner>& runners = advice.runners;
  std::map<std::string, double> longest;  // turn, by engine
  int turns = 0;
  /// False, and nothing is played, if a turn of that runner would not end in time.
  const auto turn = [&](Runner& runner, double last) {
    const double now = experiments.speeds.now();
    double& most = longest[runner.engine];
    if (now + (most > 0 ? most : advice.share * experiments.turn_seconds) > last) return false;
    experiments.play(runner, iterations);
    const double took = experiments.speeds.now() - now;
    runner.seconds += took;
    most = std::max(most, took);
    advice.turn_seconds += (took - advice.turn_seconds) / ++turns;
    progress();
    return true;
  };
  const int count = rounds(runners.size() - 1);
  const double begin = experiments.speeds.now();
  const double middle = begin + (end - begin) / 2;
  for (int round = 1; !stop.stop_requested();) {
    const double now = experiments.speeds.now();
    for (; round < count && now >= begin + (middle - begin) * round / count; ++round) {
      halve(runners);
    }
    const auto next = next_runner(runners);
    if (!next || !turn(runners[*next], middle)) break;
  }
  runners.push_back(
      for_second_half(options, experiments, end, advice, runners[*chosen(runners)], stop));
  while (!stop.stop_requested() && !runners.back().ended && turn(runners.back(), end)) {
  }
}

}  // namespace

int most_threads() { return static_cast<int>(available_cores().size()); }

void check(const AdviseOptions& options) {
  need_classic(options.game, "'advise'");
  if (options.threads < 1 || options.threads > most_threads()) {
    throw UsageError(fmt::format(
        "--threads {} is out of range: give 1 to {}, the cores of this machine, since games at "
        "equal time need one a thread.",
        options.threads, most_threads()));
  }
  const double minutes = options.seconds / 60;
  if (!(minutes > 0 && minutes <= 10'000)) {
    throw UsageError(
        fmt::format("--minutes {:g} is out of range: give more than 0, to 10000.", minutes));
  }
  if (asks_about_server(options)) {
    const std::string& latency = options.device->cost;
    const auto call = parse_latency(latency, "--device").latency.median();
    if (options.move_time < call) {
      throw UsageError(fmt::format(
          "--time {} is too short: half of the calls of --device {} take {} or more: give the time "
          "of many calls, such as {}.",
          to_text(options.move_time), latency, to_text(call), to_text(30 * call)));
    }
  }
  const Limits limits{.time = options.move_time};
  for (const Candidate& candidate : candidates_of(options)) {
    check_engine(*options.game.start, settings_of(options, candidate.engine), limits);
  }
}

EngineSettings settings_of(const AdviseOptions& options, const std::string& engine) {
  EngineSettings settings = parse_engine(engine);
  settings.callback = options.evaluator;
  return settings;
}

std::string baseline_of(const AdviseOptions& options) {
  if (!options.of_batches()) return baseline(constants_of(options));
  if (asks_about_server(options)) {
    return server_baseline(options.device->calls, options.device->evaluation);
  }
  return device_baseline(options.device ? options.device->evaluation : "");
}

std::string short_name(const AdviseOptions& options, const std::string& engine) {
  if (!options.of_batches()) return engine;
  std::string_view name = engine;
  name.remove_prefix(name.find(':') + 1);
  const std::string evaluation = options.device ? options.device->evaluation : "";
  if (name.ends_with(evaluation)) name.remove_suffix(evaluation.size());
  return std::string(name);
}

std::string on_device(const DeviceQuestion& device, const std::string& engine,
                      std::chrono::nanoseconds clock) {
  Spec spec = parse_spec(engine, "engine");
  spec.keys.insert(spec.keys.end(), {{"simulated", "on"},
                                     {"device", device.cost},
                                     {"descent", device.descent},
                                     {"clock", to_text(clock)}});
  if (device.calls > 0) {
    // Visits that need no call would go on for all of the time, which is long.
    const auto rounds = 1 + clock / parse_latency(device.cost, "--device").latency.median();
    spec.keys.emplace_back("iterations", std::to_string(4 * rounds * device.calls));
  }
  return to_text(spec);
}

std::string Advice::best() const { return finding.best ? runners[*finding.best].engine : baseline; }

Estimate Advice::gain() const { return finding.best ? gain_of_chosen(runners) : Estimate{}; }

Estimate Advice::doubling() const {
  for (const Runner& runner : runners) {
    if (runner.role == Role::kYardstick) return elo(runner.counts);
  }
  return elo({});
}

const ThroughputRow* Advice::starved_engine() const {
  const auto found = std::find_if(speeds.begin(), speeds.end(), starved);
  return found == speeds.end() ? nullptr : &*found;
}

Advice advise(const AdviseOptions& options, const Experiments& experiments,
              const std::function<void(double seconds, const std::string& text)>& progress,
              const std::stop_token& stop) {
  const double begin = experiments.speeds.now();
  const double end = begin + options.seconds;
  const auto passed = [&] { return experiments.speeds.now() - begin; };
  Advice advice;
  advice.baseline = baseline_of(options);
  double iterations = 0;  // the baseline's in a move's time
  ThroughputRow first;    // by the baseline, as long as a move where there is time for it
  first.engine = advice.baseline;
  experiments.speeds.search(first, length_of_search(options, kShareOfSpeeds * options.seconds));
  advice.search_seconds = passed();
  if (first.finished_share > kExhaustedShare) {
    advice.speeds.push_back(std::move(first));
    advice.finding = {Answer::kExhausted, {}};
  } else {
    advice.candidates = candidates_of(options);
    advice.search_seconds = 0;
    advice.speeds = first_speeds(
        options, experiments, advice.candidates, end, [&] { progress(passed(), "speeds"); }, stop,
        advice.search_seconds);
  }
  if (!advice.speeds.empty() && !advice.candidates.empty()) {
    const double seconds = end - experiments.speeds.now();
    const auto moves = static_cast<double>(options.game.start->legal_moves().size());
    iterations = rate_of(advice.speeds, advice.baseline) * options.move_seconds();
    advice.share = share_of_move(seconds / experiments.turn_seconds, iterations / moves);
    advice.runners = line_up(options, advice.speeds, advice.share * experiments.turn_seconds,
                             seconds / 2, advice.share, advice.candidates);
    advice.finding = judge(advice.runners);
  }
  if (!advice.runners.empty()) {
    race(
        options, experiments, end, advice.share * iterations, advice,
        [&] {
          advice.finding = judge(advice.runners);
          const Estimate gain = advice.gain();
          progress(passed(), fmt::format("{}, Elo {}", advice.best(), format_elo(gain)));
        },
        stop);
    advice.finding = judge(advice.runners);
    if (advice.starved_engine() != nullptr) advice.finding.answer = Answer::kUnsure;
  }
  advice.seconds = passed();
  advice.interrupted = stop.stop_requested();
  return advice;
}

}  // namespace banyan::bench

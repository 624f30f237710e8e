// Speeds and games as this machine plays them.
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "bench/advise/advise.hpp"
#include "bench/engines/keys/latency_keys.hpp"
#include "bench/match/match.hpp"
#include "bench/measure/simulated.hpp"
#include "bench/quality/quality.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// Requests a stop when the time is over, or when another does.
class Deadline {
 public:
  Deadline(double seconds, const std::stop_token& stop)
      : forward_(stop, [this] { source_.request_stop(); }),
        timer_([this, seconds](const std::stop_token& ended) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          never.wait_for(lock, ended, std::chrono::duration<double>(seconds), [] { return false; });
          source_.request_stop();
        }) {}

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;
  std::jthread timer_;
};

/// Whether it is a P-game whose playouts sleep, as if their work were done elsewhere.
bool sleeps(const GameChoice& game) {
  const Spec spec = parse_spec(game.spec, "game");
  return std::ranges::any_of(spec.keys, [](const auto& key) { return key.first == "sleep"; });
}

/// This program and this machine.
class Bench {
 public:
  Bench(const AdviseOptions& options, const std::stop_token& stop)
      : options_(options), deadline_(options.seconds, stop) {}

  void search(ThroughputRow& speed, double seconds) {
    const auto time =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const EngineSettings settings = within_container(
        settings_of(options_, options_.device ? on_device(*options_.device, speed.engine, time)
                                              : speed.engine),
        kEngines);
    const AnyGame& start = *options_.game.start;
    auto& engine = engines_[settings.spec];
    if (!engine) engine = start.make_engine(settings);
    const std::size_t count = speed.iterations_per_second.size();
    speed.threads = settings.threads;
    Measured measured =
        measured_search(*engine, start, settings.limits.value_or(Limits{.time = time}),
                        {options_.seed, count}, deadline_.token());
    SearchResult& found = measured.found;
    found.seconds = time_of(found);
    ThroughputRow row = repetition_of(measured, settings);
    if (options_.of_batches()) {
      // One evaluation may count as several iterations.
      row.iterations_per_second = {
          per_second(found.counters.at("evaluated_leaves"), found.seconds)};
      // Other programs take none of a virtual time; and threads wait for an evaluator.
      row.cores = settings.threads;
      add_repetition(speed, row);
      return;
    }
    const bool waits = settings.threads > 1 || playouts_sleep_;
    add_by_own_cores(speed, row, cores_.try_emplace(speed.engine, waits ? 0 : 1).first->second);
  }

  void play(Runner& runner, double iterations) {
    engines_.clear();
    const bool fresh = runner.role == Role::kChosen;  // not those games that chose it
    auto& [openings, rule] = openings_[fresh];
    const std::uint64_t seed = fresh ? match_seed(options_.seed, "the second half") : options_.seed;
    if (!openings) {
      rule = OpeningRule{options_.game.opening_plies};
      // Of some 50 tries none takes longer than a tenth of a move.
      rule.iterations = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(iterations / 10), 1,
                                                  rule.iterations);
      openings = std::make_shared<Openings>(options_.game, rule, seed);
    }
    MatchResult& result = matches_[{runner.spec, runner.against, fresh}];
    MatchOptions match{
        .game = options_.game,
        .engines = {settings_of(options_, runner.spec), settings_of(options_, runner.against)},
        .limits = Limits{.time = options_.move_time},
        .openings = rule,
        .seed = seed};
    match.deals = result.deals.size() +
                  static_cast<std::uint64_t>(games_at_once(match.engines, most_threads()));
    const MatchMemory memory{{}, [](const Deal&) {}, openings};
    play_on(
        match, match.deals, [](const MatchResult&) {}, deadline_.token(), memory, result);
    runner.counts = result.pentanomial;
    runner.ended = result.only_repeats;
  }

 private:
  static constexpr std::size_t kEngines = 24;  // at most, that have memory at once

  AdviseOptions options_;
  Deadline deadline_;
  const bool playouts_sleep_ = sleeps(options_.game);
  std::map<std::string, std::unique_ptr<AnyEngine>> engines_;
  std::map<std::string, double> cores_;  ///< of engines, see add_by_own_cores()
  std::map<bool, std::pair<std::shared_ptr<Openings>, OpeningRule>> openings_;  // fresh or not
  std::map<std::tuple<std::string, std::string, bool>, MatchResult> matches_;
};

/// How long a move takes, on a device by this machine: other than in virtual time.
double real_move_seconds(const AdviseOptions& options, Bench& bench) {
  if (!options.device) return options.move_seconds();
  ThroughputRow unused;
  unused.engine = baseline_of(options);
  const Clock::time_point begin = Clock::now();
  bench.search(unused, options.move_seconds());
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

DeviceQuestion device_question(const GameChoice& game, const std::string& cost) {
  DeviceQuestion question{.cost = cost};
  if (is_latency(cost)) {
    // Without a limit, more calls at a time are hardly worth what they cost.
    constexpr std::size_t kMany = 64;
    constexpr std::size_t kMost = 1024;
    const std::size_t limit = parse_latency(cost, "--device").concurrent;
    question.calls = static_cast<int>(limit == 0 ? kMany : std::min(limit, kMost));
  }
  constexpr Limits kOne{.iterations = 1};
  Spec spec = parse_spec(device_baseline(""), "engine");
  spec.keys.insert(spec.keys.end(), {{"simulated", "on"}, {"device", cost}});
  check_engine(*game.start, parse_engine(to_text(spec)), kOne);
  try {
    check_engine(*game.start, parse_engine(device_baseline(",eval=net")), kOne);
    question.evaluation = ",eval=net";
  } catch (const UsageError&) {  // there is none for this game: playouts
  }
  // The least of several: other programs only add to it.
  constexpr Limits kSome{.iterations = 5000, .time = std::chrono::milliseconds(100)};
  const auto engine = game.start->make_engine(parse_engine(device_baseline(question.evaluation)));
  double least = kInfinity;
  for (std::uint64_t i = 0; i < 7; ++i) {
    const SearchResult found = engine->search(*game.start, kSome, {i}, {});
    const auto counted = [&](const char* name) {
      return static_cast<double>(found.counters.at(name));
    };
    const double tree = 1000 * (counted("threads_us") - counted("threads_evaluating_us"));
    least = std::min(least, tree / std::max(1.0, counted("descents")));
  }
  question.descent = fmt::format("{:.0f}ns", std::max(1.0, least));
  return question;
}

Experiments real_experiments(const AdviseOptions& options, const std::stop_token& stop) {
  const auto bench = std::make_shared<Bench>(options, stop);
  const double move = real_move_seconds(options, *bench);
  Random random({options.seed});
  return {{[] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); },
           [=](ThroughputRow& speed, double seconds) { bench->search(speed, seconds); }},
          2 * move * mean_plies(*options.game.start, 20, random),
          [=](Runner& runner, double iterations) { bench->play(runner, iterations); }};
}

}  // namespace banyan::bench

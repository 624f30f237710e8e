// banyan bench: runs a suite of measurements and writes it to a folder.
#include <chrono>

#include "bench/commands/commands.hpp"
#include "bench/experiments/study.hpp"
#include "bench/machine/machine.hpp"
#include "bench/measure/child.hpp"
#include "bench/papers/papers.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/suites/against.hpp"
#include "bench/suites/suite.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kGames = "tic_tac_toe,connect_four,hex:size=11";

/// A tolerance in percent as a share.
double parse_tolerance(double percent) {
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw UsageError(
      fmt::format("--tolerance {} is out of range: give 0 to 100 (percent).", percent));
}

struct BenchArguments {
  Given given;
  std::string profile = "standard";
  std::string games;
  std::string engines;
  std::string suites;
  std::string study;
  std::string paper;
  std::string search_time;
  std::string out;
  std::uint64_t seed = 1;
  std::string against;
  int rounds = 10;
  double tolerance_percent = 100 * kDefaultTolerance;
  bool fail_on_regression = false;
};

const Profile& find_profile(const std::string& name) {
  return find_named(profiles(), name, "profile");
}

/// An option's help, with what it may name.
template <class Things>
std::string help_with(std::string text, const Things& things) {
  for (const auto& thing : things) text += fmt::format("\n{}: {}", thing.name, thing.help);
  return text;
}

std::string standard_suites() {
  std::string names;
  for (const SuiteKind& kind : suite_kinds()) {
    if (kind.standard) names += (names.empty() ? "" : ",") + std::string(kind.name);
  }
  return names;
}

std::vector<std::string> parse_suites(const std::string& text) {
  std::vector<std::string> names;
  for (const Spec& spec : parse_spec_list(text, "suite")) {
    names.emplace_back(find_named(suite_kinds(), spec.name, "suite").name);
  }
  return names;
}

/// The profile, with searches that take as long as asked.
Profile profile_of(const BenchArguments& options) {
  using std::chrono::milliseconds;
  Profile profile = find_profile(options.profile);
  if (options.search_time.empty()) return profile;
  const auto time = parse_duration(options.search_time, "--search-time");
  profile.search_time = std::chrono::duration_cast<milliseconds>(time);
  const bool in_range =
      profile.search_time >= milliseconds(1) && profile.search_time <= std::chrono::minutes(10);
  if (!in_range || profile.search_time != time) {
    throw UsageError(
        fmt::format("--search-time {} is out of range: give whole milliseconds, 1ms to 10m.",
                    options.search_time));
  }
  return profile;
}

/// Only speeds, in turns with another build's program.
int run_turns(const BenchArguments& options, const SuiteOptions& suite,
              const std::stop_token& stop) {
  constexpr int kMostRounds = 1000;
  if (options.rounds < 2 || options.rounds > kMostRounds) {
    throw UsageError(
        fmt::format("--rounds {} is out of range: give 2 to {}.", options.rounds, kMostRounds));
  }
  AgainstOptions turns{.before = find_program(options.against),
                       .after = own_program(),
                       .games = suite.games,
                       .engines = suite.engines,
                       .search_time = suite.profile.search_time,
                       .rounds = options.rounds,
                       .seed = suite.seed,
                       .tolerance = parse_tolerance(options.tolerance_percent)};
  const auto count =
      turns.games.size() * turns.engines.size() * static_cast<std::size_t>(turns.rounds);
  Progress progress(count, "in turns");
  const Comparison comparison = run_against(
      turns, [&](const std::string& what) { progress.advance(1, what); }, stop);
  progress.finish(!stop.stop_requested());
  if (!comparison.speeds.empty()) {
    fmt::print("A {}\nB {}\n\n{}", turns.before, turns.after,
               comparison_text(comparison, turns.tolerance));
  }
  if (stop.stop_requested()) {
    print_to_standard_error("banyan: interrupted; {}.\n",
                            comparison.speeds.empty() ? "fewer than two rounds were finished"
                                                      : "the finished rounds are compared above");
    return kInterrupted;
  }
  const bool regressed = comparison.count(Change::kWorse) > 0;
  return options.fail_on_regression && regressed ? kCheckFailed : kDone;
}

/// A study has its own games, engines and suites, unless others are given.
BenchArguments with_study(BenchArguments options, const Study& study, int cores) {
  if (options.games.empty()) options.games = study.games;
  if (options.engines.empty()) options.engines = study_engines(study, cores);
  if (options.suites.empty()) {
    options.suites = study.on_truth() ? "truth" : study.of_matches() ? "gains" : "throughput";
  }
  return options;
}

/// A published experiment is fixed, except for its extent.
int run_paper(const BenchArguments& options, const std::stop_token& stop) {
  SuiteOptions suite;
  suite.paper = find_paper(options.paper).name;
  for (const auto& [name, given] : {std::pair{"--games", !options.games.empty()},
                                    {"--engines", !options.engines.empty()},
                                    {"--suites", !options.suites.empty()},
                                    {"--study", !options.study.empty()},
                                    {"--search-time", !options.search_time.empty()},
                                    {"--against", !options.against.empty()}}) {
    if (given) {
      throw UsageError(fmt::format("--paper {} sets its own games and engines: leave {} out.",
                                   suite.paper, name));
    }
  }
  suite.suites = {"paper"};
  suite.profile = find_profile(options.profile);
  suite.seed = options.seed;
  suite.command = options.given.text({"--games", "--rounds", "--tolerance"});
  suite.out = options.out.empty() ? default_folder(suite) : std::filesystem::path(options.out);
  return run_suite(suite, stop);
}

/// Throws UsageError for options that would do nothing.
void check_turns(const BenchArguments& options) {
  const bool in_turns = !options.against.empty();
  for (const auto& [name, given] : {std::pair{"--out", !options.out.empty()},
                                    {"--suites", !options.suites.empty()},
                                    {"--study", !options.study.empty()}}) {
    if (in_turns && given) {
      throw UsageError(
          fmt::format("--against measures speeds and writes no results: leave {} out.", name));
    }
  }
  if (!in_turns && options.fail_on_regression) {
    throw UsageError("--fail-on-regression is for --against: give another build's program there.");
  }
}

int run(const BenchArguments& given, const std::stop_token& stop) {
  check_turns(given);
  if (!given.paper.empty()) return run_paper(given, stop);
  const int cores = static_cast<int>(available_cpus().size());
  SuiteOptions suite;
  if (!given.study.empty()) suite.study = study_of(given.study);
  BenchArguments options = suite.study ? with_study(given, *suite.study, cores) : given;
  if (options.games.empty()) options.games = kGames;
  const std::string suites = options.suites.empty() ? standard_suites() : options.suites;
  suite.suites = parse_suites(suites);
  suite.asked = !options.suites.empty();
  suite.profile = profile_of(options);
  const std::string engines =
      options.engines.empty() ? default_engines(suite.profile, cores) : options.engines;
  suite.games = parse_games(options.games);
  for (const GameChoice& game : suite.games) need_classic(game, "'bench'");
  suite.engines = parse_engines(engines);
  if (suite.study && !suite.study->controls.empty()) {
    suite.controls = parse_engines(study_controls(*suite.study, cores));
  }
  if (suite.study && suite.study->on_truth() && suite.study->playouts.empty()) {
    for (const EngineSettings& engine : suite.engines) {
      if (engine.limits) continue;
      throw UsageError(fmt::format(
          "study {} has no playouts: give them, or {} a budget of its own, such as iterations=10k.",
          suite.study->name, engine.spec));
    }
  }
  suite.seed = options.seed;
  Given whole = given.given;
  whole.set("--games", options.games);
  whole.set("--engines", engines);
  whole.set("--suites", suites);
  suite.command = whole.text({"--rounds", "--tolerance"});
  std::vector<EngineSettings> all = suite.engines;
  all.insert(all.end(), suite.controls.begin(), suite.controls.end());
  for (const EngineSettings& engine : all) {
    if (is_opponent(engine.kind)) {
      throw UsageError(fmt::format(
          "'bench' measures iterations, which foreign programs do not count: give {} to 'match' or "
          "'pool'.",
          engine.spec));
    }
    for (const GameChoice& game : suite.games) {
      if (engine.system_malloc) {
        need_studied(engine, game.start->studied_engines(), game.canonical);
      } else {
        check_engine(*game.start, engine, Limits{.iterations = 1});
      }
    }
  }
  if (!options.against.empty()) return run_turns(options, suite, stop);
  suite.out = options.out.empty() ? default_folder(suite) : std::filesystem::path(options.out);
  for (const EngineSettings& engine : all) {
    if (engine.threads > cores) {
      print_to_standard_error(
          "note: {} has more threads than the {} cores of this machine: its speed says little.\n",
          engine.spec, cores);
    }
  }
  return run_suite(suite, stop);
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<BenchArguments>(
      app, action, "bench", "the main job: speed and strength, one report", run);
  command.add_option("--profile", options->profile, help_with("how much to measure:", profiles()))
      ->capture_default_str();
  command.add_option("--games", options->games,
                     fmt::format("game specs, separated by ',' (default: {})", kGames));
  command.add_option("--engines", options->engines,
                     "engine specs, separated by ';' (default: plain, seq, and leaf, root and tree "
                     "at 1 and 2 threads)");
  const std::string suites_help = help_with(
      "what to measure, separated by ',' (default: " + standard_suites() + ")", suite_kinds());
  command.add_option("--suites", options->suites, suites_help);
  command.add_option("--search-time", options->search_time,
                     "time of each search that measures speed, such as 100ms (default: by the "
                     "profile)");
  command.add_option(
      "--study", options->study,
      help_with("a grid of engines and games with tables of its own, or a file FILE.json that "
                "describes one:",
                studies()));
  command.add_option(
      "--paper", options->paper,
      help_with("a published experiment, cell by cell beside the published numbers: agrees, "
                "differs or cannot tell; sets its own games and engines:",
                papers()));
  command.add_option("--out", options->out,
                     "folder for the results (default: a new one under results/runs/); the same "
                     "command resumes a run that was stopped or killed");
  command.add_option(
      "--against", options->against,
      "another build's program or folder: measure the speeds of both in turns (A B B "
      "A ...), and compare them instead of writing results");
  command.add_option("--rounds", options->rounds, "with --against: searches of each build")
      ->capture_default_str();
  command
      .add_option("--tolerance", options->tolerance_percent,
                  "with --against: smallest difference in percent that counts")
      ->capture_default_str();
  command.add_flag("--fail-on-regression", options->fail_on_regression,
                   "with --against: exit with 1 if anything is slower");
  add_seed(command, options->seed);
}

}  // namespace banyan::bench

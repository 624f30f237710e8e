// Runs the suites: what to measure, and where the results go.
#include "bench/suites/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "bench/machine/interrupt.hpp"
#include "bench/machine/machine.hpp"
#include "bench/match/run_folder.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/show.hpp"
#include "bench/report/speed_table.hpp"
#include "bench/report/verdict.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

using std::chrono::milliseconds;

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> kProfiles{
      {.name = "smoke",
       .help = "proves that everything works, under 30 s; too short to quote",
       .search_time = milliseconds(25),
       .repetitions = 2,
       .move_time = milliseconds(1),
       .move_playouts = 1000,
       .pairs = 4,
       .truth_positions = 10,
       .truth_iterations = {100, 1000},
       .all_threads = false},
      {.name = "standard",
       .help = "the main job: some minutes on two cores",
       .search_time = milliseconds(400),
       .repetitions = 5,
       .move_time = milliseconds(5),
       .move_playouts = 10'000,
       .pairs = 40,
       .truth_positions = 200,
       .truth_iterations = {100, 1000, 10'000},
       .all_threads = false},
      {.name = "full",
       .help = "longer searches and matches, and all cores: hours",
       .search_time = milliseconds(2000),
       .repetitions = 9,
       .move_time = milliseconds(20),
       .move_playouts = 40'000,
       .pairs = 400,
       .truth_positions = 1000,
       .truth_iterations = {100, 1000, 10'000, 100'000},
       .all_threads = true},
  };
  return kProfiles;
}

std::uint64_t by_profile(const Profile& profile, std::uint64_t standard) {
  const std::string_view name = profile.name;
  if (name == "smoke") return std::max<std::uint64_t>(2, standard / 100);
  return name == "full" ? 5 * standard : standard;
}

namespace {

/// What determines the results: a folder is resumed only by a run with the same settings.
Json settings_json(const SuiteOptions& options) {
  const Profile& p = options.profile;
  Json games = Json::array();
  for (const GameChoice& game : options.games) games.push_back(game.canonical);
  Json engines = Json::array();
  for (const EngineSettings& engine : options.engines) engines.push_back(engine.canonical);
  Json settings{{"profile", p.name},
                {"search_ms", p.search_time.count()},
                {"repetitions", p.repetitions},
                {"move_ms", p.move_time.count()},
                {"move_playouts", p.move_playouts},
                {"pairs", p.pairs},
                {"truth_positions", p.truth_positions},
                {"games", games},
                {"engines", engines},
                {"seed", options.seed}};
  if (options.study) {
    settings["study"] = options.study->name;
    settings["experiment"] = study_json(*options.study);
  }
  if (!options.paper.empty()) settings["paper"] = options.paper;
  return settings;
}

}  // namespace

std::filesystem::path default_folder(const SuiteOptions& options) {
  const std::filesystem::path runs = "results/runs";
  const Json settings = settings_json(options);
  const auto goes_on = [&](const std::filesystem::path& folder) {
    if (!file_exists(folder / "run.json") || why_not_resumed(folder, settings)) return false;
    const Json there = json_of_file(folder / "run.json");
    const Json finished = there.value("finished", Json());
    const bool killed_at_last = finished == true && !file_exists(folder / "rows.jsonl");
    return (finished == false || killed_at_last) && !OutputFolder::is_held(folder);
  };
  if (file_exists(runs)) {
    for (const auto& folder : files_in(runs)) {
      try {
        if (goes_on(folder)) return folder;
      } catch (const FileError& error) {
        print_to_standard_error("note: {} It is passed over.\n", error.what());
      }
    }
  }
  std::string name = time_utc_now() + "-" + options.profile.name;
  std::erase(name, ':');
  auto folder = runs / name;
  for (int copy = 2; file_exists(folder); ++copy) folder = runs / fmt::format("{}-{}", name, copy);
  return folder;
}

std::string default_engines(const Profile& profile, int cores) {
  std::vector<int> threads{1, 2};
  for (int n = 4; profile.all_threads && n <= cores; n *= 2) threads.push_back(n);
  std::string engines = "plain;seq;seq:batch=512";
  for (const char* engine : {"leaf:threads={}", "root:threads={}", "tree:threads={}",
                             "tree:threads={},lock=packed", "tree:threads={},batch=512"}) {
    for (const int n : threads) engines += ";" + fmt::format(fmt::runtime(engine), n);
  }
  return engines;
}

namespace {

/// What is printed where Python's packages lack: the speeds, and the verdict.
std::string plain_text(const RunData& run) {
  std::string text;
  for (const std::string& game : games_of(run.rows)) {
    text += fmt::format("\n{}: speed from the first position\n\n{}", printable(game),
                        speed_table(run.rows, game).to_console());
  }
  const RunVerdict verdict = verdict_of(run);
  text += fmt::format("\nVerdict\n\n{}\n", wrapped(verdict.answer));
  if (!verdict.table.empty()) text += "\n" + verdict.table.to_console();
  for (const std::string& note : verdict.notes) text += "\n" + wrapped(note) + "\n";
  return text + "\n";
}

}  // namespace

int run_suite(const SuiteOptions& options, const std::stop_token& stop) {
  std::vector<Suite> suites;
  std::uint64_t work = 0;
  Json plan = Json::object();
  std::vector<std::string> empty;
  for (const SuiteKind& kind : suite_kinds()) {
    if (std::find(options.suites.begin(), options.suites.end(), kind.name) == options.suites.end())
      continue;
    suites.push_back(kind.make(options));
    if (suites.back().plan.empty()) {
      empty.push_back(
          fmt::format("the suite {} measures nothing of these games and engines: it needs {}.",
                      kind.name, kind.needs));
    }
    work += suites.back().expected_ms;
    plan[kind.name] = suites.back().plan;
  }

  if (!empty.empty() && empty.size() == suites.size()) throw UsageError(empty.front());
  if (!options.asked) empty.clear();

  RunFolder folder(options.out, settings_json(options), options.command);
  folder.note("plan", plan);
  Progress progress(work, options.profile.name);
  const Advance advance = [&](std::uint64_t ms, const std::string& text) {
    progress.advance(ms, text);
  };
  const bool finished = std::all_of(suites.begin(), suites.end(), [&](const Suite& suite) {
    return suite.run(folder, advance, stop);
  });
  progress.finish(finished);
  folder.finish(finished);
  const RunData run = run_data(folder.run(), folder.results());
  write_rows(folder.folder(), rows_of(run));
  if (!finished) {  // it is shown when it has come to its end
    fmt::print("{}", plain_text(run));
    fmt::print("Results are in {}; './run report' shows them\n", options.out.string());
    for (const std::string& note : run.missing) fmt::print("{}\n", wrapped(note));
    std::fflush(stdout);  // in a file of both this comes last
    print_to_standard_error("interrupted: the same command with --out {} goes on from here.\n",
                            options.out.string());
    return kInterrupted;
  }
  const Shown shown = show(options.out, output_width(), stop);
  fmt::print("{}", shown.done ? shown.text : plain_text(run));
  fmt::print("Results are in {}\n", options.out.string());
  for (const std::string& sentence : empty) fmt::print("{}\n", wrapped("Note: " + sentence));
  if (shown.done) {
    fmt::print("The report is {}\n", (options.out / "report.html").string());
  } else if (!shown.text.empty()) {
    fmt::print("{}\n", wrapped(shown.text));
  }
  return stop.stop_requested() ? kInterrupted : kDone;
}

}  // namespace banyan::bench

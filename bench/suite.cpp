// Running the suite: what is to be measured, what the folder already holds, and the order of work.
#include "bench/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "bench/ablation.hpp"
#include "bench/commands.hpp"
#include "bench/files.hpp"
#include "bench/interrupt.hpp"
#include "bench/machine.hpp"
#include "bench/progress.hpp"
#include "bench/provenance.hpp"
#include "bench/report/report.hpp"
#include "bench/summary.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

using std::chrono::milliseconds;

/// What decides the results: a folder is resumed only by a run with the same.
Json settings_json(const SuiteOptions& options) {
  const Profile& p = options.profile;
  Json games = Json::array();
  for (const GameChoice& game : options.games) games.push_back(game.canonical);
  Json engines = Json::array();
  for (const EngineSettings& engine : options.engines) engines.push_back(engine.canonical);
  return {{"profile", p.name},
          {"search_ms", p.search_time.count()},
          {"repetitions", p.repetitions},
          {"move_ms", p.move_time.count()},
          {"move_playouts", p.move_playouts},
          {"pairs", p.pairs},
          {"games", games},
          {"engines", engines},
          {"seed", options.seed}};
}

Json run_json(const SuiteOptions& options) {
  return {{"provenance", provenance(options.command)},
          {"settings", settings_json(options)},
          {"finished", false}};
}

/// What the folder holds that this run must not be mixed with; nothing if it may go on there.
std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run) {
  const auto path = folder / "run.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json there = Json::parse(read_file(path), nullptr, false);
  if (!there.is_object() || !there.contains("provenance")) return "a damaged run";
  if (there.value("settings", Json()) != run["settings"]) return "a run with other settings";
  const auto maker = [](const Json& of) {
    return std::pair(of["provenance"]["commit"], of["provenance"]["machine"]["cpu_model"]);
  };
  if (maker(there) != maker(run)) return "a run of another build or machine";
  return std::nullopt;
}

/// The folder of one run.
class Folder {
 public:
  Folder(const SuiteOptions& options, std::stop_token stop)
      : options_(options), stop_(std::move(stop)), run_(run_json(options)) {
    make_directories(options.out);
    if (const auto reason = why_not_resumed(options.out, run_)) {
      throw UsageError(fmt::format("--out {} holds {}: give an empty or new directory.",
                                   options.out.string(), *reason));
    }
    write_run();
    if (std::filesystem::exists(strength_path())) {
      const Json there = Json::parse(read_file(strength_path()), nullptr, false);
      matches_ = there.is_object() ? there.value("matches", Json::array()) : Json::array();
    }
  }

  /// Measures the speed of engines unless it is there; false if it was interrupted.
  bool speed(const std::string& name, const std::vector<EngineSettings>& engines,
             milliseconds search_time, std::uint64_t iterations, Progress& progress) {
    const auto path = options_.out / (name + ".json");
    const Profile& p = options_.profile;
    const auto per_repetition = static_cast<std::uint64_t>(2 * search_time.count());
    if (std::filesystem::exists(path)) {
      const Json there = Json::parse(read_file(path), nullptr, false);
      if (!there.is_discarded() && there["context"].value("interrupted", "true") == "false") {
        progress.advance(per_repetition * static_cast<std::uint64_t>(p.repetitions) *
                         options_.games.size() * engines.size());
        return true;
      }
    }
    const std::string json = measure_throughput(
        {options_.games, engines, search_time, p.repetitions, options_.seed, name, iterations},
        flatten(run_["provenance"]),
        [&](const std::string& row) { progress.advance(per_repetition, row); }, stop_);
    Json whole = Json::parse(json);
    whole["context"]["interrupted"] = stop_.stop_requested() ? "true" : "false";
    write_file_whole(path, whole.dump(2) + "\n");
    return !stop_.stop_requested();
  }

  /// Plays a match unless its result is there; false if it was interrupted.
  bool match(const MatchOptions& match, Progress& progress, std::uint64_t per_pair) {
    const auto same = [&](const Json& other) {
      return other["game"] == match.game.spec && other["a"] == match.a.spec &&
             other["b"] == match.b.spec && other["budget"] == to_text(*match.limits);
    };
    const auto there = std::find_if(matches_.begin(), matches_.end(), same);
    if (there != matches_.end()) {
      if (!(*there)["interrupted"].get<bool>()) {
        progress.advance(per_pair * match.pairs);
        return true;
      }
      matches_.erase(there);
    }
    const std::string name = fmt::format("{} {} against {}, {}", match.game.spec, match.a.spec,
                                         match.b.spec, to_text(*match.limits));
    const MatchResult result = play_match(
        match, [&](const MatchResult&) { progress.advance(per_pair, name); }, stop_);
    matches_.push_back(match_json(match, result));
    write_strength();
    write_games(match, result);
    return !result.interrupted;
  }

  /// Writes the summary and, if all is there, marks the run finished. Returns the summary's tables
  /// as console text.
  std::string summarise(bool finished) {
    run_["finished"] = finished;
    write_run();
    const Summary summary = summarise_run(run_, rows("throughput"), rows("ablation"), matches_);
    write_file_whole(options_.out / "summary.md", summary.markdown);
    return summary.console;
  }

 private:
  [[nodiscard]] std::filesystem::path strength_path() const {
    return options_.out / "strength.json";
  }

  [[nodiscard]] std::vector<ThroughputRow> rows(const std::string& name) const {
    const auto path = options_.out / (name + ".json");
    if (!std::filesystem::exists(path)) return {};
    return read_throughput(read_file(path));
  }

  void write_run() const { write_file_whole(options_.out / "run.json", run_.dump(2) + "\n"); }

  void write_strength() const {
    const Json whole{{"provenance", run_["provenance"]}, {"matches", matches_}};
    write_file_whole(strength_path(), whole.dump(2) + "\n");
  }

  /// Replaces the match's games: an interrupted match is played again from its start.
  void write_games(const MatchOptions& match, const MatchResult& result) const {
    const auto path = options_.out / "games.jsonl";
    const std::string budget = to_text(*match.limits);
    std::string lines;
    if (std::filesystem::exists(path)) {
      std::istringstream before(read_file(path));
      for (std::string line; std::getline(before, line);) {
        const Json game = Json::parse(line, nullptr, false);
        const bool other =
            !game.is_discarded() && (game["game"] != match.game.spec || game["a"] != match.a.spec ||
                                     game["b"] != match.b.spec || game["budget"] != budget);
        if (other) lines += line + '\n';
      }
    }
    for (const GameRecord& record : result.games) {
      Json game = game_json(match, record);
      game["budget"] = budget;
      game["version"] = run_["provenance"]["version"];
      game["commit"] = run_["provenance"]["commit"];
      lines += game.dump() + '\n';
    }
    write_file_whole(path, lines);
  }

  const SuiteOptions& options_;
  std::stop_token stop_;
  Json run_;
  Json matches_ = Json::array();
};

/// Milliseconds that measuring so many engines takes.
std::uint64_t expected_speed_ms(const SuiteOptions& options, std::size_t engines,
                                milliseconds search_time) {
  return static_cast<std::uint64_t>(2 * search_time.count()) *
         static_cast<std::uint64_t>(options.profile.repetitions) * options.games.size() * engines;
}

/// Milliseconds that a pair of games is expected to take: the unit of progress.
std::uint64_t expected_pair_ms(const Profile& profile) {
  return static_cast<std::uint64_t>(2 * 35 * profile.move_time.count());
}

}  // namespace

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> kProfiles{
      {"smoke", "proves that everything works, under 30 s; too short to quote", milliseconds(25), 2,
       milliseconds(1), 1000, 2, false},
      {"standard", "the main job: some minutes on two cores", milliseconds(400), 5, milliseconds(5),
       10000, 40, false},
      {"full", "longer searches and matches, and all cores: hours", milliseconds(2000), 9,
       milliseconds(20), 40000, 400, true},
  };
  return kProfiles;
}

std::filesystem::path default_folder(const SuiteOptions& options) {
  const std::filesystem::path runs = "results/runs";
  const Json run = run_json(options);
  if (std::filesystem::exists(runs)) {
    for (const auto& entry : std::filesystem::directory_iterator(runs)) {
      const auto path = entry.path() / "run.json";
      if (!std::filesystem::exists(path) || why_not_resumed(entry.path(), run)) continue;
      if (!Json::parse(read_file(path)).value("finished", true)) return entry.path();
    }
  }
  std::string name = time_utc_now() + "-" + options.profile.name;
  std::erase(name, ':');
  return runs / name;
}

std::string default_engines(const Profile& profile, int cores) {
  std::vector<int> threads{1, 2};
  for (int n = 4; profile.all_threads && n <= cores; n *= 2) threads.push_back(n);
  std::string engines = "naive;seq;seq:batch=512";
  for (const char* engine : {"leaf:threads={}", "root:threads={}", "tree:threads={}",
                             "tree:threads={},lock=free", "tree:threads={},batch=512"}) {
    for (const int n : threads) engines += ";" + fmt::format(fmt::runtime(engine), n);
  }
  return engines;
}

std::vector<MatchOptions> suite_matches(const SuiteOptions& options) {
  const auto seq = std::find_if(options.engines.begin(), options.engines.end(),
                                [](const EngineSettings& e) { return e.kind == EngineKind::kSeq; });
  if (seq == options.engines.end()) return {};
  std::vector<const EngineSettings*> widest;  // of each kind, the one with the most threads
  for (const EngineSettings& engine : options.engines) {
    if (engine.threads == 1 && engine.kind != EngineKind::kNaive) continue;
    const auto same = std::find_if(widest.begin(), widest.end(),
                                   [&](const auto* other) { return other->kind == engine.kind; });
    if (same == widest.end()) {
      widest.push_back(&engine);
    } else if ((*same)->threads < engine.threads) {
      *same = &engine;
    }
  }
  const Profile& profile = options.profile;
  const Limits equal_time{0, 0, profile.move_time};
  const Limits equal_playouts{0, profile.move_playouts, {}};
  std::vector<MatchOptions> matches;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings* engine : widest) {
      for (const Limits& limits : {equal_time, equal_playouts}) {
        if (engine->kind == EngineKind::kNaive && limits.playouts > 0) continue;
        matches.push_back({game,
                           *engine,
                           *seq,
                           profile.pairs,
                           limits,
                           {game.opening_plies},
                           std::nullopt,
                           options.seed});
      }
    }
  }
  return matches;
}

int run_suite(const SuiteOptions& options, const std::stop_token& stop) {
  const Profile& profile = options.profile;
  const std::vector<EngineSettings> steps =
      options.suites.ablation ? ablation_engines() : std::vector<EngineSettings>{};
  const milliseconds step_time = profile.search_time / 2;
  const std::vector<MatchOptions> matches =
      options.suites.strength ? suite_matches(options) : std::vector<MatchOptions>{};
  const std::uint64_t per_pair = expected_pair_ms(profile);
  std::uint64_t work = expected_speed_ms(options, steps.size(), step_time);
  if (options.suites.throughput) {
    work += expected_speed_ms(options, options.engines.size(), profile.search_time);
  }
  for (const MatchOptions& match : matches) work += per_pair * match.pairs;

  Folder folder(options, stop);
  Progress progress(work, profile.name);
  bool finished = true;
  if (options.suites.throughput) {
    finished = folder.speed("throughput", options.engines, profile.search_time, 0, progress);
  }
  if (finished && !steps.empty()) {
    finished = folder.speed("ablation", steps, step_time, kAblationIterations, progress);
  }
  for (auto match = matches.begin(); finished && match != matches.end(); ++match) {
    finished = folder.match(*match, progress, per_pair);
  }
  progress.finish();
  fmt::print("{}\nResults are in {}\n", folder.summarise(finished), options.out.string());
  const Report report = write_report(options.out);
  for (const std::string& note : report.notes) fmt::print("{}\n", note);
  fmt::print("The report is {}\n", report.page.string());
  if (finished) return kDone;
  fmt::print(stderr, "interrupted: the same command with --out {} goes on from here.\n",
             options.out.string());
  return kInterrupted;
}

}  // namespace banyan::bench

// Reading and writing the files of a run.
#include "bench/run_folder.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/files.hpp"
#include "bench/games_folder.hpp"
#include "bench/limits.hpp"
#include "bench/provenance.hpp"

namespace banyan::bench {
namespace {

/// What decides the results: a folder is resumed only by a run with the same.
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
                {"threads", options.threads},
                {"seed", options.seed}};
  if (!options.study.empty()) settings["study"] = options.study;
  return settings;
}

/// What the games of a match have in common in games.jsonl.
Json games_key(const std::string& suite, const MatchOptions& match) {
  return {{"suite", suite},
          {"game", match.game.spec},
          {"a", match.a.spec},
          {"b", match.b.spec},
          {"budget", to_text(*match.limits)}};
}

}  // namespace

Json run_json(const SuiteOptions& options) {
  return {{"provenance", provenance(options.command)},
          {"settings", settings_json(options)},
          {"finished", false}};
}

std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run) {
  const auto path = folder / "run.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json there = Json::parse(read_file(path), nullptr, false);
  if (!there.is_object() || !there.contains("provenance")) return "a damaged run";
  if (there.value("settings", Json()) != run["settings"]) return "a run with other settings";
  const auto maker = [](const Json& of) {
    using namespace nlohmann::literals;
    return std::pair(of.value("/provenance/commit"_json_pointer, Json()),
                     of.value("/provenance/machine/cpu_model"_json_pointer, Json()));
  };
  if (maker(there) != maker(run)) return "a run of another build or machine";
  return std::nullopt;
}

RunFolder::RunFolder(const SuiteOptions& options) : options_(options), run_(run_json(options)) {
  make_directories(options.out);
  if (const auto reason = why_not_resumed(options.out, run_)) {
    throw UsageError(fmt::format("--out {} holds {}: give an empty or new directory.",
                                 options.out.string(), *reason));
  }
  write("run.json", run_);
}

std::filesystem::path RunFolder::path(const std::string& file) const { return options_.out / file; }

std::optional<Field> RunFolder::read(const std::string& file) const {
  if (!std::filesystem::exists(path(file))) return std::nullopt;
  return Field::of_file(path(file));
}

void RunFolder::write(const std::string& file, const Json& whole) const {
  write_file_whole(path(file), whole.dump(2) + "\n");
}

void RunFolder::plan(const Json& suites) {
  run_["plan"] = suites;
  write("run.json", run_);
}

std::vector<PairRecord> RunFolder::read_games(const std::string& suite,
                                              const MatchOptions& match) const {
  std::vector<Json> lines;
  for (Json& line : read_lines(path("games.jsonl"))) {
    if (has_fields(line, games_key(suite, match))) lines.push_back(std::move(line));
  }
  return whole_pairs(match, lines);
}

void RunFolder::write_games(const std::string& suite, const MatchOptions& match,
                            const MatchResult& result) const {
  const Json key = games_key(suite, match);
  std::vector<Json> lines = read_lines(path("games.jsonl"));
  std::erase_if(lines, [&](const Json& line) { return has_fields(line, key); });
  for (const GameRecord& record : result.games) {
    Json game = game_json(match, record);
    game["suite"] = suite;
    game["budget"] = key["budget"];
    game["version"] = run_["provenance"]["version"];
    game["commit"] = run_["provenance"]["commit"];
    lines.push_back(std::move(game));
  }
  write_lines(path("games.jsonl"), lines);
}

void RunFolder::mark_finished(bool finished) {
  run_["finished"] = finished;
  write("run.json", run_);
}

}  // namespace banyan::bench

// Reads and writes the files of a run.
#include "bench/suites/run_folder.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/machine/environment.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/match/games_folder.hpp"
#include "bench/output/same_run.hpp"
#include "bench/registry/limits.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
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

/// What the games of a match share in games.jsonl.
Json games_key(const std::string& suite, const MatchOptions& match) {
  return {{"suite", suite},
          {"game", match.game.spec},
          {"a", match.engines[0].spec},
          {"b", match.engines[1].spec},
          {"budget", to_text(*match.limits)}};
}

}  // namespace

Json json_of_run(const SuiteOptions& options) {
  return {{"provenance", provenance(options.command)},
          {"settings", settings_json(options)},
          {"finished", false}};
}

std::optional<std::string> why_not_resumed(const std::filesystem::path& folder, const Json& run) {
  const auto path = folder / "run.json";
  if (!file_exists(path)) return std::nullopt;
  return why_another_run(json_of_file(path), run);
}

RunFolder::RunFolder(const SuiteOptions& options)
    : folder_(options.out), run_(json_of_run(options)) {
  const auto there = earlier_run(folder_, run_);
  run_["environment"] = read_environment();
  Json sittings = Json::array();
  if (there) {
    run_["provenance"] = there->at("provenance");
    const Json::json_pointer known("/environment/sittings");
    if (there->contains(known) && there->at(known).is_array()) sittings = there->at(known);
  }
  sittings.push_back({{"before", read_load()}, {"after", nullptr}});
  run_["environment"]["sittings"] = std::move(sittings);
  write_run();
  recover_lines(folder_, "games.jsonl", "The game is played again.");
  results_ = Results::recovered(folder_);
}

void RunFolder::write_run() const { folder_.write("run.json", run_.dump(2) + "\n"); }

void RunFolder::plan(const Json& suites) {
  run_["plan"] = suites;
  write_run();
}

std::vector<Deal> RunFolder::read_games(const std::string& suite, const MatchOptions& match) const {
  std::vector<JsonLine> lines = read_lines(path("games.jsonl")).objects;
  std::erase_if(lines, [key = games_key(suite, match)](const JsonLine& line) {
    return !has_fields(line.json, key);
  });
  return whole_deals(match, path("games.jsonl"), lines);
}

std::vector<Json> RunFolder::lines_of(const std::string& suite, const MatchOptions& match,
                                      const Deal& deal) const {
  std::vector<Json> lines;
  for (const GameRecord& game : deal) {
    Json& line = lines.emplace_back(game_json(match, game));
    line.update(games_key(suite, match));
    line["version"] = run_["provenance"]["version"];
    line["commit"] = run_["provenance"]["commit"];
  }
  return lines;
}

void RunFolder::add_games(const std::string& suite, const MatchOptions& match,
                          const Deal& deal) const {
  folder_.append("games.jsonl", lines_text(lines_of(suite, match, deal)));
}

void RunFolder::write_games(const std::string& suite, const MatchOptions& match,
                            const MatchResult& result) const {
  const Json key = games_key(suite, match);
  std::vector<Json> lines;
  JsonLines there = read_lines(path("games.jsonl"));
  for (JsonLine& line : there.objects) {
    if (!has_fields(line.json, key)) lines.push_back(std::move(line.json));
  }
  for (const Deal& deal : result.deals) {
    const std::vector<Json> games = lines_of(suite, match, deal);
    lines.insert(lines.end(), games.begin(), games.end());
  }
  folder_.write("games.jsonl", lines_text(lines));
}

void RunFolder::mark_finished(bool finished) {
  run_["finished"] = finished;
  run_["environment"]["sittings"].back()["after"] = read_load();
  write_run();
}

}  // namespace banyan::bench

// Compares the folders of two runs of one command, field by field, except for what depends on the
// clock.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

// ---- what may differ ---------------------------------------------------------------------------

enum class Compared {
  kSign,   ///< signs of numbers, lengths of arrays, fields of objects
  kShape,  ///< the same without signs, for values that may be zero
  kThere   ///< only that the field exists
};

/// Fields that may differ between two equal runs, and why.
struct Excuse {
  const char* why;
  Compared compared;
  bool of_timed_searches;  ///< only if searches end by the clock; otherwise they must be equal
  std::set<std::string> fields;
};

inline const std::vector<Excuse> kExcuses{
    {"when it was measured, and what else the machine did", Compared::kShape, false, {"time_utc"}},
    {"what else the machine did before and after each time that it was begun, and the order, which "
     "is drawn each time",
     Compared::kThere,
     false,
     {"sittings", "turn"}},
    {"times and speeds, which no search is without",
     Compared::kSign,
     false,
     {"seconds", "seconds_per_move", "iterations_per_second", "playouts_per_second"}},
    {"times that may be none, what the system did, and how often threads met",
     Compared::kShape,
     false,
     {"overshoot99_seconds", "worst_overshoot_seconds", "system_cores", "page_faults_per_iteration",
      "conflicts_per_iteration"}},
    {"samples by the clock", Compared::kShape, false, {"select", "expand", "playout", "back_up"}},
    {"a time for each of a game's moves, which `moves` tells",
     Compared::kThere,
     false,
     {"move_seconds"}},
    {"of the games that were played last",
     Compared::kThere,
     false,
     {"wall_seconds", "search_share"}},
    {"trees",
     Compared::kThere,
     true,
     {"iterations", "played", "finished_share", "mean_depth", "max_depth", "nodes",
      "nodes_per_iteration", "bytes_per_iteration"}},
    {"games, which are counted in expect_whole()",
     Compared::kThere,
     true,
     {"moves",
      "result_a",
      "depth_sum",
      "iterations_per_move",
      "wins",
      "draws",
      "losses",
      "pentanomial",
      "elo",
      "elo_error95",
      "elo_lower95",
      "elo_upper95",
      "nelo",
      "nelo_error95",
      "nelo_lower95",
      "nelo_upper95",
      "los",
      "score",
      "score_error95",
      "score_lower95",
      "score_upper95",
      "mean_score",
      "over_even",
      "over_even_error95",
      "over_even_lower95",
      "over_even_upper95",
      "verdict",
      "notes",
      "different_games",
      "repeated_games",
      "counted_games",
      "only_repeats"}},
    {"what was lost on solved positions",
     Compared::kThere,
     true,
     {"lost", "regret", "regret_error95", "failures", "failure_rate95", "more_failures_than_first",
      "more_failures_error95", "found"}}};

inline bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// Whether threads race for its tree, so that no two searches are equal.
inline bool is_racing(const std::string& engine) {
  return engine.starts_with("tree") || engine.starts_with("pipeline") ||
         engine.starts_with("hybrid");
}

/// Whether it describes searches that end by the clock: its engine, or one of two, has no other
/// budget, and neither has the enclosing object. Or whether threads race.
inline bool is_timed(const Json& object, const std::string& budget) {
  const bool counted = has(budget, "iterations") || has(budget, "playouts");
  for (const char* name : {"engine", "a", "b"}) {
    const Json& spec = object.value(name, Json());
    if (!spec.is_string()) continue;
    const std::string engine = spec.get<std::string>();
    if (!counted && !has(engine, "iterations=") && !has(engine, "playouts=")) return true;
    if (has(engine, "time=") || is_racing(engine)) return true;
  }
  return false;
}

/// A field's excuse; null if it must be equal.
inline const Excuse* excuse_of(const std::string& name, const Json& value, bool timed) {
  // A search's cores are computed from times; how games share them is not.
  static const Excuse kCores{"a time by the clock", Compared::kShape, false, {"cores"}};
  if (name == "cores" && value.is_number()) return &kCores;
  for (const Excuse& excuse : kExcuses) {
    if (excuse.fields.contains(name) && (timed || !excuse.of_timed_searches)) return &excuse;
  }
  return nullptr;
}

/// The part of an excused value that is compared.
inline nlohmann::json excused(const Json& value, Compared compared) {
  if (compared == Compared::kThere) return "there";
  if (value.is_structured()) {
    nlohmann::json all = value.is_array() ? nlohmann::json::array() : nlohmann::json::object();
    for (const auto& [name, part] : value.items()) {
      if (value.is_array()) {
        all.push_back(excused(part, compared));
      } else {
        all[name] = excused(part, compared);
      }
    }
    return all;
  }
  if (!value.is_number() || compared == Compared::kShape) return value.type_name();
  return value > 0 ? "above 0" : value < 0 ? "below 0" : "0";
}

/// The part to compare, with fields in any order.
inline nlohmann::json comparable(const Json& json, const std::string& budget_around = {},
                                 bool timed_around = false) {
  if (json.is_array()) {
    nlohmann::json all = nlohmann::json::array();
    for (const Json& each : json) all.push_back(comparable(each, budget_around, timed_around));
    return all;
  }
  if (!json.is_object()) return nlohmann::json::parse(json.dump());
  const std::string budget = json.value("budget", budget_around);
  const bool timed = timed_around || is_timed(json, budget);
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, value] : json.items()) {
    const Excuse* const excuse = excuse_of(name, value, timed);
    all[name] =
        excuse != nullptr ? excused(value, excuse->compared) : comparable(value, budget, timed);
  }
  return all;
}

// ---- reading -----------------------------------------------------------------------------------

inline std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::istringstream stream(file_exists(path) ? read_file(path) : "");
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines that hold an object: the last line of a killed run may be torn.
inline std::vector<Json> objects_of(const std::filesystem::path& path) {
  std::vector<Json> objects;
  for (const std::string& line : lines_of(path)) {
    Json object = Json::parse(line, nullptr, false);
    if (object.is_object()) objects.push_back(std::move(object));
  }
  return objects;
}

/// All files that a run wrote, hidden or not, by their names within its folder.
inline std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    names.insert(entry.path().lexically_relative(folder).string());
  }
  return names;
}

/// A row without value, interval and text, which may be of times, and without the fields that do
/// not apply. Null for a row whose being there depends on times: a verdict, a strength speed-up.
inline Json row_without_value(const Json& row) {
  if (row["experiment"] == "verdict" || row["metric"] == "strength_speedup") return {};
  static const std::set<std::string> kOfTimes{"value", "low95", "high95", "text"};
  Json rest = Json::object();
  for (const auto& [name, value] : row.items()) {
    if (!kOfTimes.contains(name) && !value.is_null()) rest[name] = value;
  }
  return rest;
}

/// A file of results: JSON, lines of JSON, rows without their values, or other lines.
inline nlohmann::json results_of(const std::filesystem::path& path) {
  if (path.extension() == ".json") return comparable(Json::parse(read_file(path)));
  nlohmann::json lines = nlohmann::json::array();
  for (const std::string& line : lines_of(path)) {
    if (path.extension() == ".jsonl") {
      Json json = Json::parse(line);
      if (path.filename() == "rows.jsonl") json = row_without_value(json);
      if (json.is_null()) continue;
      lines.push_back(comparable(json));
    } else {
      lines.push_back(line);
    }
  }
  // Several threads write openings as they are drawn, and speeds are measured in random order.
  if (path.filename() == "openings.jsonl" || path.filename() == "measured.jsonl") {
    std::sort(lines.begin(), lines.end());
  }
  return lines;
}

// ---- one run that has ended --------------------------------------------------------------------

/// The games that a match counts, by deals.
inline std::map<std::uint64_t, std::vector<Json>> games_of(const std::vector<Json>& games,
                                                           const Json& match,
                                                           const std::string& suite) {
  std::map<std::uint64_t, std::vector<Json>> deals;
  for (const Json& game : games) {
    const bool same =
        game.value("suite", "") == suite && game.value("budget", Json()) == match["budget"] &&
        game["game"] == match["game"] && game["a"] == match["a"] && game["b"] == match["b"];
    if (same) deals[game["pair"].get<std::uint64_t>()].push_back(game);
  }
  return deals;
}

/// Expects an engine's effort to match its games.
inline void expect_effort(const Json& match, const std::vector<Json>& games, const char* letter) {
  double iterations = 0;
  double played = 0;
  double seconds = 0;
  for (const Json& game : games) {
    iterations += game["iterations"][letter].get<double>();
    played += game["played"][letter].get<double>();
    seconds += game["seconds"][letter].get<double>();
  }
  const Json& effort = match["effort"][letter];
  const double moves = effort["moves"].get<double>();
  EXPECT_NEAR(moves * effort["iterations_per_move"].get<double>(), iterations, 1e-6 * iterations);
  EXPECT_NEAR(moves * effort["seconds_per_move"].get<double>(), seconds, 1e-6 * seconds + 1e-9);
  EXPECT_NEAR(match["iterations_per_second"][letter].get<double>() * seconds, played,
              1e-6 * played);
}

/// Expects that a match counts exactly its games, each once and in complete deals.
inline void expect_counted(const Json& match, const std::vector<Json>& games,
                           const std::string& suite) {
  const auto deals = games_of(games, match, suite);
  EXPECT_EQ(match["deals"], deals.size()) << match;
  std::vector<Json> all;
  Pentanomial pentanomial{};
  std::map<double, int> results;
  for (const auto& [number, of_deal] : deals) {
    EXPECT_EQ(of_deal.size(), match["seat_orders"])
        << suite << " deal " << number << " of " << match;
    std::set<Json> seats;
    std::vector<int> half_points;
    for (const Json& game : of_deal) {
      EXPECT_TRUE(seats.insert(game.value("seats", game.value("a_first", Json()))).second) << game;
      all.push_back(game);
      if (!game.contains("result_a")) continue;
      ++results[game["result_a"].get<double>()];
      half_points.push_back(static_cast<int>(2 * game["result_a"].get<double>()));
    }
    if (half_points.size() == 2) add_pair(pentanomial, half_points[0], half_points[1]);
  }
  EXPECT_EQ(match["games"], all.size()) << match;
  if (match.contains("pentanomial")) {
    EXPECT_EQ(match["pentanomial"], Json(pentanomial)) << match;
    EXPECT_EQ(match["losses"], results[0]) << match;
    EXPECT_EQ(match["draws"], results[0.5]) << match;
    EXPECT_EQ(match["wins"], results[1]) << match;
  }
  for (const char* letter : {"a", "b"}) expect_effort(match, all, letter);
}

/// Checks all matches in a result.
inline void expect_all_counted(const Json& json, const std::vector<Json>& games,
                               const std::string& suite = {}) {
  if (!json.is_structured()) return;
  if (json.is_object() && json.contains("effort")) {
    return expect_counted(json, games, json.value("suite", suite));
  }
  for (const Json& part : json) expect_all_counted(part, games, suite);
}

/// Expects that a finished run leaves only its results and is marked as finished, and that matches
/// count the stored games.
inline void expect_whole(const std::filesystem::path& folder) {
  const std::vector<Json> games = objects_of(folder / "games.jsonl");
  if (file_exists(folder / "run.json")) {
    const Json run = Json::parse(read_file(folder / "run.json"));
    EXPECT_EQ(run["finished"], true);
    expect_all_counted(run, games);
  }
  for (const std::string& name : names_in(folder)) {
    EXPECT_NE(std::filesystem::path(name).filename().string().front(), '.') << name;
    EXPECT_NE(name, "unfinished.json");
  }
  for (const Json& result : objects_of(folder / "measured.jsonl")) {
    expect_all_counted(result, games);
  }
}

// ---- two of them -------------------------------------------------------------------------------

inline void expect_same(const std::filesystem::path& resumed, const std::filesystem::path& whole) {
  EXPECT_EQ(names_in(resumed), names_in(whole));
  for (const std::string& name : names_in(whole)) {
    const std::string ending = std::filesystem::path(name).extension().string();
    if (ending != ".json" && ending != ".jsonl" && ending != ".sgf") continue;
    const nlohmann::json difference =
        nlohmann::json::diff(results_of(whole / name), results_of(resumed / name));
    EXPECT_TRUE(difference.empty()) << name << ": " << difference.dump().substr(0, 1000);
  }
}

}  // namespace banyan::bench

// Reads and writes the folder of a run.
#include "bench/match/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "bench/cluster/orders.hpp"
#include "bench/machine/environment.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/notation/dialect.hpp"
#include "bench/output/same_run.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kGames = "games.jsonl";
constexpr const char* kOpenings = "openings.jsonl";
constexpr const char* kDrawnAgain = "The opening is drawn again.";

/// In the form of provenance.
Json programs_json(const ProgramNames& programs) {
  Json all = Json::array();
  for (const auto& [engine, program] : programs) {
    Json& json = all.emplace_back(Json{{"engine", engine}});
    if (!program.name.empty()) json["name"] = program.name;
    if (!program.version.empty()) json["version"] = program.version;
  }
  return all;
}

/// Throws UsageError for a game with another opening.
void check_opening(const GameRecord& game, const Opening& opening) {
  if (game.stones == opening.stones && game.opening == opening.moves) return;
  throw UsageError("it does not begin as its pair's opening in the file does.");
}

/// Reads a line, or reports that it is damaged. `what` it holds is for the message.
void read_line(const std::filesystem::path& file, const JsonLine& line, const char* what,
               const std::string& remedy, const std::function<void(const Json&)>& read) {
  try {
    read(line.json);
  } catch (const UsageError& error) {
    tell_damaged(file, line.number, error.what(), remedy);
  } catch (const Json::exception&) {
    tell_damaged(file, line.number,
                 fmt::format("a field of the {} is missing or no value for it.", what), remedy);
  }
}

/// What the games of a match share in games.jsonl.
Json games_key(const MatchOptions& match, const std::string& suite) {
  Json key;
  if (!suite.empty()) key["suite"] = suite;
  key["game"] = match.game.spec;
  for (std::size_t i = 0; i < match.engines.size(); ++i) key[letter(i)] = match.engines[i].spec;
  key["budget"] = budget_json(match);
  return key;
}

/// The same of a game's line.
Json games_key(const Json& line) {
  Json key;
  for (const char* field : {"suite", "game", "a", "b", "c", "d", "budget"}) {
    if (line.contains(field)) key[field] = line[field];
  }
  return key;
}

/// The complete deals of a match among the lines of a file. Damaged lines are reported and skipped:
/// their deals are played again. So are those with other openings than those from a file.
std::vector<Deal> whole_deals(const MatchOptions& match, const Json& key,
                              const std::filesystem::path& file, const std::vector<JsonLine>& games,
                              Openings* openings) {
  std::map<std::uint64_t, std::map<Seating, GameRecord>> found;  // seatings are in order too
  const std::string remedy =
      fmt::format("The {} is played again.", has_elo(match) ? "pair" : "deal");
  for (const JsonLine& line : games) {
    if (!has_fields(line.json, key)) continue;
    read_line(file, line, "game", remedy, [&](const Json& json) {
      GameRecord game = read_game(match, json);
      if (match.openings.file && openings) check_opening(game, openings->draw(game.deal));
      found[game.deal][game.seats] = std::move(game);
    });
  }
  std::vector<Deal> deals;
  for (auto& [number, of_seatings] : found) {
    if (of_seatings.size() < seatings(match).size() || number >= match.deals) continue;
    Deal& deal = deals.emplace_back();
    for (auto& [seats, game] : of_seatings) deal.push_back(std::move(game));
  }
  return deals;
}

Json new_run(const Json& settings, const std::string& command) {
  return {{"provenance", provenance(command)}, {"settings", settings}, {"finished", false}};
}

}  // namespace

Json limits_json(const EngineSettings& engine, const std::optional<Limits>& limits) {
  return limits_order(engine.limits ? *engine.limits : limits.value_or(Limits{}));
}

void add_further_settings(Json& settings, const MatchOptions& options) {
  if (options.adjudication.by != Adjudication::By::kRules) {
    settings["adjudicate"] = to_text(options.adjudication);
  }
  if (options.clock) settings["clock"] = to_text(*options.clock);
  if (options.lag != kUsualLag) settings["lag"] = lag_text(options.lag);
  if (options.visits) settings["visits"] = true;
}

Json match_settings(const MatchOptions& options) {
  const auto& sprt = options.sprt;
  Json settings{{"game", options.game.canonical},
                {"pairs", options.deals},
                {"openings", settings_text(options.openings)},
                {"sprt", sprt ? Json{sprt->lower, sprt->upper} : Json(nullptr)},
                {"equivalent", options.equivalent ? Json(*options.equivalent) : Json(nullptr)},
                {"seed", options.seed}};
  add_further_settings(settings, options);
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    settings[letter(i)] = options.engines[i].canonical;
    settings["limits_" + letter(i)] = limits_json(options.engines[i], options.limits);
  }
  return settings;
}

RunFolder::RunFolder(const std::filesystem::path& folder, const Json& settings,
                     const std::string& command, const ProgramNames& programs)
    : folder_(folder), run_(new_run(settings, command)) {
  const Json names = programs_json(programs);
  if (!names.empty()) run_["provenance"]["programs"] = names;
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
  results_ = Results::recovered(folder_);
  games_ = recover_lines(folder_, kGames, "The game is played again.");
  openings_ = recover_lines(folder_, kOpenings, kDrawnAgain);
}

void RunFolder::note(const char* field, Json value) {
  run_[field] = std::move(value);
  write_run();
}

MatchMemory RunFolder::memory(const MatchOptions& match, std::shared_ptr<Openings> openings,
                              const std::string& suite) {
  MatchMemory memory;
  memory.finished =
      whole_deals(match, games_key(match, suite), folder_.at(kGames), games_, openings.get());
  if (openings) {
    for (const JsonLine& line : openings_) {
      read_line(folder_.at(kOpenings), line, "opening", kDrawnAgain, [&](const Json& json) {
        const auto [pair, opening] = read_opening(*match.game.start, json);
        openings->know(pair, opening);
        openings_written_.insert(pair);
      });
    }
  }
  memory.openings = openings;
  memory.keep = [this, match, openings, suite](const Deal& deal) {
    // Before the deal: an opening is not drawn again once its deal is there.
    const std::uint64_t number = deal[0].deal;
    if (openings && match.openings.plies > 0 && openings_written_.insert(number).second) {
      folder_.append(kOpenings,
                     lines_text({opening_json(*match.game.start, number, openings->draw(number))}));
    }
    std::vector<Json> lines;
    for (const GameRecord& game : deal) lines.push_back(game_line(match, game, suite));
    folder_.append(kGames, lines_text(lines));
  };
  return memory;
}

Json RunFolder::game_line(const MatchOptions& match, const GameRecord& game,
                          const std::string& suite) const {
  Json line = game_json(match, game);
  line.update(games_key(match, suite));
  line["version"] = run_["provenance"]["version"];
  line["commit"] = run_["provenance"]["commit"];
  return line;
}

void RunFolder::played(const MatchOptions& match, const MatchResult& result,
                       const std::string& suite) {
  Played& played = played_.emplace_back();
  played.key = games_key(match, suite);
  played.games_of_a_deal = seatings(match).size();
  const bool has_sgf = suite.empty() && dialect_of(*match.game.start).sgf != 0;
  for (const Deal& deal : result.deals) {
    played.deals.insert(deal[0].deal);
    if (!has_sgf) continue;
    for (const GameRecord& game : deal) sgf_ += game_sgf(match, game);
  }
}

/// By matches, in the order in which they began, and deals. Of a deal that was played again, since
/// games were missing or damaged, only the last games stay.
void RunFolder::order_games() const {
  using Deals = std::map<std::uint64_t, std::vector<Json>>;
  std::vector<std::pair<const Played*, Deals>> matches;
  std::map<std::string, std::size_t> places;
  for (JsonLine& line : read_lines(folder_.at(kGames)).objects) {
    const Json key = games_key(line.json);
    const auto [place, is_new] = places.try_emplace(key.dump(), matches.size());
    if (is_new) {
      const auto played = std::ranges::find(played_, key, &Played::key);
      matches.emplace_back(played == played_.end() ? nullptr : &*played, Deals());
    }
    const Json deal = line.json.value("pair", Json());
    if (!deal.is_number_unsigned()) continue;
    matches[place->second].second[deal.get<std::uint64_t>()].push_back(std::move(line.json));
  }
  if (matches.empty()) return;
  std::vector<Json> ordered;
  for (auto& [played, deals] : matches) {
    for (auto& [deal, games] : deals) {
      if (played != nullptr && !played->deals.contains(deal)) continue;
      const std::size_t count =
          played ? std::min(games.size(), played->games_of_a_deal) : games.size();
      ordered.insert(ordered.end(), games.end() - static_cast<std::ptrdiff_t>(count), games.end());
    }
  }
  folder_.write(kGames, lines_text(ordered));
  if (!sgf_.empty()) folder_.write("games.sgf", sgf_);
}

void RunFolder::finish(bool finished) {
  order_games();
  run_["finished"] = finished;
  run_["environment"]["sittings"].back()["after"] = read_load();
  write_run();
}

void RunFolder::write_run() const { folder_.write("run.json", run_.dump(2) + "\n"); }

std::optional<std::string> why_not_resumed(const std::filesystem::path& folder,
                                           const Json& settings) {
  const auto path = folder / "run.json";
  if (!file_exists(path)) return std::nullopt;
  return why_another_run(json_of_file(path), new_run(settings, ""));
}

}  // namespace banyan::bench

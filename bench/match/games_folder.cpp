// Reads and writes the folder of a match or a pool.
#include "bench/match/games_folder.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "bench/cluster/orders.hpp"
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

}  // namespace

std::vector<Deal> whole_deals(const MatchOptions& options, const std::filesystem::path& file,
                              const std::vector<JsonLine>& games, Openings* openings) {
  Json key;
  for (std::size_t i = 0; i < options.engines.size(); ++i) key[letter(i)] = options.engines[i].spec;
  std::map<std::uint64_t, std::map<Seating, GameRecord>> found;  // seatings are in order too
  const std::string remedy =
      fmt::format("The {} is played again.", has_elo(options) ? "pair" : "deal");
  for (const JsonLine& line : games) {
    if (!has_fields(line.json, key)) continue;
    read_line(file, line, "game", remedy, [&](const Json& json) {
      GameRecord game = read_game(options, json);
      if (openings != nullptr) check_opening(game, openings->draw(game.deal));
      found[game.deal][game.seats] = std::move(game);
    });
  }
  std::vector<Deal> deals;
  for (auto& [number, of_seatings] : found) {
    if (of_seatings.size() < seatings(options).size() || number >= options.deals) continue;
    Deal& deal = deals.emplace_back();
    for (auto& [seats, game] : of_seatings) deal.push_back(std::move(game));
  }
  return deals;
}

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

GamesFolder::GamesFolder(const std::filesystem::path& folder, Json settings,
                         const std::string& command, const ProgramNames& programs)
    : folder_(folder),
      run_{{"provenance", provenance(command)},
           {"settings", std::move(settings)},
           {"finished", false},
           {"result", nullptr}} {
  const Json names = programs_json(programs);
  if (!names.empty()) run_["provenance"]["programs"] = names;
  if (const auto there = earlier_run(folder_, run_)) run_["provenance"] = (*there)["provenance"];
  write_run();
  games_ = recover_lines(folder_, kGames, "The game is played again.");
  openings_ = recover_lines(folder_, kOpenings, kDrawnAgain);
}

MatchMemory GamesFolder::memory(const MatchOptions& options, std::shared_ptr<Openings> openings) {
  MatchMemory memory;
  memory.finished = whole_deals(options, folder_.at(kGames), games_,
                                options.openings.file ? openings.get() : nullptr);
  for (const JsonLine& line : openings_) {
    read_line(folder_.at(kOpenings), line, "opening", kDrawnAgain, [&](const Json& json) {
      const auto [pair, opening] = read_opening(*options.game.start, json);
      openings->know(pair, opening);
      openings_written_.insert(pair);
    });
  }
  memory.openings = openings;
  memory.keep = [this, options, openings](const Deal& deal) {
    // Before the deal: an opening is not drawn again once its deal is there.
    const std::uint64_t number = deal[0].deal;
    if (options.openings.plies > 0 && openings_written_.insert(number).second) {
      folder_.append(
          kOpenings,
          lines_text({opening_json(*options.game.start, number, openings->draw(number))}));
    }
    std::vector<Json> lines;
    for (const GameRecord& game : deal) lines.push_back(game_json(options, game));
    folder_.append(kGames, lines_text(lines));
  };
  return memory;
}

void GamesFolder::finish(const std::vector<std::pair<MatchOptions, MatchResult>>& matches,
                         const Json& result, bool finished) {
  std::vector<Json> lines;
  std::string sgf;
  for (const auto& [options, played] : matches) {
    const bool has_sgf = dialect_of(*options.game.start).sgf != 0;
    for (const Deal& deal : played.deals) {
      for (const GameRecord& game : deal) {
        lines.push_back(game_json(options, game));
        if (has_sgf) sgf += game_sgf(options, game);
      }
    }
  }
  folder_.write(kGames, lines_text(lines));
  if (!sgf.empty()) folder_.write("games.sgf", sgf);
  run_["finished"] = finished;
  run_["result"] = result;
  write_run();
}

void GamesFolder::write_run() const { folder_.write("run.json", run_.dump(2) + "\n"); }

}  // namespace banyan::bench

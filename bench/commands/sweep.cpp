// banyan match with lists: a sweep.
#include "bench/match/together/sweep.hpp"

#include <string>
#include <vector>

#include "bench/commands/games.hpp"
#include "bench/rows/match_row.hpp"

namespace banyan::bench {
namespace {

std::vector<Row> sweep_rows(const Json& json) {
  std::vector<Row> rows;
  RowWriter({.experiment = "verdict"}, rows).add_text("answer", json.at("verdict"));
  for (const Json& each : json.at("matches")) {
    const MatchRow match = read_match(Field::of_json(each, "run.json"));
    add_rows(match, "sweep", rows);
    RowWriter({.experiment = "sweep",
               .kind = match.kind,
               .game = match.game,
               .engine = match.a,
               .threads = threads_of(match.a),
               .opponent = match.b,
               .budget = match.budget},
              rows)
        .add("p_holm", each.at("p_holm").get<double>(), "1");
  }
  return rows;
}

}  // namespace

int play_sweep(const GamesOptions& games, const std::string& a, const std::string& b,
               const std::string& command, const std::stop_token& stop) {
  const MatchOptions options = games.parse(stop);
  const Sweep sweep = parse_sweep(a, b);
  const auto show = [&](const PlayedMatches& played) {
    Json json = sweep_json(options, sweep, played);
    std::vector<Row> rows = sweep_rows(json);
    return TogetherCommand::Shown{std::move(json), sweep_text(options, sweep, played),
                                  std::move(rows)};
  };
  return play_all(games, options.seed,
                  {.name = "match",
                   .subject = "lists of values are",
                   .instead = "",
                   .given = command,
                   .settings = sweep_settings(options, sweep),
                   .matches = sweep_matches(options, sweep),
                   .show = show},
                  stop);
}

}  // namespace banyan::bench

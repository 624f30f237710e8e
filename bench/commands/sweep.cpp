// banyan match with lists: a sweep.
#include <memory>
#include <string>
#include <vector>

#include "bench/commands/games.hpp"
#include "bench/match/together/sweep.hpp"
#include "bench/report/show.hpp"
#include "bench/rows/match_row.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {

int play_sweep(const GamesOptions& games, const std::string& a, const std::string& b,
               const std::string& command, const std::stop_token& stop) {
  const MatchOptions options = games.parse(stop);
  const Sweep sweep = parse_sweep(a, b);
  const std::vector<MatchOptions> matches = sweep_matches(options, sweep);
  ProgramNames programs;
  for (const MatchOptions& match : matches) {
    if (!has_elo(match)) {
      throw UsageError(fmt::format(
          "lists of values are for two-player games of wins and draws, which {} is not.",
          match.game.spec));
    }
    programs.merge(check_match(match));
  }
  std::unique_ptr<GamesFolder> folder;
  if (!games.out.empty()) {
    folder =
        std::make_unique<GamesFolder>(games.out, sweep_settings(options, sweep), command, programs);
  }
  Progress progress(matches.size() * options.deals, "match");
  const PlayedMatches played = play_together(
      matches, options.seed, [&] { progress.advance(1); }, stop, folder.get());
  progress.finish(!played.interrupted);
  const Json json = sweep_json(options, sweep, played);
  fmt::print("{}", games.json ? json.dump(2) + '\n' : sweep_text(options, sweep, played));
  if (folder) {
    folder->finish(played.matches, json, !played.interrupted);
    std::vector<Row> rows;
    RowWriter({.experiment = "verdict"}, rows)
        .add_text("answer", sweep_verdict(options, sweep, played));
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
    write_rows(folder->folder(), rows);
    if (!played.interrupted) show_page(games.out, games.json, stop);
  }
  return status_of_work(played.interrupted,
                        "interrupted: the pairs that were finished are counted.{}\n",
                        folder ? " The same command goes on from here." : "");
}

}  // namespace banyan::bench

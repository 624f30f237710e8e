// The options of commands that play pairs of games.
#include <algorithm>
#include <memory>

#include "bench/commands/games.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/match/run_folder.hpp"
#include "bench/report/show.hpp"
#include "bench/rows/match_row.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {

void GamesOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "--pairs", pairs,
          "pairs of games, each opening with both colours; of other games deals, each in every "
          "seating")
      ->required();
  limits.add_to(command);
  command
      .add_option(
          "--clock", clock,
          "each engine's time for a whole game, which it loses when that runs out: 60s; "
          "60s+1s adds a second per move; 60s+30s/10 goes on with 30 s for each 10 moves, "
          "0s+30s/10 begins with them; 60s+5x30s has 5 periods of 30 s per move, and a longer "
          "move uses one up. Budgets, the engines' own too, still cap each move")
      ->type_name("C");
  command
      .add_option("--lag", lag,
                  "of each move by --clock, what engines keep back and foreign programs are not "
                  "charged, such as 50ms or 0s (default: 10ms)")
      ->type_name("D");
  command.add_flag("--visits", visits,
                   "games.jsonl also holds what the search of each move found: its value and the "
                   "visits of all moves, as networks are trained with");
  command
      .add_option("--openings", openings,
                  "none, or random:plies=K: K random moves, kept if a search calls them even; "
                  "filter=search (iterations=, within=), solver (drawn by perfect play) or none, "
                  "which is all that games of chance, hidden cards or many players have; or a file "
                  "of openings, FILE or file:path=FILE,order=random,plies=K: games in SGF, or for "
                  "each a line of moves or a board, taken in the file's order or shuffled by the "
                  "seed")
      ->capture_default_str();
  command
      .add_option("--adjudicate", adjudicate,
                  "none, proof: a game ends once a search proves its result (solver=on), or "
                  "value:within=W,moves=N: once N searches of each engine in a row value it within "
                  "W of the same win")
      ->capture_default_str();
  command.add_option("--concurrency", concurrency,
                     "concurrent games (default: as many as the cores allow)");
  command.add_option("--out", out,
                     "folder for the games and the result; the same command goes on with games "
                     "that were stopped");
  add_seed(command, seed);
  add_json(command, json);
}

std::string with_maker(Json result) {
  result["provenance"] = maker();
  return result.dump(2) + '\n';
}

MatchOptions GamesOptions::parse(const std::stop_token& stop) const {
  MatchOptions match;
  match.game = parse_game(game);
  match.deals = parse_count(pairs, "--pairs", 1, kMostDeals);
  match.limits = limits.parse();
  match.visits = visits;
  if (visits && out.empty()) {
    throw UsageError("--visits goes into games.jsonl: give --out with a folder for it.");
  }
  if (!clock.empty()) {
    match.clock = parse_time_control(clock, "--clock");
    if (!match.limits) match.limits = Limits{};  // the clock's share per move is one
  }
  if (!lag.empty()) {
    if (clock.empty()) throw UsageError("--lag is kept back from moves by a clock: give --clock.");
    match.lag = parse_lag(lag, "--lag");
  }
  const bool from_start = match.game.opening_plies == 0 && openings == "random";  // the default
  match.openings = parse_openings(from_start ? "none" : openings, match.game.opening_plies);
  if (match.game.family != GameFamily::kClassic &&
      match.openings.filter == OpeningFilter::kSearch) {
    match.openings.filter = OpeningFilter::kNone;  // no search tells what is even there
  }
  if (match.openings.file) read_openings(*match.openings.file, match.game, stop);
  match.adjudication = parse_adjudication(adjudicate);
  match.seed = seed;
  if (!concurrency.empty()) {
    const std::uint64_t wanted = parse_count(concurrency, "--concurrency");
    if (wanted == 0) throw UsageError("--concurrency 0 is out of range: give 1 or more.");
    match.concurrency = static_cast<int>(std::min<std::uint64_t>(wanted, 1'000'000));
  }
  return match;
}

void add_match_rows(const std::string& experiment,
                    const std::vector<std::pair<MatchOptions, MatchResult>>& matches,
                    std::vector<Row>& rows) {
  for (const auto& [match, result] : matches) {
    if (!has_elo(match)) continue;
    add_rows(read_match(Field::of_json(match_json(match, result), "run.json")), experiment, rows);
  }
}

int play_all(const GamesOptions& games, std::uint64_t seed, const TogetherCommand& command,
             const std::stop_token& stop) {
  ProgramNames programs;
  std::uint64_t deals = 0;
  for (const MatchOptions& match : command.matches) {
    if (!has_elo(match)) {
      throw UsageError(fmt::format("{} for two-player games of wins and draws, which {} is not{}.",
                                   command.subject, match.game.spec, command.instead));
    }
    programs.merge(check_match(match));
    deals += match.deals;
  }
  std::unique_ptr<RunFolder> folder;
  if (!games.out.empty()) {
    folder = std::make_unique<RunFolder>(games.out, command.settings, command.given, programs);
  }
  Progress progress(deals, command.name);
  const PlayedMatches played = play_together(
      command.matches, seed, [&] { progress.advance(1); }, stop, folder.get());
  progress.finish(!played.interrupted);
  const TogetherCommand::Shown shown = command.show(played);
  fmt::print("{}", games.json ? with_maker(shown.json) : shown.text);
  if (folder) {
    for (const auto& [match, result] : played.matches) folder->played(match, result);
    folder->note("result", shown.json);
    folder->finish(!played.interrupted);
    write_rows(folder->folder(), shown.rows);
    if (!played.interrupted) show_page(games.out, games.json, stop);
  }
  return status_of_work(played.interrupted,
                        "interrupted: the pairs that were finished are counted.{}\n",
                        folder ? " The same command goes on from here." : "");
}

}  // namespace banyan::bench

// banyan pool: a round robin of several engines.
#include <memory>
#include <set>

#include "bench/commands/commands.hpp"
#include "bench/commands/games.hpp"
#include "bench/match/pool.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {
namespace {

struct PoolArguments {
  Given given;
  GamesOptions games;
  std::string engines;
};

int pool(const PoolArguments& options, const std::stop_token& stop) {
  MatchOptions pool = options.games.parse(stop);
  pool.engines = parse_engines(options.engines);
  std::set<std::string> different;
  for (const EngineSettings& engine : pool.engines) {
    if (!different.insert(engine.spec).second) {
      throw UsageError(fmt::format("--engines has {} twice: give different ones.", engine.spec));
    }
  }
  if (pool.engines.size() < 2 || pool.engines.size() > 20) {
    throw UsageError(
        fmt::format("--engines has {}: give 2 to 20, separated by ';'.", pool.engines.size()));
  }
  ProgramNames programs;
  for (const MatchOptions& match : pool_matches(pool)) {
    if (!has_elo(match)) {
      throw UsageError(
          fmt::format("'pool' is for two-player games of wins and draws, which {} is not: seat the "
                      "engines at one table of 'match'.",
                      match.game.spec));
    }
    programs.merge(check_match(match));
  }
  std::unique_ptr<GamesFolder> folder;
  if (!options.games.out.empty()) {
    folder = std::make_unique<GamesFolder>(options.games.out, pool_settings(pool),
                                           options.given.text(), programs);
  }
  const std::size_t matches = pool.engines.size() * (pool.engines.size() - 1) / 2;
  Progress progress(matches * pool.deals, "pool");
  const PoolResult result = play_pool(
      pool, [&] { progress.advance(1); }, stop, folder.get());
  progress.finish(!result.interrupted);
  const Json json = pool_json(pool, result);
  fmt::print("{}", options.games.json ? json.dump(2) + '\n' : pool_text(pool, result));
  if (folder) {
    folder->finish(result.matches, json, !result.interrupted);
    write_match_rows(folder->folder(), "pool", result.matches);
  }
  return status_of_work(result.interrupted,
                        "interrupted: the pairs that were finished are counted.{}\n",
                        folder ? " The same command goes on from here." : "");
}

}  // namespace

void add_pool(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<PoolArguments>(
      app, action, "pool", "several engines play each other: ratings", pool);
  add_game(command, options->games.game);
  command
      .add_option("--engines", options->engines,
                  "engine specs, separated by ';'; ratings are over the first")
      ->required();
  options->games.add_to(command);
  command.footer(
      "Example: banyan pool --game tic_tac_toe --engines 'seq;root:threads=2;solver' --pairs 50 "
      "--time 5ms\n"
      "Engines of one kind can be good against each other alone: 'solver' (where the game has "
      "one)\n"
      "and 'random' are opponents that do not search by Monte Carlo.");
}

}  // namespace banyan::bench

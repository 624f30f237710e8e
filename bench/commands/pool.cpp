// banyan pool: a round robin of several engines.
#include <set>

#include "bench/commands/commands.hpp"
#include "bench/commands/games.hpp"
#include "bench/match/together/pool.hpp"
#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

struct PoolArguments {
  Given given;
  GamesOptions games;
  std::string engines;
  bool gauntlet = false;
};

/// Each engine's Elo over the first one.
std::vector<Row> rating_rows(const PoolOptions& pool, const PoolResult& result) {
  std::vector<Row> rows;
  const std::string& first = pool.engines.front().spec;
  for (std::size_t i = 1; i < result.ratings.size(); ++i) {
    RowWriter writer({.experiment = "pool",
                      .kind = "rating",
                      .game = pool.game.spec,
                      .engine = pool.engines[i].spec,
                      .threads = pool.engines[i].threads,
                      .opponent = first,
                      .budget = pool.limits ? to_text(*pool.limits) : ""},
                     rows);
    std::uint64_t games = 0;
    for (const auto& [match, played] : result.matches) {
      for (const EngineSettings& engine : match.engines) {
        if (engine.spec == pool.engines[i].spec) games += 2 * played.deals.size();
      }
    }
    writer.add("elo", result.ratings[i], games, "Elo");
  }
  return rows;
}

int pool(const PoolArguments& options, const std::stop_token& stop) {
  PoolOptions pool{options.games.parse(stop), options.gauntlet};
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
  const auto show = [&](const PlayedMatches& played) {
    const PoolResult result = rated(pool, played);
    TogetherCommand::Shown shown{pool_json(pool, result), pool_text(pool, result),
                                 rating_rows(pool, result)};
    add_match_rows("pool", played.matches, shown.rows);
    return shown;
  };
  return play_all(options.games, pool.seed,
                  {.name = "pool",
                   .subject = "'pool' is",
                   .instead = ": seat the engines at one table of 'match'",
                   .given = options.given.text(),
                   .settings = pool_settings(pool),
                   .matches = pool_matches(pool),
                   .show = show},
                  stop);
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
  command.add_flag("--gauntlet", options->gauntlet,
                   "the first engine plays all others, and these not each other");
  options->games.add_to(command);
  command.footer(
      "Example: banyan pool --game tic_tac_toe --engines 'seq;root:threads=2;solver' --pairs 50 "
      "--time 5ms\n"
      "Engines of one kind can be good against each other alone: 'solver' (where the game has "
      "one)\n"
      "and 'random' are opponents that do not search by Monte Carlo.");
}

}  // namespace banyan::bench

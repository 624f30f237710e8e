// banyan play: a person against an engine in the terminal.
#include "bench/match/play.hpp"
#include "bench/commands/commands.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/usual_engine.hpp"
#include "bench/text/input.hpp"

namespace banyan::bench {
namespace {

struct PlayArguments {
  std::string game;
  std::string engine;  ///< empty: the default
  LimitOptions limits;
  std::string moves;
  int seat = 1;
  std::uint64_t seed = 1;
};

int play(const PlayArguments& options, const std::stop_token& stop) {
  const GameChoice choice = parse_game(options.game);
  const std::string engine = options.engine.empty() ? usual_engine(choice) : options.engine;
  PlayOptions game{choice, parse_engine(engine), {}, options.moves, {}, options.seed};
  const std::optional<Limits> given = options.limits.parse();
  game.limits = limits_for(game.engine, given ? given : Limits{.time = std::chrono::seconds(1)});
  if (options.seat < 0) {
    throw UsageError(
        fmt::format("--seat {}: give 0 to watch, or the seat you take, from 1.", options.seat));
  }
  if (options.seat > 0) game.person = options.seat - 1;

  LineInput input(stop);
  const PlayTerminal terminal{print_at_once, [&](const std::string& prompt) {
                                print_at_once(prompt);
                                return input.line();
                              }};
  if (game.person) fmt::print("Type a move, or help.\n\n");
  const bool ended = play_game(game, terminal, stop);
  if (!ended) fmt::print("\nthe game was left unfinished.\n");
  return stop.stop_requested() ? kInterrupted : kDone;
}

}  // namespace

void add_play(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<PlayArguments>(
      app, action, "play", "play against an engine in the terminal", play);
  add_game(command, options->game);
  command.add_option("--engine", options->engine, kUsualEngineHelp);
  options->limits.add_to(command);
  command.add_option("--moves", options->moves, "moves played before, as in \"d3 e4\"");
  command.add_option("--seat", options->seat, "the seat that you take, from 1; 0 to watch")
      ->capture_default_str();
  add_seed(command, options->seed);
  command.footer(
      "Example: banyan play --game connect_four --engine tree:threads=2 --time 1s --seat 2\n"
      "Without a budget the engine thinks for one second per move.");
}

}  // namespace banyan::bench

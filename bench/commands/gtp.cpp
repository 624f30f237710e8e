// banyan gtp: Banyan as an engine behind GUIs and controllers.
#include "bench/commands/commands.hpp"
#include "bench/gtp/server.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/registry/usual_engine.hpp"
#include "bench/text/input.hpp"

namespace banyan::bench {
namespace {

struct GtpArguments {
  std::string game;
  std::string engine;  ///< empty: the default
  LimitOptions limits;
  std::uint64_t seed = 1;
  double resign = 0;
  bool ponder = false;
};

int serve(const GtpArguments& arguments, const std::stop_token& stop) {
  const GameChoice game = parse_game(arguments.game);
  std::string engine = arguments.engine;
  if (engine.empty()) engine = usual_engine(game) + (arguments.ponder ? ",reuse=on" : "");
  gtp::ServerOptions options{
      game,           parse_engine(engine), arguments.limits.parse().value_or(Limits{}),
      arguments.seed, arguments.resign,     arguments.ponder};
  need_classic(options.game, "'gtp'");
  check_engine(*options.game.start, options.engine, Limits{.time = std::chrono::seconds(1)});
  LineInput input(stop);
  gtp::Server server(
      options, {print_at_once, [&](std::chrono::milliseconds time) { return input.wait(time); }});
  while (const auto line = input.line()) {
    if (!server.obey(*line, stop)) break;
  }
  return stop.stop_requested() ? kInterrupted : kDone;
}

}  // namespace

void add_gtp(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<GtpArguments>(
      app, action, "gtp", "Banyan as an engine for GUIs and controllers, by the Go Text Protocol",
      serve);
  add_game(command, options->game);
  command.add_option("--engine", options->engine, kUsualEngineHelp);
  options->limits.add_to(command);
  add_seed(command, options->seed);
  command
      .add_option("--resign", options->resign,
                  "resign below this expected result, from 0 (never) to 0.5")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 0.5));
  command.add_flag("--ponder", options->ponder,
                   "after its move it searches on until the position changes; needs an engine with "
                   "reuse=on, which keeps the tree (the default engine then has it)");
  command.footer(
      "Example: gogui -program 'banyan gtp --game go:size=9 --engine tree:threads=2'\n"
      "Speaks version 2 on standard input and output; list_commands lists its commands. A budget "
      "is\n"
      "the most that a move takes: the controller's clock may leave less. Without either it "
      "thinks\n"
      "for a second. Black moves first in every game; boardsize and komi are those of the spec "
      "until\n"
      "the controller sets others.");
}

}  // namespace banyan::bench

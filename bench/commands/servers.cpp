// banyan gtp and banyan uci: Banyan as an engine behind GUIs and controllers.
#include "bench/clocks/time_control.hpp"
#include "bench/commands/commands.hpp"
#include "bench/gtp/server.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/registry/usual_engine.hpp"
#include "bench/text/input.hpp"
#include "bench/uci/server.hpp"

namespace banyan::bench {
namespace {

/// What both protocols need.
struct ServerArguments {
  std::string game;
  std::string engine;  ///< empty: the default
  LimitOptions limits;
  std::uint64_t seed = 1;
  std::string lag;

  void add_to(CLI::App& command, GameClock::Time usual_lag) {
    add_game(command, game);
    command.add_option("--engine", engine, kUsualEngineHelp);
    limits.add_to(command);
    command
        .add_option("--lag", lag,
                    "kept back from each move by a clock, for what lies between the controller and "
                    "the search, such as 200ms or 0s")
        ->type_name("D")
        ->default_str(lag_text(usual_lag));
    add_seed(command, seed);
  }

  [[nodiscard]] GameClock::Time parsed_lag(GameClock::Time usual) const {
    return lag.empty() ? usual : parse_lag(lag, "--lag");
  }
  [[nodiscard]] Limits parsed_limits() const { return limits.parse().value_or(Limits{}); }
};

/// By UCI moves may be short, and controllers allow them as much as Stockfish keeps back.
constexpr GameClock::Time kUciLag = std::chrono::milliseconds(10);

struct GtpArguments : ServerArguments {
  double resign = 0;
  bool ponder = false;
};

/// Throws UsageError if the engine does not play the game by a protocol.
void check_server(const GameChoice& game, const EngineSettings& engine, const char* name) {
  need_classic(game, name);
  check_engine(*game.start, engine, Limits{.time = std::chrono::seconds(1)});
}

template <class Server>
int obey_all(Server& server, LineInput& input, const std::stop_token& stop) {
  while (const auto line = input.line()) {
    if (!server.obey(*line, stop)) break;
  }
  return stop.stop_requested() ? kInterrupted : kDone;
}

int serve_gtp(const GtpArguments& arguments, const std::stop_token& stop) {
  const GameChoice game = parse_game(arguments.game);
  std::string engine = arguments.engine;
  if (engine.empty()) engine = usual_engine(game) + (arguments.ponder ? ",reuse=on" : "");
  const gtp::ServerOptions options{game,
                                   parse_engine(engine),
                                   arguments.parsed_limits(),
                                   arguments.seed,
                                   arguments.resign,
                                   arguments.ponder,
                                   arguments.parsed_lag(GameClock::kLag)};
  check_server(game, options.engine, "'gtp'");
  LineInput input(stop);
  gtp::Server server(
      options, {print_at_once, [&](std::chrono::milliseconds time) { return input.wait(time); }});
  return obey_all(server, input, stop);
}

int serve_uci(const ServerArguments& arguments, const std::stop_token& stop) {
  const GameChoice game = parse_game(arguments.game);
  const std::string engine = arguments.engine.empty() ? usual_engine(game) : arguments.engine;
  const uci::ServerOptions options{game,
                                   {parse_engine(engine), 1, arguments.parsed_lag(kUciLag)},
                                   arguments.parsed_limits(),
                                   arguments.seed};
  check_server(game, options.options.engine, "'uci'");
  LineInput input(stop);
  uci::Server server(options, print_at_once);
  return obey_all(server, input, stop);
}

}  // namespace

void add_gtp(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<GtpArguments>(
      app, action, "gtp", "Banyan as an engine for GUIs and controllers, by the Go Text Protocol",
      serve_gtp);
  options->add_to(command, GameClock::kLag);
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

void add_uci(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<ServerArguments>(
      app, action, "uci",
      "Banyan as an engine for GUIs and controllers, by the Universal Chess Interface", serve_uci);
  options->add_to(command, kUciLag);
  command.footer(
      "Example: banyan match --game breakthrough --a seq:time=1s --pairs 10 \\\n"
      "           --b \"uci:time=1s,cmd='banyan uci --game breakthrough'\"\n"
      "Moves are written as in 'banyan search'; white moves first in every game. Options are the\n"
      "engine's keys, Threads, MultiPV and Move Overhead (--lag). A budget is the most that a "
      "move\n"
      "takes, except in go infinite. If neither it nor the controller says how long, it thinks "
      "for\n"
      "a second.");
}

}  // namespace banyan::bench

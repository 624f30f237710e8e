// banyan perft: counts lines of play, to check a game's rules and measure its move generator.
#include "bench/commands/commands.hpp"
#include "bench/registry/games.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/json.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct PerftArguments {
  std::string game;
  int depth = 0;
  std::string moves;
  bool json = false;
};

int perft(const PerftArguments& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  const auto position = play_moves(*game.start, options.moves);
  const auto end = end_when_stopped(stop, "interrupted: the count was not finished.");
  const auto start = Clock::now();
  const LineCount lines = position->count_lines(options.depth);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double rate = per_second(lines.whole + lines.ended, seconds);
  if (options.json) {
    const Json found{{"game", game.spec},     {"depth", options.depth},
                     {"leaves", lines.whole}, {"ended_sooner", lines.ended},
                     {"seconds", seconds},    {"nodes_per_second", rate}};
    fmt::print("{}\n", found.dump(2));
  } else {
    const std::string ended =
        lines.ended > 0 ? fmt::format(", and {} that ended sooner,", lines.ended) : "";
    fmt::print("{} lines of {} moves{} in {}: {}\n", lines.whole, options.depth, ended,
               format_duration(seconds), format_rate(rate, "nodes/s"));
  }
  return kDone;
}

}  // namespace

void add_perft(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<PerftArguments>(
      app, action, "perft", "count the lines of play to a depth", perft);
  command.footer(
      "Lines of exactly --depth moves are the published leaves for tic-tac-toe and Connect\n"
      "Four. Othello's, from depth 10 on, are these and the lines that ended sooner together.");
  add_game(command, options->game);
  command.add_option("--depth", options->depth, "moves in a line, 0 to 100")
      ->required()
      ->check(whole_number(0, 100));
  command.add_option("--moves", options->moves, "moves played before, as in \"d3 e4\"");
  add_json(command, options->json);
}

}  // namespace banyan::bench

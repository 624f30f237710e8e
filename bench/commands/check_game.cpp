// banyan check-game: whether a game keeps its promises, and what searches of it will lack.
#include "bench/commands/commands.hpp"
#include "bench/quality/game_check.hpp"
#include "bench/text/text.hpp"
#include "core/run_time/table_check.hpp"

namespace banyan::bench {
namespace {

struct CheckGameArguments {
  std::string game;
  int games = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

void print_check(const Json& found) {
  fmt::print("{}: {} random games of {:.1f} moves, at most {}; {:.1f} legal moves in a position\n",
             found["game"].get<std::string>(), found["games"].get<int>(),
             found["mean_length"].get<double>(), found["longest"].get<int>(),
             found["mean_moves"].get<double>());
  if (!found["ended"].get<bool>()) {
    fmt::print(
        "A game did not end within {} moves. A search by playouts needs a limit of time, or "
        "cap=.\n",
        kLongestChecked);
  }
  for (const Json& defect : found["defects"]) {
    fmt::print("\nWrong: {}\n", defect.get<std::string>());
  }
  if (found["defects"].empty()) fmt::print("It keeps its promises.\n");
  if (found["hidden"].get<bool>()) {
    fmt::print(
        "Not checked: that determinize() draws all worlds that a player holds possible, and "
        "equally often.\n");
  }
  for (const Json& each : found["lacks"]) {
    const auto lack = each.get<std::string>();
    const std::size_t colon = lack.find(": ");
    fmt::print("It has no {}, so these are refused: {}.\n", lack.substr(0, colon),
               lack.substr(colon + 2));
  }
}

int check_game(const CheckGameArguments& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  const auto end = end_when_stopped(stop, "interrupted: the check was not finished.");
  const Json found = check_game_json(game, options.games, options.seed);
  if (options.json) {
    fmt::print("{}\n", found.dump(2));
  } else {
    print_check(found);
  }
  return found["defects"].empty() ? kDone : kCheckFailed;
}

}  // namespace

void add_check_game(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<CheckGameArguments>(
      app, action, "check-game", "whether a game keeps its promises", check_game);
  command.footer(
      "Plays random games and looks at every position: moves and their texts, copies, results,\n"
      "keys, priors; compares its playouts with playouts move by move. Exit status 1 if something\n"
      "is wrong. For a game of your own:  banyan --plugin ./mine.so check-game --game mine");
  add_game(command, options->game);
  command.add_option("--games", options->games, "random games, 1 to 100000")
      ->default_val(100)
      ->check(whole_number(1, 100'000));
  add_seed(command, options->seed);
  add_json(command, options->json);
}

}  // namespace banyan::bench

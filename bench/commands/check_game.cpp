// banyan check-game: whether a game keeps its promises, and what searches of it will lack.
#include "bench/commands/commands.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"
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

int check_game(const CheckGameArguments& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  const TabledPosition start = game.start->tabled();
  if (start.table == nullptr) {
    throw UsageError(fmt::format(
        "check-game looks at a game by its table, which those of hidden information have "
        "not, as {}: their tests are games/hidden_test.hpp.",
        game.spec));
  }
  const auto end = end_when_stopped(stop, "interrupted: the check was not finished.");
  const TableCheck found = check_table(*start.table, start.position, options.games, options.seed);
  if (options.json) {
    fmt::print("{}\n", Json{{"game", game.canonical},
                            {"games", found.games},
                            {"mean_length", found.mean_length},
                            {"longest", found.longest},
                            {"mean_moves", found.mean_moves},
                            {"defects", found.defects},
                            {"lacks", found.lacks}}
                           .dump(2));
  } else {
    fmt::print(
        "{}: {} random games of {:.1f} moves, at most {}; {:.1f} legal moves in a position\n",
        game.canonical, found.games, found.mean_length, found.longest, found.mean_moves);
    if (!found.ended) {
      fmt::print(
          "A game did not end within {} moves. A search by playouts needs a limit of time, "
          "or cap=.\n",
          kLongestChecked);
    }
    for (const std::string& defect : found.defects) fmt::print("\nWrong: {}\n", defect);
    if (found.defects.empty()) fmt::print("It keeps its promises.\n");
    for (const std::string& lack : found.lacks) {
      const std::size_t colon = lack.find(": ");
      fmt::print("It has no {}, so these are refused: {}.\n", lack.substr(0, colon),
                 lack.substr(colon + 2));
    }
  }
  return found.defects.empty() ? kDone : kCheckFailed;
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

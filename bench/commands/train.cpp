// banyan train: a network from recorded games.
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/commands/commands.hpp"
#include "bench/networks/training.hpp"
#include "bench/output/output_file.hpp"
#include "bench/text/files.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct TrainArguments {
  std::string game;
  std::vector<std::string> records;
  std::string out;
  TrainingOptions training;
};

constexpr int kMostUnits = 4096;
constexpr std::size_t kMostLayers = 8;

void check(const TrainArguments& options) {
  const TrainingOptions& training = options.training;
  bool right = !training.hidden.empty() && training.hidden.size() <= kMostLayers;
  for (const int units : training.hidden) right &= units >= 1 && units <= kMostUnits;
  if (!right) {
    throw UsageError(
        fmt::format("--hidden {} is out of range: give 1 to {} layers of 1 to {} "
                    "units, such as 256,64.",
                    fmt::join(training.hidden, ","), kMostLayers, kMostUnits));
  }
  if (training.epochs < 1 || training.epochs > 1000) {
    throw UsageError(fmt::format("--epochs {} is out of range: give 1 to 1000.", training.epochs));
  }
  if (!is_file(options.out)) return;
  try {
    static_cast<void>(Network::from_bytes(read_file(options.out)));
  } catch (const std::invalid_argument&) {
    throw UsageError(fmt::format(
        "--out {} holds something other than a network: give a new file, or a network's.",
        options.out));
  }
}

int train_network(const TrainArguments& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  need_classic(game, "'train'");
  check(options);
  const OutputFile out("--out", options.out);
  const std::vector<GameLessons> games =
      read_lessons(game, {options.records.begin(), options.records.end()}, stop);
  std::size_t lessons = 0;
  for (const GameLessons& each : games) lessons += each.size();
  if (games.size() < kHeldOut) {
    throw UsageError(fmt::format("{} games are too few to learn from: give records of {} and more.",
                                 games.size(), kHeldOut));
  }
  fmt::print("{} positions of {} games of {}, one game in {} held out\n", lessons, games.size(),
             game.spec, kHeldOut);
  Progress progress(steps_of(games, options.training), "training");
  Table table({{"epoch", Table::Align::kRight},
               {"value", Table::Align::kDecimal},
               {"moves", Table::Align::kDecimal},
               {"best move", Table::Align::kDecimal},
               {"value, held out", Table::Align::kDecimal},
               {"moves, held out", Table::Align::kDecimal},
               {"best move, held out", Table::Align::kDecimal}});
  const Network network = train(
      game, games, options.training, [&] { progress.advance(1); },
      [&](const Epoch& epoch) {
        std::vector<Table::Cell> row{std::to_string(epoch.number)};
        for (const Loss& loss : {epoch.learned, epoch.held_out}) {
          row.emplace_back(fmt::format("{:.4f}", loss.value));
          row.emplace_back(fmt::format("{:.4f}", loss.moves));
          row.emplace_back(fmt::format("{:.1f} %", 100 * loss.leaders));
        }
        table.add_row(std::move(row));
        progress.advance(0, fmt::format("epoch {}: {:.4f} and {:.4f} nats on games held out",
                                        epoch.number, epoch.held_out.value, epoch.held_out.moves));
      },
      stop);
  progress.finish(!stop.stop_requested());
  const std::string bytes = network.to_bytes();
  out.write(bytes);
  fmt::print(
      "\n{}\nLoss in nats a position: of the value and of the shares of the moves' visits; "
      "how often the favourite\nmove is the one with the most visits.\n\n{}: {} kB\n",
      table.to_console(), options.out, bytes.size() / 1000);
  return status_of_work(stop.stop_requested(),
                        "interrupted: the network has what was learned so far.\n");
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<TrainArguments>(
      app, action, "train", "train a network for eval=net on the searches of recorded games",
      train_network);
  command.add_option("--game", options->game, "game spec: connect_four, othello, hex or go")
      ->required();
  command
      .add_option("--records", options->records,
                  "folders of 'match --visits' or 'pool --visits', or their games.jsonl")
      ->required();
  command.add_option("--out", options->out, "file for the network")->required();
  command.add_option("--hidden", options->training.hidden, "units of each hidden layer")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option("--epochs", options->training.epochs, "passes over all positions")
      ->capture_default_str();
  add_seed(command, options->training.seed);
  command.footer(
      "Example: banyan match --game othello --a seq:c=0.4,temperature=1 --b "
      "seq:c=0.4,temperature=1\n"
      "             --iterations 2k --pairs 1000 --openings random:plies=6 --visits --out games\n"
      "         banyan train --game othello --records games --out othello.network\n"
      "         banyan match --game othello --a batched:eval=net,net=othello.network --b batched\n"
      "             --iterations 200 --pairs 50\n"
      "A perceptron that learns each position's shares of visits, and the mean of what the search "
      "found\n"
      "and what the game came to. The same command makes the same network.");
}

}  // namespace banyan::bench

// banyan label: positions of a game with every move valued by a long search.
#include "bench/commands/commands.hpp"
#include "bench/quality/labels.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {
namespace {

struct LabelArguments {
  Given given;
  std::string game;
  std::string positions;
  std::string plies;
  std::string player = "seq:iterations=200,temperature=1";
  std::string judge;
  std::string out;
  double stake = 0.05;
  bool policy = false;
  std::uint64_t seed = 1;
};

int label(const LabelArguments& options, const std::stop_token& stop) {
  LabelRule rule{.game = parse_game(options.game),
                 .plies = parse_plies(options.plies),
                 .player = parse_engine(options.player),
                 .judge = parse_engine(options.judge),
                 .stake = options.stake,
                 .policy = options.policy,
                 .seed = options.seed};
  need_classic(rule.game, "'label'");
  const std::uint64_t count = parse_count(options.positions, "--positions", 1, 100'000);
  if (!(options.stake > 0 && options.stake < 1)) {
    throw UsageError(fmt::format("--stake {:g} is out of range: give more than 0 and less than 1.",
                                 options.stake));
  }
  check_labelling(rule);
  check_engine(*rule.game.start, rule.player, std::nullopt);
  if (rule.judge.kind != EngineKind::kSolver) {  // it may only know later positions
    check_engine(*rule.game.start, rule.judge, std::nullopt);
  }
  Progress progress(count, "labelling");
  const LabelCount labels = make_labels(
      rule, count, options.out, options.given.text(), [&] { progress.advance(1); }, stop);
  progress.finish(!stop.stop_requested());
  fmt::print("{}: {} positions of {}, {} of them new\n", options.out, labels.now, rule.game.spec,
             labels.now - labels.before);
  return status_of_work(stop.stop_requested(),
                        "interrupted: the same command goes on from here.\n");
}

}  // namespace

void add_label(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<LabelArguments>(
      app, action, "label", "make positions for 'quality': every move valued by a long search",
      label);
  add_game(command, options->game);
  command.add_option("--positions", options->positions, "how many")->required();
  command.add_option("--plies", options->plies, "moves before each position, FIRST-LAST")
      ->required();
  command.add_option("--player", options->player, "engine that makes these moves")
      ->capture_default_str();
  command
      .add_option("--judge", options->judge,
                  "engine that values each move by a search of the position after it")
      ->required();
  command
      .add_option("--stake", options->stake,
                  "keeps positions in which a random move costs at least this share of a win")
      ->capture_default_str();
  command.add_flag("--policy", options->policy,
                   "also each move's share of the visits, when the judge searches the position "
                   "itself: a target for a policy");
  command.add_option("--out", options->out, "file for the positions, one JSON object per line")
      ->required();
  add_seed(command, options->seed);
  command.footer(
      "Example: banyan label --game hex:size=7 --plies 2-20 --judge seq:iterations=100k\n"
      "             --positions 300 --out hex.jsonl\n"
      "         banyan quality --labels hex.jsonl --engines 'seq;root:threads=2' --iterations 2k\n"
      "All moves of a position get the same search; give the judge as many iterations for one of "
      "them\n"
      "as what you want to tell apart has for all, so that in all it searches tens to hundreds of\n"
      "times longer. The same command goes on with a file that was stopped.");
}

}  // namespace banyan::bench

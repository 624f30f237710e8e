// banyan advise: which engine to use for a game on this machine, and what it gains.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "bench/advise/output.hpp"
#include "bench/commands/commands.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/output/output_folder.hpp"
#include "bench/output/same_run.hpp"
#include "bench/report/show.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/spec.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {
namespace {

struct AdviseArguments {
  std::string game;
  std::string time = "100ms";
  int threads = 0;
  double minutes = 5;
  std::string device;
  std::string cost;
  int branching = 0;
  int depth = 0;
  std::string out;
  std::uint64_t seed = 1;
  bool json = false;
};

/// The P-game of this shape, if one is given.
std::string game_of(const AdviseArguments& options) {
  const bool shaped = options.branching > 0 || options.depth > 0 || !options.cost.empty();
  if (shaped == !options.game.empty()) {
    throw UsageError(
        "give either --game, or the shape of a game of your own: --branching, --depth and "
        "--playout-cost.");
  }
  if (!shaped) return options.game;
  if (options.branching == 0 || options.depth == 0 || options.cost.empty()) {
    throw UsageError(
        "the shape of a game takes all of --branching, --depth and --playout-cost, as in "
        "--branching 30 --depth 40 --playout-cost 50us.");
  }
  const auto cost = parse_duration(options.cost, "--playout-cost");
  if (cost > std::chrono::nanoseconds(PGame::kMaxCost)) {
    throw UsageError(
        fmt::format("--playout-cost {} is out of range: give at most 1ms.", options.cost));
  }
  const int depth = std::min(options.depth, PGame::kMaxDepth);
  if (depth < options.depth) {
    print_to_standard_error(
        "note: a P-game has at most {0} moves, so {0} stand for your {1}. That matters only to "
        "searches that look further ahead.\n",
        depth, options.depth);
  }
  return fmt::format("p_game:branching={},depth={},cost={}", options.branching, depth,
                     bench::to_text(cost));
}

AdviseOptions parse(const AdviseArguments& arguments) {
  AdviseOptions options;
  options.game = parse_game(game_of(arguments));
  options.move_time = parse_duration(arguments.time, "--time");
  options.threads = arguments.threads > 0 ? arguments.threads : most_threads();
  options.seconds = 60 * arguments.minutes;
  options.seed = arguments.seed;
  if (!arguments.device.empty()) {
    need_classic(options.game, "'advise'");
    options.device = device_question(options.game, arguments.device);
  }
  check(options);
  return options;
}

int run(const AdviseArguments& arguments, const std::stop_token& stop) {
  const AdviseOptions options = parse(arguments);
  std::optional<OutputFolder> folder;
  if (!arguments.out.empty()) {
    folder.emplace(folder_of_answer(
        arguments.out, {{"provenance", provenance("")}, {"settings", question_json(options)}}));
  }
  const auto ms = [](double seconds) { return static_cast<std::uint64_t>(1000 * seconds); };
  Progress progress(ms(options.seconds), "advise");
  double before = 0;
  const Advice advice = bench::advise(
      options, real_experiments(options, stop),
      [&](double seconds, const std::string& text) {
        progress.advance(ms(seconds - before), text);
        before = seconds;
      },
      stop);
  progress.finish(!advice.interrupted);
  const Json made = provenance(command_of(options, arguments.minutes));
  Json json{{"provenance", made}};
  json.update(advice_json(options, advice));
  fmt::print("{}", arguments.json ? json.dump(2) + '\n' : advice_text(options, advice));
  if (folder && !advice.speeds.empty()) {
    const Json run{{"provenance", made},
                   {"settings", question_json(options)},
                   {"finished", !advice.interrupted},
                   {"advice", advice_json(options, advice)}};
    write_answer(*folder, run, advice_rows(options, advice), arguments.json, stop);
  }
  if (!advice.interrupted && stop.stop_requested()) return kInterrupted;
  return status_of_work(advice.interrupted, "interrupted: this is the answer so far.\n");
}

}  // namespace

void add_advise(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<AdviseArguments>(
      app, action, "advise", "which engine to use for a game here, and what it gains", run);
  command.add_option("--game", options->game, "game spec, see 'banyan list'");
  command
      .add_option("--branching", options->branching,
                  "of your own game: mean number of moves per position, over whole games, not that "
                  "of the first position")
      ->check(whole_number(2, 225));
  command
      .add_option("--depth", options->depth,
                  "of your own game: mean number of moves per game; beyond 250 counts as 250")
      ->check(whole_number(1, 100'000));
  command.add_option("--playout-cost", options->cost,
                     "of your own game: time per playout (e.g. 50us)");
  command.add_option("--device", options->device,
                     "settings of batched for a device, from what a call costs (e.g. 800us+2us: a "
                     "call, each leaf; or a file, as device= of 'banyan list batched'), or for a "
                     "server, from its latency (e.g. lognormal:median=2s,p99=20s,concurrent=32)");
  command.add_option("--time", options->time, "time per move (e.g. 100ms)")->capture_default_str();
  command.add_option("--threads", options->threads, "most threads per engine (default: the cores)")
      ->check(whole_number(1, 1024));
  command.add_option("--minutes", options->minutes, "at most so long")->capture_default_str();
  command.add_option("--out", options->out, "folder for the answer, its numbers and a page");
  add_seed(command, options->seed);
  add_json(command, options->json);
  command.footer(
      "Speeds are measured first, in turns; what they do not rule out plays seq at equal time, "
      "and\n"
      "the time goes more and more to the engines that win. A game of your own is asked for by "
      "its\n"
      "shape, and stood for by a P-game: a synthetic tree whose playouts take as long as yours.\n"
      "With --device the question is another: how many leaves a call, how many calls at a time "
      "and\n"
      "which virtual loss suit a network on a device. It is simulated, in virtual time. Of a "
      "server\n"
      "the question is how many calls in flight, and whether to wait for them in rounds.\n"
      "Ctrl-C ends it with the best answer so far.\n"
      "Examples: banyan advise --game connect_four --time 100ms --minutes 5\n"
      "          banyan advise --game connect_four --time 100ms --device 800us+2us\n"
      "          banyan advise --game connect_four --time 60s --device "
      "lognormal:median=2s,p99=20s,concurrent=32\n"
      "          banyan advise --branching 30 --depth 40 --playout-cost 50us");
}

}  // namespace banyan::bench

// banyan quality: how often engines fail on solved positions.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "bench/commands.hpp"
#include "bench/files.hpp"
#include "bench/interrupt.hpp"
#include "bench/preflight.hpp"
#include "bench/progress.hpp"
#include "bench/provenance.hpp"
#include "bench/quality.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

struct QualityArguments {
  std::string game = "connect_four";
  std::string engines;
  std::string positions;
  std::string plies = "14-24";
  std::string file;
  LimitOptions limits;
  std::uint64_t seed = 1;
  bool json = false;
};

/// "14-24".
std::pair<int, int> parse_plies(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto number = [&](const std::string& part) {
    const std::uint64_t plies = parse_count(part, "--plies");
    if (plies > 1000) {
      throw UsageError(fmt::format("--plies {} is out of range: give 0 to 1000.", text));
    }
    return static_cast<int>(plies);
  };
  const int first = number(text.substr(0, dash));
  const int last = dash == std::string::npos ? first : number(text.substr(dash + 1));
  if (last < first) {
    throw UsageError(fmt::format("--plies {} ends before it begins: give FIRST-LAST.", text));
  }
  return {first, last};
}

/// How many positions to ask for: all that a file has, unless told otherwise.
std::uint64_t parse_positions(const QualityArguments& options) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (options.positions.empty()) return options.file.empty() ? 300 : kMost;
  const std::uint64_t count = parse_count(options.positions, "--positions");
  if (count < 2 || count > kMost) {
    throw UsageError(
        fmt::format("--positions {} is out of range: give 2 to 1000000.", options.positions));
  }
  return count;
}

SolvedPositions find_positions(const QualityArguments& options, const GameChoice& game,
                               const std::stop_token& stop) {
  const std::uint64_t count = parse_positions(options);
  const auto [first, last] = parse_plies(options.plies);
  if (options.file.empty()) {
    Progress progress(count, "solving");
    SolvedPositions found = solved_positions(
        game, first, last, count, options.seed, [&] { progress.advance(1); }, stop);
    progress.finish(!stop.stop_requested());
    return found;
  }
  const std::string text = read_file(options.file);
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  Progress progress(std::min(count, lines), "solving");
  SolvedPositions found = read_positions(
      game, text, options.file, count, [&] { progress.advance(1); }, stop);
  progress.finish(!stop.stop_requested());
  return found;
}

int quality(const QualityArguments& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  need_classic(game, "'quality'");
  const std::vector<EngineSettings> engines = parse_engines(options.engines);
  const std::optional<Limits> limits = options.limits.parse();
  for (const EngineSettings& engine : engines) {
    // Some solvers know positions alone that are later than the first.
    if (engine.kind != EngineKind::kSolver) check_engine(*game.start, engine, limits);
  }

  const SolvedPositions found = find_positions(options, game, stop);
  const std::size_t count = found.positions.size();
  std::vector<QualityRow> rows;
  if (!stop.stop_requested()) {
    Progress searching(count, "searching");
    rows = measure_quality(
        found.positions, engines, limits, options.seed, [&](const auto&) { searching.advance(1); },
        stop);
    searching.finish(!stop.stop_requested());
  }
  if (rows.empty() || rows.front().losses.empty()) {
    fmt::print(stderr, "interrupted before any position was searched.\n");
    return kInterrupted;
  }
  const std::string where = options.file.empty()
                                ? fmt::format("after {} random plies", options.plies)
                                : fmt::format("of {}", options.file);
  if (options.json) {
    fmt::print("{}\n", Json{{"game", game.spec},
                            {"positions", where},
                            {"left_out", found.left_out},
                            {"seed", options.seed},
                            {"rows", quality_json(rows)}}
                           .dump(2));
  } else {
    fmt::print("{}\n\n{}",
               wrapped(fmt::format(
                   "{}: {} solved positions {}. In each some moves keep the value and others lose "
                   "some; {} others, where every move is as good, were left out. A failure is a "
                   "move that loses some; \"more\" are failures beyond the first engine's on the "
                   "same positions, in percentage points.",
                   game.spec, rows.front().losses.size(), where, found.left_out)),
               quality_text(rows));
  }
  if (!stop.stop_requested()) return kDone;
  fmt::print(stderr, "interrupted: {} of {} positions were searched and are counted.\n",
             rows.front().losses.size(), count);
  return kInterrupted;
}

}  // namespace

void add_quality(CLI::App& app, Action& action) {
  CLI::App& command =
      *app.add_subcommand("quality", "how often engines throw a solved position's value away");
  const auto options = std::make_shared<QualityArguments>();
  command.add_option("--game", options->game, "a game that 'solver' knows")->capture_default_str();
  command.add_option("--engines", options->engines, "engine specs, separated by ';'")->required();
  options->limits.add_to(command);
  command.add_option("--positions", options->positions,
                     "how many positions (default: 300; all of a file)");
  command.add_option("--file", options->file,
                     "positions to take instead of random ones: a line each, the moves so far and "
                     "if known the score (connect four: 4453 -2)");
  command.add_option("--plies", options->plies, "random moves before each position, FIRST-LAST")
      ->capture_default_str();
  add_seed(command, options->seed);
  command.add_flag("--json", options->json, "one JSON object");
  command.footer(
      "Example: banyan quality --engines 'seq;tree:threads=2' --iterations 20k --positions 500\n"
      "Differences from the first engine are paired over positions: the same for all engines.");
  command.callback([=, &action] {
    action = [=](const std::stop_token& stop) { return quality(*options, stop); };
  });
}

}  // namespace banyan::bench

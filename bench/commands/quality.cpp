// banyan quality: how often engines fail on solved positions.
#include <fmt/format.h>

#include <memory>

#include "bench/commands.hpp"
#include "bench/interrupt.hpp"
#include "bench/progress.hpp"
#include "bench/provenance.hpp"
#include "bench/quality.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

struct Options {
  std::string game = "connect_four";
  std::string engines;
  std::string positions = "300";
  std::string plies = "14-24";
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

int quality(const Options& options, const std::stop_token& stop) {
  const GameChoice game = parse_game(options.game);
  const std::vector<EngineSettings> engines = parse_engines(options.engines);
  const std::optional<Limits> limits = options.limits.parse();
  for (const EngineSettings& engine : engines) limits_for(engine, limits);
  const auto [first, last] = parse_plies(options.plies);
  const std::uint64_t count = parse_count(options.positions, "--positions");
  if (count < 2 || count > 1'000'000) {
    throw UsageError(
        fmt::format("--positions {} is out of range: give 2 to 1000000.", options.positions));
  }

  Progress solving(count, "solving");
  const auto positions = solved_positions(
      game, first, last, count, options.seed, [&] { solving.advance(1); }, stop);
  solving.finish();
  std::vector<QualityRow> rows;
  if (!stop.stop_requested()) {
    Progress searching(count, "searching");
    rows = measure_quality(
        positions, engines, limits, options.seed, [&] { searching.advance(1); }, stop);
  }
  if (rows.empty() || rows.front().losses.empty()) {
    fmt::print(stderr, "interrupted before any position was searched.\n");
    return kInterrupted;
  }
  if (options.json) {
    fmt::print("{}\n", Json{{"game", game.spec},
                            {"plies", {first, last}},
                            {"seed", options.seed},
                            {"rows", quality_json(rows)}}
                           .dump(2));
  } else {
    fmt::print(
        "{}: {} solved positions after {} to {} random plies, in each of which some moves\n"
        "keep the value and others lose some. A failure is a move that loses some; \"more\" are\n"
        "failures beyond the first engine's on the same positions, in percentage points.\n\n{}",
        game.spec, rows.front().losses.size(), first, last, quality_text(rows));
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
  const auto options = std::make_shared<Options>();
  command.add_option("--game", options->game, "a game that 'solver' knows")->capture_default_str();
  command.add_option("--engines", options->engines, "engine specs, separated by ';'")->required();
  options->limits.add_to(command);
  command.add_option("--positions", options->positions, "how many positions")
      ->capture_default_str();
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

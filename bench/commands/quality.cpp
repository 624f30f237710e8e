// banyan quality: what engines lose of the value of positions that are solved or labelled.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "bench/commands/commands.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/quality/labels.hpp"
#include "bench/quality/quality.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/text/files.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kUsualGame = "connect_four";

constexpr const char* kSpeedupNote =
    "Speed-up is of strength: how many times its budget the first engine needs to lose as little "
    "value (Chaslot et al. 2008, with regret in place of Elo), by its own curve at a quarter to "
    "four times the budget; 95 % by bootstrap over positions.";

struct QualityArguments {
  std::string game;
  std::string engines;
  std::string positions;
  std::string plies = "14-24";
  std::string file;
  std::string labels;
  bool speedup = false;
  LimitOptions limits;
  std::uint64_t seed = 1;
  bool json = false;
};

/// How many positions to ask for: all that a file has, unless told otherwise.
std::uint64_t parse_positions(const QualityArguments& options) {
  constexpr std::uint64_t kMost = 1'000'000;
  const bool of_file = !options.file.empty() || !options.labels.empty();
  if (options.positions.empty()) return of_file ? kMost : 300;
  const std::uint64_t count = parse_count(options.positions, "--positions");
  if (count < 2 || count > kMost) {
    throw UsageError(
        fmt::format("--positions {} is out of range: give 2 to 1000000.", options.positions));
  }
  return count;
}

/// The game and the positions that engines are to search, and where they come from.
struct PositionSet {
  GameChoice game;
  ValuedPositions found;
  ValuedBy by = ValuedBy::kSolver;
  std::string where;
};

PositionSet labelled_set(const QualityArguments& options, const std::stop_token& stop) {
  if (!options.file.empty()) {
    throw UsageError("--labels and --file name two sets of positions: give one of them.");
  }
  LabelledSet set = read_labels(options.labels, parse_positions(options), stop);
  if (!options.game.empty() && parse_game(options.game).canonical != set.game.canonical) {
    throw UsageError(fmt::format("--game {} is not the game of {}, which is {}: leave it out.",
                                 options.game, options.labels, set.game.spec));
  }
  return {std::move(set.game), std::move(set.found), ValuedBy::kLabels,
          fmt::format("of {}, every move valued by {}", options.labels,
                      set.header["judge"].get<std::string>())};
}

PositionSet solved_set(const QualityArguments& options, const GameChoice& game,
                       const std::stop_token& stop) {
  PositionSet set{game, {}, ValuedBy::kSolver, {}};
  const std::uint64_t count = parse_positions(options);
  const Plies plies = parse_plies(options.plies);
  if (options.file.empty()) {
    Progress progress(count, "solving");
    set.found = solved_positions(
        set.game, plies, count, options.seed, [&] { progress.advance(1); }, stop);
    progress.finish(!stop.stop_requested());
    set.where = fmt::format("after {} random plies", options.plies);
    return set;
  }
  const std::string text = read_input(options.file, stop);
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  Progress progress(std::min(count, lines), "solving");
  set.found = read_positions(
      set.game, text, options.file, count, [&] { progress.advance(1); }, stop);
  progress.finish(!stop.stop_requested());
  set.where = fmt::format("of {}", options.file);
  return set;
}

/// What the reader of the table should know.
std::string explained(const PositionSet& set, std::size_t positions) {
  if (set.by == ValuedBy::kLabels) {
    return fmt::format(
        "{}: {} positions {}. Regret is the mean value that an engine's move loses against the "
        "best one (a win is 100 %); \"more\" is that beyond the first engine's, paired over the "
        "same positions, in percentage points.",
        set.game.spec, positions, set.where);
  }
  return fmt::format(
      "{}: {} solved positions {}. In each some moves keep the value and others lose some; {} "
      "others, where every move is as good, were left out. A failure is a move that loses some; "
      "\"more\" are failures beyond the first engine's on the same positions, in percentage "
      "points. Regret is the mean value lost (a win is 100 %, a draw 50 %).",
      set.game.spec, positions, set.where, set.found.left_out);
}

int quality(const QualityArguments& options, const std::stop_token& stop) {
  const std::vector<EngineSettings> engines = parse_engines(options.engines);
  const std::optional<Limits> limits = options.limits.parse();
  const std::vector<Reference> others = references(
      engines.front(), limits,
      options.speedup ? std::span<const double>(kSpeedupFactors) : std::span(&kControl, 1));
  if (options.speedup && others.empty()) {
    throw UsageError(fmt::format(
        "--speedup needs a first engine whose budget can be halved and doubled, which {} has not: "
        "give seq first.",
        engines.front().spec));
  }
  if (options.speedup && others.size() < kSpeedupFactors.size()) {
    throw UsageError(fmt::format(
        "--speedup measures {} with 1/4, 1/2, 2 and 4 times its budget, and {} cannot be divided "
        "so: give more, or a multiple of 4.",
        engines.front().spec, to_text(limits_for(engines.front(), limits))));
  }
  std::vector<EngineSettings> all = engines;
  for (const Reference& other : others) all.push_back(other.engine);

  std::optional<PositionSet> labels;
  if (!options.labels.empty()) labels = labelled_set(options, stop);
  const GameChoice game =
      labels ? labels->game : parse_game(options.game.empty() ? kUsualGame : options.game);
  need_classic(game, "'quality'");
  for (const EngineSettings& engine : all) {
    // Some solvers know positions alone that are later than the first.
    if (engine.kind != EngineKind::kSolver) check_engine(*game.start, engine, limits);
  }
  const PositionSet set = labels ? std::move(*labels) : solved_set(options, game, stop);
  const std::size_t count = set.found.positions.size();
  std::vector<QualityRow> measured;
  if (!stop.stop_requested()) {
    Progress searching(count, "searching");
    measured = measure_quality(
        set.found.positions, all, limits, options.seed, [&](const auto&) { searching.advance(1); },
        stop);
    searching.finish(!stop.stop_requested());
  }
  if (measured.empty() || measured.front().losses.empty()) {
    print_to_standard_error("interrupted before any position was searched.\n");
    return kInterrupted;
  }
  const QualityTable table(set.by, std::move(measured), others);
  const std::size_t searched = table.rows.front().losses.size();
  if (options.json) {
    fmt::print("{}\n", Json{{"game", game.spec},
                            {"positions", set.where},
                            {"left_out", set.found.left_out},
                            {"seed", options.seed},
                            {"rows", quality_json(table)},
                            {"control", control_json(table)},
                            {"curve", curve_json(table)}}
                           .dump(2));
  } else {
    fmt::print("{}\n\n{}", wrapped(explained(set, searched)), quality_text(table));
    if (options.speedup) fmt::print("\n{}\n", wrapped(kSpeedupNote));
  }
  if (!stop.stop_requested()) return kDone;
  print_to_standard_error("interrupted: {} of {} positions were searched and are counted.\n",
                          searched, count);
  return kInterrupted;
}

}  // namespace

void add_quality(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "quality", "what engines throw away of a position's value, by a solver or by labels");
  const auto options = std::make_shared<QualityArguments>();
  command.add_option("--game", options->game,
                     "a game that 'solver' knows (default: connect_four, or that of --labels)");
  command.add_option("--engines", options->engines, "engine specs, separated by ';'")->required();
  options->limits.add_to(command);
  command.add_option("--positions", options->positions,
                     "how many positions (default: 300; all of a file)");
  command.add_option("--file", options->file,
                     "positions to take instead of random ones: a line each, the moves so far and "
                     "if known the score (connect four: 4453 -2), or a board as 'search --board' "
                     "takes it, Edax's .obf with values too; # begins a comment");
  command.add_option("--labels", options->labels,
                     "positions that 'banyan label' made: of any game, and not solved but valued");
  command.add_flag(
      "--speedup", options->speedup,
      "strength speed-ups over the first engine, which is measured with 1/4, 1/2, 2 and "
      "4 times its budget");
  command.add_option("--plies", options->plies, "random moves before each position, FIRST-LAST")
      ->capture_default_str();
  add_seed(command, options->seed);
  command.add_flag("--json", options->json, "one JSON object");
  command.footer(
      "Example: banyan quality --engines 'seq;tree:threads=2' --iterations 20k --positions 500\n"
      "         banyan quality --labels results/labels/hex7.jsonl --engines 'seq;root:threads=2' "
      "\\\n"
      "             --iterations 2k --speedup\n"
      "Differences from the first engine are paired over positions: the same for all engines. "
      "That\n"
      "engine with half the budget is the control: where it is not found to be worse, the "
      "positions "
      "are\n"
      "too few or too easy to tell engines that are less than a factor of 2 apart.");
  command.callback([=, &action] {
    action = [=](const std::stop_token& stop) { return quality(*options, stop); };
  });
}

}  // namespace banyan::bench

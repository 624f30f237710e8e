// banyan quality: how much value engines lose on solved or labelled positions.
#include <algorithm>
#include <optional>

#include "bench/commands/commands.hpp"
#include "bench/machine/provenance.hpp"
#include "bench/output/output_folder.hpp"
#include "bench/output/same_run.hpp"
#include "bench/quality/request.hpp"
#include "bench/registry/limits.hpp"
#include "bench/report/show.hpp"
#include "bench/rows/solved_row.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kSpeedupNote =
    "Speed-up is of strength: how many times its budget the first engine needs to lose as little "
    "value (Chaslot et al. 2008, with regret instead of Elo), by its own curve at a quarter to "
    "four times the budget; 95 % by bootstrap over positions.";

struct QualityArguments {
  QualityRequest request;  // without the engines and the limits
  std::string engines;
  LimitOptions limits;
  std::string out;
  bool json = false;
  Given given;
};

std::string budget_of(const QualityRequest& request) {
  return request.limits ? bench::to_text(*request.limits) : "";
}

/// What was asked, as run.json has it.
Json question_json(const QualityRequest& request) {
  Json engines = Json::array();
  for (const EngineSettings& engine : request.engines) engines.push_back(engine.spec);
  return {{"game", request.game},         {"engines", engines},
          {"budget", budget_of(request)}, {"positions", request.positions},
          {"plies", request.plies},       {"file", request.file},
          {"labels", request.labels},     {"trust", request.trust},
          {"speedup", request.speedup},   {"seed", request.seed}};
}

/// The same rows as those of the suite truth.
std::vector<Row> rows_of(const QualityRequest& request, const QualityReport& report) {
  const bool drawn = request.file.empty() && request.labels.empty();
  const Plies plies = drawn ? parse_plies(request.plies) : Plies{};
  SolvedSet set = read_solved(Field::of_json({{"game", report.game.spec},
                                              {"budget", budget_of(request)},
                                              {"iterations", 0},
                                              {"positions", report.searched()},
                                              {"plies", {plies.first, plies.last}},
                                              {"seed", request.seed},
                                              {"left_out", report.left_out},
                                              {"rows", quality_json(report.table)},
                                              {"control", control_json(report.table)}},
                                             "run.json"));
  if (!drawn) {
    const bool solved = report.table.by == ValuedBy::kSolver;
    set.where = (solved ? "solved, " : "labelled, ") + report.where;
  }
  std::vector<Row> rows;
  add_rows(set, "truth", rows);
  return rows;
}

/// Explanations for the reader of the table.
std::string explained(const QualityReport& report) {
  if (report.table.by == ValuedBy::kLabels) {
    return fmt::format(
        "{}: {} positions {}. Regret is the mean value that an engine's move loses against the "
        "best one (a win is 100 %); \"more\" is that beyond the first engine's, paired over the "
        "same positions, in percentage points.",
        report.game.spec, report.searched(), report.where);
  }
  return fmt::format(
      "{}: {} solved positions {}. In each some moves keep the value and others lose some; {} "
      "others, where every move is as good, were left out. A failure is a move that loses some; "
      "\"more\" are failures beyond the first engine's on the same positions, in percentage "
      "points. Regret is the mean value lost (a win is 100 %, a draw 50 %).",
      report.game.spec, report.searched(), report.where, report.left_out);
}

/// The lines of the file that gave no position; the first few of many.
std::string left_out_text(const QualityReport& report) {
  constexpr std::size_t kShown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, report.lines.size()); ++i) {
    text += fmt::format("line {} was left out: {}.\n", report.lines[i].number, report.lines[i].why);
  }
  if (report.lines.size() > kShown) {
    text += fmt::format("{} more lines were left out: --json names them.\n",
                        report.lines.size() - kShown);
  }
  return text.empty() ? text : text + '\n';
}

int quality(const QualityArguments& options, const std::stop_token& stop) {
  QualityRequest request = options.request;
  request.engines = parse_engines(options.engines);
  request.limits = options.limits.parse();
  const Json question = question_json(request);
  std::optional<OutputFolder> folder;
  if (!options.out.empty()) {
    folder.emplace(
        folder_of_answer(options.out, {{"provenance", provenance("")}, {"settings", question}}));
  }
  const auto report = measure_quality(request, stop);
  if (!report) {
    print_to_standard_error("interrupted before any position was searched.\n");
    return kInterrupted;
  }
  if (options.json) {
    fmt::print("{}\n", quality_json(request, *report).dump(2));
  } else {
    fmt::print("{}\n\n{}{}", wrapped(explained(*report)), left_out_text(*report),
               quality_text(report->table));
    if (request.speedup) fmt::print("\n{}\n", wrapped(kSpeedupNote));
  }
  if (folder) {
    const Json run{{"provenance", provenance(options.given.text())},
                   {"settings", question},
                   {"finished", !stop.stop_requested()},
                   {"quality", quality_json(request, *report)}};
    write_answer(*folder, run, rows_of(request, *report), options.json, stop);
  }
  return status_of_work(stop.stop_requested(),
                        "interrupted: {} of {} positions were searched and are counted.\n",
                        report->searched(), report->wanted);
}

}  // namespace

void add_quality(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<QualityArguments>(
      app, action, "quality",
      "how much of a position's value engines lose, by a solver or by labels", quality);
  command.add_option("--game", options->request.game,
                     "a game that 'solver' knows (default: connect_four, or that of --labels)");
  command.add_option("--engines", options->engines, "engine specs, separated by ';'")->required();
  options->limits.add_to(command);
  command.add_option("--positions", options->request.positions,
                     "number of positions (default: 300; all of a file)");
  command.add_option("--file", options->request.file,
                     "positions to take instead of random ones: a line each, the moves so far and "
                     "if known the score (connect four: 4453 -2), or a board as 'search --board' "
                     "takes it, Edax's .obf with values too; # begins a comment. A position beyond "
                     "the solver is left out");
  command.add_flag("--trust", options->request.trust,
                   "takes the values of moves that a line of --file gives, if it gives all, "
                   "instead of solving it");
  command.add_option("--labels", options->request.labels,
                     "positions made by 'banyan label': for any game, valued instead of solved");
  command.add_flag(
      "--speedup", options->request.speedup,
      "strength speed-ups over the first engine, which is measured with 1/4, 1/2, 2 and "
      "4 times its budget");
  command
      .add_option("--plies", options->request.plies,
                  "random moves before each position, FIRST-LAST")
      ->capture_default_str();
  command.add_option("--out", options->out, "folder for the numbers and a page");
  add_seed(command, options->request.seed);
  add_json(command, options->json);
  command.footer(
      "Example: banyan quality --engines 'seq;tree:threads=2' --iterations 20k --positions 500\n"
      "         banyan quality --labels results/labels/hex7.jsonl --engines 'seq;root:threads=2' "
      "\\\n"
      "             --iterations 2k --speedup\n"
      "Differences from the first engine are paired over positions: the same for all engines. "
      "That\n"
      "engine with half the budget is the control: where it is not found to be worse, the "
      "positions are\n"
      "too few or too easy to tell engines that are less than a factor of 2 apart.");
}

}  // namespace banyan::bench

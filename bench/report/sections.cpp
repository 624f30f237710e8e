// The sections of a run.
#include "bench/report/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <initializer_list>
#include <utility>

#include "bench/report/paper_tables.hpp"
#include "bench/report/scaling_tables.hpp"
#include "bench/report/simulated_tables.hpp"
#include "bench/report/studies/solved_studies.hpp"
#include "bench/report/studies/speed_studies.hpp"
#include "bench/report/summary.hpp"
#include "bench/report/verdict.hpp"

namespace banyan::bench {
namespace {

using Sections = std::vector<Section>;

constexpr const char* kThroughputNote =
    "Rates count iterations with a playout, over all threads. They are geometric means; ± is half "
    "the 95 % interval of the searches of this run. Whole runs scatter by more: banyan compare "
    "takes several. finished: the share of all visits that ended in a finished game. They need no "
    "playout and are in no rate. x plain: iterations/s over those of UCT in one vector of nodes, "
    "with the same rules and playouts. x naive: over those of MCTS as textbooks write it. x seq: "
    "over those of the sequential core. x 1 thread: over those of the same engine with one thread. "
    "cores: processor time over real time; a ! marks fewer cores than threads. Too noisy: the ends "
    "of the 95 % interval are more than a factor of two apart. Marked: the best of its column, if "
    "its interval leaves out all others.";

constexpr const char* kLossesNote =
    "Where a core's time goes. searches: as fast as one thread of the same engine. slower: cache "
    "lines that others write, memory bandwidth, work done twice. system: page faults, waking "
    "threads. waits: for the first expansion of the root, for locks, or for a core that others "
    "use. Conflicts (over leases and locks) and page faults are per 1000 iterations.";

constexpr const char* kAblationNote =
    "Each step includes those before it; x before is the ratio to the line above. plain stands "
    "beside them: UCT in one vector of nodes, with the rules and playouts of seq. Searches of the "
    "ablation end after a million iterations at the latest.";

constexpr const char* kPhasesNote =
    "Shares of the time of seq. A second thread samples them while it searches. ± is half the 95 % "
    "interval over the searches.";

/// The control is the engine that all of them played.
std::string gains_note(const std::vector<MatchRow>& matches) {
  return fmt::format(
      "Elo against the control ({}): first at equal iterations, then at equal time, with 95 % "
      "intervals. An engine helps or hurts if the interval lies on one side of 0.",
      fmt::join(distinct(matches, &MatchRow::b), ", "));
}

Sections concatenated(std::initializer_list<Sections> parts) {
  Sections all;
  for (const Sections& some : parts) all.insert(all.end(), some.begin(), some.end());
  return all;
}

/// With what is to be known of all of them at their end.
Sections with_notes(Sections sections, const std::vector<std::string>& notes) {
  if (!sections.empty()) {
    auto& last = sections.back().notes;
    last.insert(last.end(), notes.begin(), notes.end());
  }
  return sections;
}

/// A section for each game, whose heading goes on with `what`.
Sections of_games(const char* kind, const std::vector<std::string>& games, const std::string& what,
                  const std::function<std::vector<Table>(const std::string& game)>& tables,
                  const std::function<std::string(const std::string& game)>& note = {}) {
  Sections sections;
  for (const std::string& game : games) {
    sections.push_back({kind, game + what, game, tables(game), {}});
    if (note) sections.back().notes.push_back(note(game));
  }
  return sections;
}

/// Titles and tables of a kind, under a common name.
Sections named(const char* kind, const std::string& name,
               const std::vector<std::pair<std::string, Table>>& tables) {
  Sections sections;
  for (const auto& [title, table] : tables) {
    sections.push_back({kind, fmt::format("{}: {}", name, title), title, {table}, {}});
  }
  return sections;
}

Sections paper(const RunData& data) {
  if (data.paper.name.empty()) return {};
  std::vector<std::string> notes = paper_notes(data.paper);
  notes.insert(notes.begin(), paper_verdict(data.paper.cells));
  return with_notes(named("paper", data.paper.name, paper_tables(data.paper.cells)), notes);
}

Sections throughput(const RunData& data) {
  const Sections first =
      of_games("throughput", trivial_last(data, games_of(data.rows)),
               fmt::format(": speed from the first position, {} searches of {} ms",
                           data.info.repetitions, data.info.search_ms),
               [&](const auto& game) { return std::vector{throughput_table(data.rows, game)}; });
  const Sections later =
      of_games("throughput", games_of(data.later), " at random: speed",
               [&](const auto& game) { return std::vector{throughput_table(data.later, game)}; });
  return with_notes(concatenated({first, later}), {kThroughputNote});
}

/// "exploration: which exploration constant plays best (Kocsis and Szepesvari 2006)."
std::string question_of(const Study& study) {
  const std::string source = study.source.empty() ? "" : fmt::format(" ({})", study.source);
  return fmt::format("{}: {}{}.", study.name, study.help, source);
}

Sections study(const RunData& data) {
  if (!data.study || data.rows.empty()) return {};
  const Study& grid = *data.study;
  std::vector<std::string> notes{question_of(grid)};
  if (grid.column == "threads") notes.emplace_back(kLossesNote);
  return with_notes(named("study", grid.name, study_tables(grid, data.rows)), notes);
}

Sections ablation(const RunData& data) {
  return with_notes(
      of_games("ablation", trivial_last(data, games_of(data.steps)),
               ": what each optimisation brings, one thread",
               [&](const auto& game) { return std::vector{ablation_table(data.steps, game)}; }),
      {kAblationNote});
}

Sections phases(const RunData& data) {
  if (data.phases.empty()) return {};
  return {{"phases",
           "Where the time of an iteration goes",
           "",
           {phases_table(data.phases)},
           {kPhasesNote}}};
}

/// A study's tables are of all games.
Sections truth(const RunData& data) {
  const std::vector<std::string> games = games_of(data.truth);
  const auto note = [&](const std::string& game) { return truth_note(data.truth, game); };
  if (!data.study || !data.study->on_truth()) {
    return of_games(
        "truth", games, ": failures on solved positions",
        [&](const auto& game) { return std::vector{truth_table(data.truth, game)}; }, note);
  }
  std::vector<std::string> notes{question_of(*data.study)};
  for (const std::string& game : games) notes.push_back(fmt::format("{}: {}", game, note(game)));
  return with_notes(named("truth", data.study->name, study_tables(*data.study, data.truth)), notes);
}

Sections scaling(const Scaling& results) {
  return of_games(
      "scaling", games_of(results.matches), ": strength speed-up",
      [&](const auto& game) {
        return std::vector{curve_table(results, game), scaling_table(results, game)};
      },
      [&](const auto& game) { return scaling_note(results, game); });
}

Sections simulated(const Scaling& results) {
  return of_games(
      "simulated", games_of(results.searches), ": simulated workers, in virtual time",
      [&](const auto& game) {
        return std::vector{curve_table(results, game), simulated_table(results, game)};
      },
      [&](const auto& game) { return simulated_note(results, game); });
}

Sections gains(const std::vector<MatchRow>& matches, const std::string& what,
               std::vector<std::string> notes) {
  if (matches.empty()) return {};
  notes.push_back(gains_note(matches));
  return with_notes(
      of_games("policies", games_of(matches), ": " + what,
               [&](const auto& game) { return std::vector{gains_table(matches, game)}; }),
      notes);
}

Sections strength(const RunData& data) {
  Sections sections;
  const bool decided = !data.decisions.empty();
  if (decided) {
    sections.push_back(
        {"strength",
         "Strength of the chosen engines in fresh games, and of seq with half its time",
         "The chosen engines in fresh games, and seq with half its time",
         {strength_table(data.decisions)},
         {}});
  }
  if (data.matches.empty()) return sections;
  sections.push_back(
      {"strength",
       "Strength: each opening twice with colours swapped",
       decided ? "The earlier games that chose the engines, too few to prove anything" : "",
       {strength_table(data.matches)},
       {}});
  return sections;
}

}  // namespace

std::vector<Section> sections_of(const RunData& data) {
  return concatenated(
      {paper(data), throughput(data), study(data), ablation(data), phases(data), truth(data),
       scaling(data.scaling), simulated(data.simulated),
       gains(data.policies, "search policies", {}),
       data.study ? gains(data.gains, data.study->name, {question_of(*data.study)}) : Sections(),
       strength(data)});
}

}  // namespace banyan::bench

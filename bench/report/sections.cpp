// The sections of a run.
#include "bench/report/sections.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <string_view>
#include <utility>

#include "bench/report/gains.hpp"
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

/// With what is to be known of all of them at their end.
Sections with_notes(Sections sections, const std::vector<std::string>& notes) {
  if (!sections.empty()) {
    auto& last = sections.back().notes;
    last.insert(last.end(), notes.begin(), notes.end());
  }
  return sections;
}

constexpr const char* kLossesNote =
    "Where a core's time goes. searches: as fast as one thread of the same engine. slower: cache "
    "lines that others write, memory bandwidth, work done twice. system: page faults, waking "
    "threads. waits: for the first expansion of the root, for locks, or for a core that others "
    "use. Conflicts (over leases and locks) and page faults are per 1000 iterations.";

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
  Sections sections;
  for (const std::string& game : trivial_last(data, games_of(data.rows))) {
    sections.push_back({"throughput",
                        fmt::format("{}: speed from the first position, {} searches of {} ms", game,
                                    data.info.repetitions, data.info.search_ms),
                        game,
                        {throughput_table(data.rows, game)},
                        {}});
  }
  for (const std::string& position : games_of(data.later)) {
    sections.push_back({"throughput",
                        fmt::format("{} at random: speed", position),
                        position,
                        {throughput_table(data.later, position)},
                        {}});
  }
  return with_notes(std::move(sections), {kThroughputNote});
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
  Sections sections;
  for (const std::string& game : trivial_last(data, games_of(data.steps))) {
    sections.push_back({"ablation",
                        fmt::format("{}: what each optimisation brings, one thread", game),
                        game,
                        {ablation_table(data.steps, game)},
                        {}});
  }
  return with_notes(std::move(sections), {kAblationNote});
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
  Sections sections;
  std::vector<std::string> notes;
  const bool studied = data.study && data.study->on_truth();
  for (const std::string& game : games_of(data.truth)) {
    const std::string note = truth_note(data.truth, game);
    if (studied) {
      notes.push_back(fmt::format("{}: {}", game, note));
    } else {
      sections.push_back({"truth",
                          fmt::format("{}: failures on solved positions", game),
                          game,
                          {truth_table(data.truth, game)},
                          {note}});
    }
  }
  if (!studied) return sections;
  notes.insert(notes.begin(), question_of(*data.study));
  return with_notes(named("truth", data.study->name, study_tables(*data.study, data.truth)), notes);
}

Sections scaling(const RunData& data) {
  Sections sections;
  for (const std::string& game : games_of(data.scaling.matches)) {
    sections.push_back({"scaling",
                        fmt::format("{}: strength speed-up", game),
                        game,
                        {curve_table(data.scaling, game), scaling_table(data.scaling, game)},
                        {scaling_note(data.scaling, game)}});
  }
  return sections;
}

Sections simulated(const RunData& data) {
  Sections sections;
  for (const std::string& game : games_of(data.simulated.searches)) {
    sections.push_back({"simulated",
                        fmt::format("{}: simulated workers, in virtual time", game),
                        game,
                        {curve_table(data.simulated, game), simulated_table(data.simulated, game)},
                        {simulated_note(data.simulated, game)}});
  }
  return sections;
}

Sections gains(const std::vector<MatchRow>& matches, const std::string& what,
               std::vector<std::string> notes) {
  Sections sections;
  for (const std::string& game : games_of(matches)) {
    sections.push_back(
        {"policies", fmt::format("{}: {}", game, what), game, {gains_table(matches, game)}, {}});
  }
  notes.emplace_back(kGainsNote);
  return with_notes(std::move(sections), notes);
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
  Sections all;
  for (const Sections& some :
       {paper(data), throughput(data), study(data), ablation(data), phases(data), truth(data),
        scaling(data), simulated(data), gains(data.policies, "search policies", {}),
        data.study ? gains(data.gains, data.study->name, {question_of(*data.study)}) : Sections(),
        strength(data)}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace banyan::bench

// The grids, and their pivot tables.
#include "bench/studies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/statistics.hpp"

namespace banyan::bench {
namespace {

using Align = Table::Align;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool can_run(const std::string& engine) {
  const bool of_onetbb = contains(engine, "pipeline") || contains(engine, "exec=arena") ||
                         contains(engine, "exec=task_group");
  return !of_onetbb || has_executor(ExecutorKind::kArena);
}

std::string with_threads(std::string engine, int threads) {
  engine.replace(engine.find('*'), 1, std::to_string(threads));
  return engine;
}

bool is_sequential(const ThroughputRow& row) { return parse_spec(row.engine).name == "seq"; }

/// Takes a key out of a spec; what it was, "-" if the spec did not have it.
std::string take(Spec& spec, std::string_view key) {
  const auto at = std::find_if(spec.keys.begin(), spec.keys.end(),
                               [&](const auto& pair) { return pair.first == key; });
  if (at == spec.keys.end()) return "-";
  std::string value = at->second;
  spec.keys.erase(at);
  return value;
}

/// Where a measured row stands in a pivot table.
struct Place {
  std::string game;
  std::string engine;
  std::string column;

  bool same_line(const Place& other) const { return game == other.game && engine == other.engine; }
};

Place place_of(const ThroughputRow& row, std::string_view column) {
  Spec game = parse_spec(row.game);
  Spec engine = parse_spec(row.engine);
  const std::string of_game = take(game, column);
  const std::string of_engine = take(engine, column);
  return {to_text(game), to_text(engine), of_game == "-" ? of_engine : of_game};
}

/// The sequential row of the same game with the highest rate; null if there is none.
const ThroughputRow* best_sequential(const std::vector<ThroughputRow>& rows,
                                     const std::string& game) {
  const ThroughputRow* best = nullptr;
  for (const ThroughputRow& row : rows) {
    if (row.game != game || !is_sequential(row)) continue;
    if (best == nullptr || mean_estimate(row.iterations_per_second).value >
                               mean_estimate(best->iterations_per_second).value) {
      best = &row;
    }
  }
  return best;
}

Table pivot(const Study& study, const std::vector<ThroughputRow>& rows, Table::Best best,
            const std::function<Table::Cell(const ThroughputRow&)>& cell) {
  std::vector<Place> places;
  std::vector<Place> lines;
  std::vector<std::string> values;
  for (const ThroughputRow& row : rows) {
    const Place& place = places.emplace_back(place_of(row, study.column));
    const auto same = [&](const Place& line) { return line.same_line(place); };
    if (std::none_of(lines.begin(), lines.end(), same)) lines.push_back(place);
    if (std::find(values.begin(), values.end(), place.column) == values.end()) {
      values.push_back(place.column);
    }
  }
  std::vector<Table::Column> columns{{"game"}, {"engine"}};
  for (const std::string& value : values) {
    columns.push_back(
        {value == "-" ? value : fmt::format("{}={}", study.column, value), Align::kRight, best});
  }
  Table table(columns);
  for (const Place& line : lines) {
    if (&line != lines.data() && line.game != (&line)[-1].game) table.begin_group();
    std::vector<Table::Cell> cells{line.game, line.engine};
    cells.resize(columns.size(), "");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!places[i].same_line(line)) continue;
      const auto value = std::find(values.begin(), values.end(), places[i].column);
      Table::Cell& here = cells[2 + static_cast<std::size_t>(value - values.begin())];
      here = cell(rows[i]);
      if (starved(rows[i])) here.text += '!';
    }
    table.add_row(cells);
  }
  return table;
}

Table::Cell with_error(const Estimate& estimate, const std::function<std::string(double)>& text) {
  if (!std::isfinite(estimate.value)) return "-";
  if (!std::isfinite(estimate.error95)) return {text(estimate.value), estimate.value};
  return {text(estimate.value) + " ± " + text(estimate.error95), estimate.value};
}

}  // namespace

const std::vector<Study>& studies() {
  // P-games of 20 moves: of the literature's 8 a search soon sees the ends, and plays out no more.
  // Sequential engines have the threads' keys alone.
  static const std::vector<Study> kStudies{
      {"playout_cost",
       "which strategy from which cost of a playout on (ns)",
       "p_game:branching=8,depth=20,cost=0,p_game:branching=8,depth=20,cost=100,"
       "p_game:branching=8,depth=20,cost=1000,p_game:branching=8,depth=20,cost=10000",
       {"seq", "seq:batch=512", "leaf:threads=*", "root:threads=*", "root:threads=*,share=10k",
        "tree:threads=*", "tree:threads=*,batch=512", "tree:threads=*,lock=free",
        "tree:threads=*,lock=node", "tree:threads=*,lock=global", "pipeline:threads=*"},
       "cost"},
      {"virtual_loss",
       "what a descent under way shows, by exploration constant",
       "connect_four,hex:size=11",
       {"seq:c=0.5", "seq:c=1", "seq:c=1.414", "tree:threads=*,lock=free,vl=0,c=0.5",
        "tree:threads=*,lock=free,vl=1,c=0.5", "tree:threads=*,lock=free,vl=3,c=0.5",
        "tree:threads=*,lock=free,vl=mean,c=0.5", "tree:threads=*,lock=free,vl=0,c=1",
        "tree:threads=*,lock=free,vl=1,c=1", "tree:threads=*,lock=free,vl=3,c=1",
        "tree:threads=*,lock=free,vl=mean,c=1", "tree:threads=*,lock=free,vl=0,c=1.414",
        "tree:threads=*,lock=free,vl=1,c=1.414", "tree:threads=*,lock=free,vl=3,c=1.414",
        "tree:threads=*,lock=free,vl=mean,c=1.414"},
       "vl"},
      {"executors", "what runs the tasks, and how long they are (iterations)",
       "connect_four,p_game:branching=8,depth=20,cost=10000",
       [] {
         std::vector<std::string> engines{"seq"};
         for (const char* executor : {"arena", "task_group", "jthread", "fifo"}) {
           for (const int grain : {0, 1, 16, 256}) {
             for (const char* lock : {"free", "leased"}) {
               engines.push_back(
                   fmt::format("tree:threads=*,lock={},exec={},grain={}", lock, executor, grain));
             }
           }
         }
         return engines;
       }(),
       "grain"},
      {"locks",
       "how a shared tree is kept whole",
       "tic_tac_toe,connect_four,hex:size=11,p_game:branching=8,depth=20,cost=1000",
       {"seq", "tree:threads=*", "tree:threads=*,lock=free", "tree:threads=*,lock=node",
        "tree:threads=*,lock=global"},
       "threads"},
  };
  return kStudies;
}

const Study& find_study(std::string_view name) {
  std::vector<SpecInfo> infos;
  for (const Study& study : studies()) infos.push_back({study.name, study.help, {}});
  const SpecInfo& info = find_info(infos, name, "study");
  return studies()[static_cast<std::size_t>(&info - infos.data())];
}

std::string study_engines(const Study& study, int cores) {
  std::vector<int> threads;
  for (int n = 1; n < cores; n *= 2) threads.push_back(n);
  threads.push_back(cores);
  std::string engines;
  for (const std::string& engine : study.engines) {
    if (!can_run(engine)) continue;
    const auto add = [&](const std::string& spec) {
      engines += (engines.empty() ? "" : ";") + spec;
    };
    if (!contains(engine, "*")) {
      add(engine);
      continue;
    }
    for (const int n : threads) add(with_threads(engine, n));
  }
  return engines;
}

std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<ThroughputRow>& rows) {
  if (rows.empty()) return {};
  const auto speed_up = [&](const ThroughputRow& row) {
    const ThroughputRow* const base = best_sequential(rows, row.game);
    if (base == nullptr) return Estimate{std::nan(""), 0, 0, 0};
    if (base == &row) return Estimate{1, 0, 1, 1};
    return ratio_estimate(row.iterations_per_second, base->iterations_per_second);
  };
  std::vector<std::pair<std::string, Table>> tables;
  tables.emplace_back("speed-up over the fastest sequential engine",
                      pivot(study, rows, Table::Best::kHighest, [&](const ThroughputRow& row) {
                        return with_error(speed_up(row),
                                          [](double x) { return fmt::format("{:.2f}", x); });
                      }));
  tables.emplace_back("efficiency: the speed-up over the number of threads",
                      pivot(study, rows, Table::Best::kHighest, [&](const ThroughputRow& row) {
                        Estimate estimate = speed_up(row);
                        estimate.value /= row.threads;
                        estimate.error95 /= row.threads;
                        return with_error(estimate, [](double x) { return format_percent(x, 0); });
                      }));
  tables.emplace_back("mean depth of an iteration",
                      pivot(study, rows, Table::Best::kNone, [](const ThroughputRow& row) {
                        return fmt::format("{:.1f}", row.mean_depth);
                      }));
  return tables;
}

}  // namespace banyan::bench

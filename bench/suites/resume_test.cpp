// A run that was killed again and again, and went on each time, is the run that never was: field by
// field but for times: of every suite, both kinds of study, papers, matches, pools and labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "bench/match/match.hpp"
#include "bench/program_test.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

// ---- what may differ ---------------------------------------------------------------------------

/// Of the clock, or of how much else the machine did.
const std::set<std::string> kTimes{
    // provenance, and the context of Google Benchmark
    "time_utc", "machine.time_utc", "date", "load_avg", "mhz_per_cpu",
    // speeds
    "real_time", "cpu_time", "cores", "system_cores", "iterations_per_second",
    "playouts_per_second", "page_faults_per_iteration", "conflicts_per_iteration",
    // phases: samples by the clock
    "select", "expand", "playout", "back_up",
    // matches and positions
    "seconds", "move_seconds", "seconds_per_move", "overshoot99_seconds",
    "worst_overshoot_seconds"};

/// What also depends on the clock where a search ends by it.
const std::set<std::string> kOfTimedSearches{
    // its tree
    "iterations", "played", "finished_share", "mean_depth", "max_depth", "nodes",
    "nodes_per_iteration", "bytes_per_iteration",
    // its move, and the games of such moves
    "moves", "result_a", "depth_sum", "iterations_per_move", "wins", "draws", "losses",
    "pentanomial", "elo", "elo_error95", "nelo", "nelo_error95", "los", "score", "score_error95",
    "mean_score", "over_even", "over_even_error95", "verdict", "notes",
    // what it lost on solved positions
    "lost", "regret", "regret_error95", "failures", "failure_rate95", "more_failures_than_first",
    "more_failures_error95", "found",
    // what of a paper is reckoned from that
    "ours", "ours95", "ours_text"};

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// Whether it tells of searches of which one ended by the clock: its engine, or one of both, has no
/// other budget, and nor has what it is part of. Or whether it is a paper's cell of real threads.
bool is_timed(const Json& object, const std::string& budget) {
  if (!object.value("simulated", true)) return true;
  const bool counted = has(budget, "iterations") || has(budget, "playouts");
  for (const char* name : {"engine", "run_name", "a", "b"}) {
    const Json& spec = object.value(name, Json());
    if (!spec.is_string()) continue;
    const std::string engine = spec.get<std::string>();
    if (!counted && !has(engine, "iterations=") && !has(engine, "playouts=")) return true;
    if (has(engine, "time=")) return true;
  }
  return false;
}

/// What is left to be compared, with fields in any order.
nlohmann::json comparable(const Json& json, const std::string& budget_around = {},
                          bool timed_around = false) {
  if (json.is_array()) {
    nlohmann::json all = nlohmann::json::array();
    for (const Json& each : json) {
      // Benchmarks that were measured in two parts have none (measure/throughput.hpp).
      if (each.is_object() && each.value("run_type", Json()) == "aggregate") continue;
      all.push_back(comparable(each, budget_around, timed_around));
    }
    return all;
  }
  if (!json.is_object()) return nlohmann::json::parse(json.dump());
  const std::string budget = json.value("budget", budget_around);
  const bool timed = timed_around || is_timed(json, budget);
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, value] : json.items()) {
    if (kTimes.contains(name) || (timed && kOfTimedSearches.contains(name))) continue;
    all[name] = comparable(value, budget, timed);
  }
  return all;
}

/// A file of results: JSON, lines of JSON, rows of CSV without their values, of which some are
/// times, or other lines.
nlohmann::json results_of(const fs::path& path) {
  const std::string text = read_file(path);
  if (path.extension() == ".json") return comparable(Json::parse(text));
  nlohmann::json lines = nlohmann::json::array();
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (path.extension() == ".jsonl") {
      lines.push_back(comparable(Json::parse(line)));
    } else if (path.extension() == ".csv") {
      const std::size_t unit = line.rfind(',');
      lines.push_back(line.substr(0, line.rfind(',', unit - 1)) + line.substr(unit));
    } else {
      lines.push_back(line);
    }
  }
  // Written as they are drawn, by several threads.
  if (path.filename() == "openings.jsonl") std::sort(lines.begin(), lines.end());
  return lines;
}

/// All that a run wrote, hidden or not, by the names within its folder.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    names.insert(entry.path().lexically_relative(folder).string());
  }
  return names;
}

void expect_equal(const fs::path& resumed, const fs::path& whole) {
  EXPECT_EQ(names_in(resumed), names_in(whole));
  for (const std::string& name : names_in(whole)) {
    const std::string ending = fs::path(name).extension().string();
    if (ending != ".json" && ending != ".jsonl" && ending != ".csv" && ending != ".sgf") continue;
    const nlohmann::json difference =
        nlohmann::json::diff(results_of(whole / name), results_of(resumed / name));
    EXPECT_TRUE(difference.empty()) << name << ": " << difference.dump().substr(0, 1000);
  }
}

// ---- stopping it -------------------------------------------------------------------------------

/// What a folder looks like: it changes with everything that is written there.
std::string state_of(const fs::path& folder) {
  std::string state;
  std::error_code gone;  // while it is looked at
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone)) {
    std::error_code ignored;
    state += entry->path().filename().string() + ' ' + std::to_string(entry->file_size(ignored)) +
             ' ' + std::to_string(entry->last_write_time(ignored).time_since_epoch().count()) +
             '\n';
  }
  return state;
}

using Clock = std::chrono::steady_clock;

/// Lets the program run for a part of the time that the whole takes, or write a few times and a
/// little longer. Then kills it, or now and then interrupts it; false if it ended by itself before.
bool stop_somewhere(const Arguments& arguments, const fs::path& folder, Clock::duration whole,
                    Random& random) {
  Program program(command_line(arguments));
  if (random.below(2) == 0) {
    const auto end = Clock::now() + whole * random.below(1000) / 1000;
    if (!program.wait_until([&] { return Clock::now() > end; })) return false;
  } else {
    for (std::uint32_t writes = 1 + random.below(6); writes > 0; --writes) {
      const std::string before = state_of(folder);
      if (!program.wait_until([&] { return state_of(folder) != before; })) return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(20'000)));
  }
  const bool killed = random.below(4) > 0;
  killed ? program.kill() : program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_TRUE(outcome.status == 0 || outcome.status == (killed ? -SIGKILL : 130)) << outcome.text();
  return outcome.status != 0;
}

// ---- the runs ----------------------------------------------------------------------------------

struct Resumable {
  std::string name;
  Arguments arguments;
  std::string file = {};  ///< what it writes, if not a folder
};

void PrintTo(const Resumable& resumable, std::ostream* out) { *out << resumable.name; }

std::vector<Resumable> runs() {
  std::vector<Resumable> all;
  const auto add = [&](const std::string& name, const std::string& command,
                       const std::string& file = {}) {
    all.push_back({name, split_words(command, "command"), file});
  };
  const auto add_suite = [&](const std::string& suite, const std::string& games,
                             const std::string& engines) {
    add(suite, fmt::format("bench --profile smoke --games {} --engines '{}' --suites {}", games,
                           engines, suite));
  };
  // By iterations, where a suite lets its engines have budgets of their own.
  const std::string engines = "seq:iterations=50k;root:threads=2,iterations=50k";
  for (const char* suite : {"throughput", "positions", "ablation", "phases", "strength"}) {
    add_suite(suite, "tic_tac_toe,hex:size=3", engines);
  }
  add_suite("truth", "tic_tac_toe,hex:size=3",
            "seq:iterations=100k;root:threads=2,iterations=100k");
  add_suite("decision", "tic_tac_toe", engines);
  add_suite("scaling", "tic_tac_toe", "seq;root:threads=2;virtual:workers=4");
  add_suite("chaslot", "tic_tac_toe", "seq");
  add_suite("policies", "tic_tac_toe", "seq");
  add("study_of_speed",
      "bench --profile smoke --games tic_tac_toe --study locks --engines '" + engines + "'");
  add("study_of_truth",
      "bench --profile smoke --games tic_tac_toe --study phase_diagram --engines "
      "'seq:iterations=50k;virtual:workers=8,iterations=50k'");
  add("paper_of_positions", "bench --profile smoke --paper fern2011");
  add("paper_of_matches_and_searches", "bench --profile smoke --paper chaslot2008");
  add("match",
      "match --game connect_four --a seq:c=1 --b root:threads=1 --pairs 40 --iterations 300");
  add("pool",
      "pool --game connect_four --engines 'seq;seq:c=1;random' --pairs 20 --iterations 300");
  add("label", "label --game connect_four --plies 2-6 --judge seq:iterations=2000 --positions 100",
      "labels.jsonl");
  return all;
}

class SlowResumption : public testing::TestWithParam<Resumable> {};

INSTANTIATE_TEST_SUITE_P(Runs, SlowResumption, testing::ValuesIn(runs()),
                         [](const auto& each) { return each.param.name; });

TEST_P(SlowResumption, IsTheRunThatWasNeverKilled) {
  constexpr int kStops = 5;
  const TemporaryDirectory directory;
  const auto into = [&](const char* name) {
    Arguments arguments = GetParam().arguments;
    const fs::path folder = directory.path() / name;
    if (!GetParam().file.empty()) fs::create_directories(folder);
    arguments.insert(arguments.end(), {"--out", (folder / GetParam().file).string()});
    return arguments;
  };
  const auto begin = Clock::now();
  const Outcome whole = run_banyan(into("whole"));
  const auto took = Clock::now() - begin;
  ASSERT_EQ(whole.status, 0) << whole.text();
  Random random({match_seed(1, GetParam().name), 0, 0, 0});
  int stops = 0;
  for (int tries = 0; tries < 3 * kStops && stops < kStops; ++tries) {
    if (stop_somewhere(into("resumed"), directory.path() / "resumed", took, random)) {
      ++stops;
    } else if (stops > 0) {
      break;
    } else {
      fs::remove_all(directory.path() / "resumed");  // it was not stopped at all
    }
  }
  EXPECT_GT(stops, 0);
  const Outcome resumed = run_banyan(into("resumed"));
  ASSERT_EQ(resumed.status, 0) << resumed.text();
  expect_equal(directory.path() / "resumed", directory.path() / "whole");
}

TEST(Resumption, IsTriedOfEverySuite) {
  std::set<std::string> names{"paper"};  // by their own names
  for (const Resumable& run : runs()) names.insert(run.name);
  for (const SuiteKind& kind : suite_kinds()) EXPECT_TRUE(names.contains(kind.name)) << kind.name;
}

}  // namespace
}  // namespace banyan::bench

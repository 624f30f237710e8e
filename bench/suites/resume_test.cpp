// A run that was killed repeatedly and resumed equals an uninterrupted run, field by field except
// times: for every suite and every measure of studies, for papers, matches, pools and labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "bench/experiments/study.hpp"
#include "bench/match/match.hpp"
#include "bench/papers/papers.hpp"
#include "bench/program_test.hpp"
#include "bench/suites/same_run_test.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

// ---- the runs ----------------------------------------------------------------------------------

struct Resumable {
  std::string name;
  Arguments arguments;
  std::string file = {};  ///< what it writes, if not a folder
};

void PrintTo(const Resumable& resumable, std::ostream* out) { *out << resumable.name; }

/// All studies are run by one runner, as are all papers: of each way of measuring, one is enough.
const std::set<std::string> kResumed{
    "executors",    "exploration",         "phase_diagram",  // speeds, matches, solved positions
    "cazenave2008", "chaslot2008abstract", "enzenberger2010", "fern2011"};

std::vector<Resumable> runs() {
  std::vector<Resumable> all;
  const auto add = [&](const std::string& name, const std::string& command,
                       const std::string& file = {}) {
    all.push_back({name, split_words(command, "command"), file});
  };
  const auto bench = [&](const std::string& name, const std::string& games,
                         const std::string& engines, const std::string& more) {
    add(name,
        fmt::format("bench --profile smoke --games {} --engines '{}' {}", games, engines, more));
  };
  bench("standard_suites", "tic_tac_toe", "seq;root:threads=2", "");
  // By iterations, if a suite allows engines their own budgets.
  bench("speeds", "tic_tac_toe,hex:size=3", "seq:iterations=50k;root:threads=2,iterations=50k",
        "--suites throughput,positions");
  bench("truth", "tic_tac_toe,hex:size=3", "seq:iterations=20k;root:threads=2,iterations=20k",
        "--suites truth");
  // The chosen engine is the stronger one, whatever the speeds, and not the first.
  bench("decision", "tic_tac_toe",
        "leaf:threads=2,iterations=4;seq:iterations=3k;root:threads=2,iterations=3k",
        "--suites throughput,strength,decision");
  bench("scaling", "tic_tac_toe", "seq;root:threads=2;virtual:workers=4", "--suites scaling");
  bench("policies", "tic_tac_toe", "seq", "--suites policies");
  bench("gains", "tic_tac_toe", "seq;seq:c=1", "--suites gains");
  for (const Study& study : studies()) {
    if (!kResumed.contains(study.name)) continue;
    bench("study_" + study.name, "tic_tac_toe",
          "seq:iterations=50k;virtual:workers=8,iterations=50k", "--study " + study.name);
  }
  for (const Paper& paper : papers()) {
    if (!kResumed.contains(paper.name)) continue;
    add(std::string("paper_") + paper.name,
        std::string("bench --profile smoke --paper ") + paper.name);
  }
  add("match",
      "match --game connect_four --a seq:c=1 --b root:threads=1 --pairs 40 --iterations 300");
  add("match_with_a_test",
      "match --game tic_tac_toe --a seq --b seq:iterations=8 --pairs 500 --iterations 300 "
      "--openings none --sprt 0,100");
  add("match_of_three",
      "match --game rolit:players=3 --a seq --b seq:c=1 --c seq:c=2 --pairs 6 --iterations 100");
  add("pool",
      "pool --game connect_four --engines 'seq;seq:c=1;seq:c=2' --pairs 20 --iterations 300");
  add("label", "label --game connect_four --plies 2-6 --judge seq:iterations=2000 --positions 100",
      "labels.jsonl");
  return all;
}

// ---- stopping one ------------------------------------------------------------------------------

/// The state of a folder; it changes with everything written there.
std::string state_of(const fs::path& folder) {
  std::string state;
  std::error_code gone;  // it may vanish meanwhile
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

/// Starts the program and lets it run for up to half of the whole time, or write a few times and
/// run a little longer. Then kills or interrupts it; false if it ended first.
bool stop_somewhere(const Arguments& arguments, const fs::path& folder, Clock::duration whole,
                    bool kill, Random& random) {
  const std::string before = state_of(folder);
  Program program(command_line(arguments));
  if (!program.wait_until([&] { return state_of(folder) != before; })) return false;
  if (random.below(2) == 0) {
    const auto end = Clock::now() + whole * random.below(500) / 1000;
    if (!program.wait_until([&] { return Clock::now() > end; })) return false;
  } else {
    for (std::uint32_t writes = random.below(6); writes > 0; --writes) {
      const std::string written = state_of(folder);
      if (!program.wait_until([&] { return state_of(folder) != written; })) return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(20'000)));
  }
  kill ? program.kill() : program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_TRUE(outcome.status == 0 || outcome.status == (kill ? -SIGKILL : 130)) << outcome.text();
  return outcome.status != 0;
}

/// What a stopped run must not lose: its provenance, and finished games and results.
class Kept {
 public:
  void add(const fs::path& folder) {
    if (file_exists(folder / "run.json")) {
      const Json run = Json::parse(read_file(folder / "run.json"));
      if (provenance_.is_null()) provenance_ = run["provenance"];
    }
    for (Json& game : objects_of(folder / "games.jsonl")) finished_.insert(std::move(game));
    for (Json& result : objects_of(folder / "measured.jsonl")) finished_.insert(std::move(result));
  }

  /// Games after the one at which a test ended the match are dropped.
  void expect_in(const fs::path& folder, bool all_games) const {
    if (!provenance_.is_null()) {
      EXPECT_EQ(Json::parse(read_file(folder / "run.json"))["provenance"], provenance_);
    }
    std::set<Json> there;
    for (Json& game : objects_of(folder / "games.jsonl")) there.insert(std::move(game));
    for (Json& result : objects_of(folder / "measured.jsonl")) there.insert(std::move(result));
    for (const Json& each : finished_) {
      EXPECT_TRUE(there.contains(each) || (each.contains("pair") && !all_games)) << each;
    }
  }

 private:
  Json provenance_;
  std::set<Json> finished_;
};

// ---- the tests ---------------------------------------------------------------------------------

class SlowResumption : public testing::TestWithParam<Resumable> {
 protected:
  [[nodiscard]] fs::path folder(const char* name) const { return directory_.path() / name; }

  [[nodiscard]] Arguments into(const char* name) const {
    Arguments arguments = GetParam().arguments;
    if (!GetParam().file.empty()) fs::create_directories(folder(name));
    arguments.insert(arguments.end(), {"--out", (folder(name) / GetParam().file).string()});
    return arguments;
  }

 private:
  TemporaryFolder directory_;
};

INSTANTIATE_TEST_SUITE_P(Runs, SlowResumption, testing::ValuesIn(runs()),
                         [](const auto& each) { return each.param.name; });

TEST_P(SlowResumption, IsTheRunThatWasNeverKilled) {
  constexpr int kStops = 4;
  const auto begin = Clock::now();
  const Outcome whole = run_banyan(into("whole"));
  const auto took = Clock::now() - begin;
  ASSERT_EQ(whole.status, 0) << whole.text();
  Random random({match_seed(1, GetParam().name), 0, 0, 0});
  Kept kept;
  int stops = 0;
  for (int tries = 0; tries < 3 * kStops && stops < kStops; ++tries) {
    const bool kill = stops % 3 != 1;
    if (stop_somewhere(into("resumed"), folder("resumed"), took, kill, random)) {
      ++stops;
      kept.add(folder("resumed"));
    } else if (stops > 0) {
      break;
    } else {
      fs::remove_all(folder("resumed"));  // it was not stopped at all
    }
  }
  EXPECT_GT(stops, 0);
  const Outcome resumed = run_banyan(into("resumed"));
  ASSERT_EQ(resumed.status, 0) << resumed.text();
  expect_whole(folder("whole"));
  expect_whole(folder("resumed"));
  expect_same(folder("resumed"), folder("whole"));
  kept.expect_in(folder("resumed"), GetParam().name != "match_with_a_test");
}

TEST(Resumption, IsTriedOfEverySuiteAndMeasure) {
  std::set<std::string> names{"paper"};  // each has its own name
  for (const Resumable& run : runs()) names.insert(run.name);
  for (const SuiteKind& kind : suite_kinds()) {
    EXPECT_TRUE(kind.standard || names.contains(kind.name)) << kind.name;
  }
  std::set<StudyMeasure> all;
  std::set<StudyMeasure> tried;
  for (const Study& study : studies()) {
    all.insert(study.measure);
    if (kResumed.contains(study.name)) tried.insert(study.measure);
  }
  EXPECT_EQ(tried, all);
}

}  // namespace
}  // namespace banyan::bench

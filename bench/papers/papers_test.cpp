// Tests of papers.hpp: every paper can be set up and names the sources of its numbers.
#include "bench/papers/papers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "bench/program_test.hpp"
#include "bench/report/evidence.hpp"
#include "bench/report/run_data.hpp"
#include "bench/suites/suite.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

SuiteOptions smoke(const Paper& paper) {
  SuiteOptions options;
  options.profile = profiles().front();
  options.paper = paper.name;
  return options;
}

TEST(Papers, HaveDistinctNamesAndSayWhatTheyAreAndWhatWasSubstituted) {
  std::set<std::string> names;
  for (const Paper& paper : papers()) {
    SCOPED_TRACE(paper.name);
    EXPECT_TRUE(names.insert(paper.name).second);
    for (const std::string& text : {paper.help, paper.citation, paper.set_up, paper.substituted}) {
      EXPECT_NE(text, "");
    }
  }
}

TEST(Papers, OfAnotherNameAreRefusedWithTheNamesThereAre) {
  try {
    find_paper("segal2011");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'segal2010'"), std::string::npos)
        << error.what();
  }
}

TEST(Papers, AreDescribedByPatternsThatStandForACellForEachBinding) {
  const Paper paper = read_paper_description(Field::of_text(R"({
    "name": "x2026", "help": "h", "citation": "c", "set_up": ["of two", "lines"], "substituted": "s",
    "cells": [{
      "for": [{"how": ["leaf", "root"]}, {"workers,published,number": [[2, "", null], [4, "1.5", 1.5]]}],
      "quantity": "speed-up", "what": "by $how, $workers", "workers": "$workers",
      "published": "$published", "number": "$number", "factor": 2, "source": "recalled",
      "game": "hex", "field": "nodes", "ratio": ["virtual:workers=$workers,scheme=$how", "seq"]
    }]
  })",
                                                            "x2026.json"));
  EXPECT_EQ(paper.set_up, "of two lines");
  ASSERT_EQ(paper.cells.size(), 4U);
  const Paper::Cell& cell = paper.cells[3];
  EXPECT_EQ(cell.what, "by root, 4");
  EXPECT_EQ(cell.workers, 4);
  EXPECT_TRUE(cell.simulated);
  EXPECT_EQ(cell.published.allowed->upper, 3);
  EXPECT_EQ(cell.ours.engines[0], "virtual:workers=4,scheme=root");
  EXPECT_EQ(paper.cells[1].what, "by leaf, 4");
  EXPECT_FALSE(paper.cells[2].published.allowed);
}

TEST(Papers, NameTheFieldThatIsWrongInTheirDescription) {
  try {
    read_paper_description(Field::of_text(R"({"name": "x", "help": 1})", "x.json"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("x.json: field help"), std::string::npos)
        << error.what();
  }
}

TEST(Papers, MeasureWhatTheirCellsNeedAndTheFirstEnginesFirst) {
  const auto items = paper_items(find_paper("yoshizoe2011"), smoke(find_paper("yoshizoe2011")), 1);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].key["kind"], kSolved);
  EXPECT_EQ(items[1].key["kind"], kSearches);
  EXPECT_TRUE(
      paper_items(find_paper("enzenberger2010"), smoke(find_paper("enzenberger2010")), 1).empty());
}

TEST(Papers, HaveItemsThatAreFoundAgainOnAnyMachine) {
  for (const Paper& paper : papers()) {
    for (const int cores : {1, 2, 64}) {
      SCOPED_TRACE(paper.name + " on cores: " + std::to_string(cores));
      std::set<std::string> keys;
      for (const WorkItem& item : paper_items(paper, smoke(paper), cores)) {
        EXPECT_TRUE(keys.insert(item.key.dump()).second) << item.key;
        EXPECT_GT(item.expected_ms, 0U);
      }
    }
  }
}

TEST(Papers, AreSecondsOfWorkInTheSmokeProfile) {
  for (const Paper& paper : papers()) {
    std::uint64_t expected_ms = 0;
    for (const WorkItem& item : paper_items(paper, smoke(paper), 2))
      expected_ms += item.expected_ms;
    EXPECT_LE(expected_ms, 8'000U) << paper.name;
  }
}

TEST(Papers, HaveCellsThatAllowSomethingWhereSomethingIsPublished) {
  for (const Paper& paper : papers()) {
    SCOPED_TRACE(paper.name);
    std::set<std::string> seen;
    EXPECT_FALSE(paper.cells.empty());
    for (const Paper::Cell& cell : paper.cells) {
      SCOPED_TRACE(cell.quantity + ", " + cell.what);
      EXPECT_TRUE(seen.insert(cell.quantity + cell.what + std::to_string(cell.workers)).second);
      const auto& [text, number, allowed, source, sharp] = cell.published;
      EXPECT_EQ(text.empty(), !allowed);
      EXPECT_TRUE(
          (std::set<std::string>{"read", "second-hand", "recalled", "derived"}).contains(source));
      if (allowed) {
        EXPECT_LT(allowed->lower, allowed->upper);
      }
      if (number) {
        EXPECT_GT(*number, allowed->lower);
        EXPECT_LT(*number, allowed->upper);
      }
    }
  }
}

/// Runs a paper's smoke profile into the folder; returns what it came to.
PaperData run_smoke(const std::string& paper, const std::filesystem::path& out) {
  const Outcome outcome =
      run_banyan({"bench", "--paper", paper, "--profile", "smoke", "--out", out.string()});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  return run_data(Json::parse(read_file(out / "run.json")), Results::in(out)).paper;
}

TEST(Papers, OfSimulatedWorkersAreMeasuredInEveryCell) {
  for (const char* paper : {"browne2012", "cazenave2008", "chaslot2008abstract", "fern2011",
                            "liu2020", "mirsoleimani2018", "soejima2010", "yoshizoe2011"}) {
    SCOPED_TRACE(paper);
    const TemporaryFolder directory;
    const PaperData measured = run_smoke(paper, directory.path() / "run");
    EXPECT_FALSE(measured.cells.empty());
    for (const PaperCell& cell : measured.cells) {
      if (cell.simulated) EXPECT_NE(cell.ours_text, "-") << cell.what;
    }
  }
}

TEST(Papers, GoOnWithWhatAnInterruptedRunLeft) {
  const TemporaryFolder directory;
  const auto out = directory.path() / "run";
  const PaperData whole = run_smoke("cazenave2008", out);

  // As a killed run leaves it: some positions are searched, here with made-up values.
  Json part = Results::in(out).all("paper").at(0).json();
  for (Json& row : part["rows"]) row["lost"] = "2222222222";
  part["control"]["lost"] = "2222222222";
  write_file_whole(out / "unfinished.json", part.dump());
  fs::remove(out / "measured.jsonl");

  const PaperData resumed = run_smoke("cazenave2008", out);
  const auto& before = whole.results.solved.at(0).rows;
  const auto& after = resumed.results.solved.at(0).rows;
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].lost, "2222222222" + before[i].lost.substr(10));
  }
  EXPECT_EQ(resumed.cells.size(), whole.cells.size());
}

TEST(Papers, AreSharpOnlyWhereANumberThatWasNotFedInCanBeMissedOnBothSides) {
  const auto sharp = [](const char* paper) {
    const std::vector<Paper::Cell>& cells = find_paper(paper).cells;
    return std::count_if(cells.begin(), cells.end(),
                         [](const Paper::Cell& cell) { return cell.published.sharp; });
  };
  EXPECT_EQ(sharp("browne2012"), 0);
  EXPECT_EQ(sharp("chaslot2008"), 1 + 15);  // its 15 strength speed-ups are fed with playouts
  EXPECT_EQ(sharp("mirsoleimani2018"), 2 + 3 + 3);
  EXPECT_EQ(sharp("yoshizoe2011"), 1);
}

TEST(Papers, SpanWhatTheyLeaveOpen) {
  const Estimate whole = spanning({{2, 1, 1, 3}, {5, 0.5, 4.5, 5.5}});
  EXPECT_EQ(whole.value, 2);
  EXPECT_EQ(whole.lower95, 1);
  EXPECT_EQ(whole.upper95, 5.5);
  EXPECT_TRUE(std::isnan(spanning({{2, 1, 1, 3}, kNotMeasured}).value));
}

TEST(Papers, TakeNoGamesOrEnginesFromTheCommandLine) {
  // Those that `bench` has without --games are given, too.
  const Outcome games = run_banyan(
      {"bench", "--paper", "segal2010", "--games", "tic_tac_toe,connect_four,hex:size=11"});
  EXPECT_EQ(games.status, 2);
  EXPECT_EQ(games.err,
            "banyan: --paper segal2010 sets its own games and engines: leave --games out.\n");
  const Outcome unknown = run_banyan({"bench", "--paper", "sega"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("unknown paper 'sega'"), std::string::npos) << unknown.err;
  const Outcome nameless = run_banyan({"bench", "--suites", "paper"});
  EXPECT_EQ(nameless.status, 2);
  EXPECT_NE(nameless.err.find("--paper"), std::string::npos) << nameless.err;
}

}  // namespace
}  // namespace banyan::bench

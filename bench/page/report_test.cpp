// Tests of the report: its figures, its page, its table of values, and what it says is missing.
#include "bench/page/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "bench/figures/figures.hpp"
#include "bench/fuzz/json_places.hpp"
#include "bench/program_test.hpp"
#include "bench/report/summary.hpp"
#include "bench/report/synthetic_run_test.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++count;
  }
  return count;
}

/// The first element that is closed wrongly or not at all; empty if tags are balanced.
std::string unbalanced(const std::string& html) {
  static const std::set<std::string> kVoid{"meta", "link", "br", "img", "hr", "input"};
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos;) {
    if (html.compare(at, 4, "<!--") == 0) {
      at = html.find("-->", at);
      continue;
    }
    const std::size_t end = html.find('>', at);
    const bool closing = html[at + 1] == '/';
    std::size_t stop = at + (closing ? 2 : 1);
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(html[stop])) != 0) name += html[stop++];
    const bool alone = html[end - 1] == '/' || kVoid.contains(name) || html[at + 1] == '!';
    at = end;
    if (alone) continue;
    if (closing) {
      if (open.empty() || open.back() != name) return "</" + name + ">";
      open.pop_back();
    } else {
      open.push_back(name);
      if (name == "script" || name == "style") at = html.find("</" + name, at);
    }
  }
  return open.empty() ? "" : "<" + open.back() + ">";
}

class ReportOfARun : public testing::Test {
 protected:
  [[nodiscard]] fs::path folder() const { return directory_.path() / "run"; }
  [[nodiscard]] std::string text(const std::string& name) const {
    return read_file(folder() / name);
  }
  void expect_refused(const std::string& sentence) const {
    try {
      write_report(Folder(folder()));
      ADD_FAILURE() << "not refused";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), sentence);
    }
  }

  TemporaryFolder directory_;
  SyntheticRun run_;
};

bool has_gnuplot() { return run({"sh", "-c", "command -v gnuplot"}).status == 0; }

TEST_F(ReportOfARun, DrawsEveryKindOfFigureAsSvgAndPdfBesideItsScriptAndData) {
  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot";
  run_.write(folder());
  const Report report = write_report(Folder(folder()));
  EXPECT_TRUE(report.notes.empty()) << report.notes.front();
  std::size_t kinds = 0;
  for (const FigureKind& kind : figure_kinds()) {
    // Of some runs alone: papers_test.cpp, simulated_scaling_test.cpp.
    if (*kind.needs == '\0') continue;
    ++kinds;
    for (const char* ending : {".svg", ".pdf", ".gp", ".dat"}) {
      // That of the phases is of all games.
      const std::string name =
          kind.name == std::string("phases") ? "phases" : kind.name + std::string("-hex-size-3");
      const auto path = folder() / "figures" / (name + ending);
      ASSERT_TRUE(fs::exists(path)) << path;
      EXPECT_GT(fs::file_size(path), 50U) << path;
    }
  }
  EXPECT_EQ(report.figures, kinds);
}

TEST_F(ReportOfARun, IsABalancedPageWithAllFiguresInsideAndNothingFromElsewhere) {
  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot";
  run_.write(folder());
  const Report report = write_report(Folder(folder()));
  std::string page = text("report.html");
  EXPECT_EQ(unbalanced(page), "");
  EXPECT_EQ(count_of(page, "<svg "), report.figures);
  EXPECT_EQ(count_of(page, "<figcaption>"), report.figures);
  const std::size_t links = count_of(page, "http://") + count_of(page, "https://");
  EXPECT_EQ(links, count_of(page, "xmlns=\"http://") + count_of(page, "xmlns:xlink=\"http://"));
  EXPECT_EQ(count_of(page, " src="), 0U);
  EXPECT_EQ(count_of(page, "<link"), 0U);
  EXPECT_EQ(count_of(page, "{{"), 0U);
}

TEST_F(ReportOfARun, HasCaptionsOfOneLine) {
  run_.write(folder());
  constexpr std::size_t kLine = 90;  // what the narrowest figure has room for
  for (const FigureKind& kind : figure_kinds()) {
    for (const Figure& figure : kind.draw(read_run(folder()))) {
      EXPECT_LE(display_width(figure.caption), kLine) << figure.caption;
    }
  }
}

TEST_F(ReportOfARun, HasNoIdTwice) {
  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot";
  run_.write(folder());
  write_report(Folder(folder()));
  const std::string page = text("report.html");
  std::set<std::string> ids;
  for (std::size_t at = 0; (at = page.find(" id=", at)) != std::string::npos;) {
    const char quote = page[at + 4];
    const std::size_t end = page.find(quote, at + 5);
    EXPECT_TRUE(ids.insert(page.substr(at + 5, end - at - 5)).second)
        << page.substr(at + 5, end - at - 5);
    at = end;
  }
}

TEST_F(ReportOfARun, SaysTheVerdictFirstThenTheMachineAndTheCommand) {
  run_.write(folder());
  write_report(Folder(folder()));
  const std::string page = text("report.html");
  const std::size_t answer = page.find("<p class=\"answer\">No engine was judged for hex:size=3.");
  ASSERT_NE(answer, std::string::npos);
  EXPECT_LT(answer, page.find("<table>"));
  EXPECT_LT(answer, page.find("fastest is root:threads=2 with 1.80 Mit/s"));
  EXPECT_NE(page.find("Test &lt;CPU&gt;"), std::string::npos);
  EXPECT_NE(page.find("<pre>banyan bench --profile smoke"), std::string::npos);
}

TEST_F(ReportOfARun, WithoutGnuplotHasNoFiguresAndSaysSo) {
  run_.write(folder());
  const Report report = write_report(Folder(folder()), "no-such-gnuplot");
  EXPECT_EQ(report.figures, 0U);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0],
            "There are no figures: no-such-gnuplot cannot be started (install gnuplot-nox; then "
            "banyan report draws them).");
  EXPECT_EQ(unbalanced(text("report.html")), "");
}

TEST_F(ReportOfARun, WithAGnuplotThatFailsSaysHowManyFiguresAreLeftOut) {
  run_.write(folder());
  const Report report = write_report(Folder(folder()), "false");
  EXPECT_EQ(report.figures, 0U);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0], "8 of 8 figures are left out: false failed with: it gave no reason.");
}

TEST_F(ReportOfARun, EndsAGnuplotThatDoesNotEndWhenItIsToldToStop) {
  run_.write(folder());
  const auto endless = folder() / "endless";
  write_file_whole(endless, "#!/bin/sh\nsleep 1000\n");
  std::filesystem::permissions(endless, std::filesystem::perms::owner_all);
  std::stop_source source;
  const std::jthread stops([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  const Report report = write_report(Folder(folder()), endless, source.get_token());
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0],
            "8 of 8 figures are left out: " + endless.string() + " was interrupted.");
}

TEST_F(ReportOfARun, ThatWasInterruptedNamesWhatIsMissingOfEverySuite) {
  run_.run["finished"] = false;
  run_.throughput["benchmarks"].erase(run_.throughput["benchmarks"].size() - 1);
  run_.phases["results"][0]["interrupted"] = true;
  run_.truth["sets"] = Json::array();
  run_.strength["matches"][0]["interrupted"] = true;
  run_.scaling["results"].erase(2);
  run_.write(folder());
  fs::remove(folder() / "ablation.json");
  fs::remove(folder() / "policies.json");
  const Report report = write_report(Folder(folder()));
  ASSERT_GE(report.notes.size(), 8U);
  const std::vector<std::string> first(report.notes.begin(), report.notes.begin() + 8);
  const std::string match = "hex:size=3, root:threads=2 against seq, 1.0 ms";
  EXPECT_EQ(first, (std::vector<std::string>{
                       "The run was interrupted before its end.",
                       "throughput: 1 of 3 results are missing: hex:size=3, root:threads=2 (in "
                       "part).",
                       "ablation: 2 of 2 results are missing: hex:size=3, naive; hex:size=3, seq.",
                       "phases: 1 of 1 results are missing: hex:size=3, seq:phases=on (in part).",
                       "truth: 1 of 1 results are missing: hex:size=3, 1.00 k iterations.",
                       "strength: 1 of 1 results are missing: " + match + " (in part).",
                       "scaling: 1 of 2 results are missing: hex:size=3, seq:time=2ms against seq, "
                       "1.0 ms, curve.",
                       "policies: 1 of 1 results are missing: hex:size=3, seq:solver=on against "
                       "seq, 1.0 ms, time.",
                   }));
  const std::string page = text("report.html");
  for (const std::string& note : first) EXPECT_NE(page.find(note), std::string::npos) << note;
  const std::string summary = summarise_run(read_run(folder())).markdown;
  for (const std::string& note : first) EXPECT_NE(summary.find(note), std::string::npos) << note;
}

TEST_F(ReportOfARun, OfABuildWithoutAPlanSaysThatItWasInterrupted) {
  run_.run["finished"] = false;
  run_.run.erase("plan");
  run_.write(folder());
  EXPECT_EQ(read_run(folder()).missing,
            (std::vector<std::string>{"The run was interrupted before its end."}));
}

TEST_F(ReportOfARun, IsNowhereWiderThan100ColumnsOnTheConsole) {
  const std::string wide = "tree:threads=2,lock=node,vl=mean,c=0.70710678,expand=16,memory=512M";
  run_.run["settings"]["study"] = "locks";
  for (Json& entry : run_.throughput["benchmarks"]) {
    if (entry["family_index"] == 2) {
      entry["run_name"] = "throughput/hex:size=3/" + wide + "/manual_time";
    }
  }
  run_.strength["matches"][0]["a"] = wide;
  run_.truth["sets"][0]["rows"][1]["engine"] = wide;
  for (Json& result : run_.scaling["results"]) {
    if (result["kind"] == "time") result["a"] = wide;
  }
  run_.write(folder());
  std::istringstream console(summarise_run(read_run(folder())).console);
  std::size_t lines = 0;
  for (std::string line; std::getline(console, line); ++lines) {
    EXPECT_LE(display_width(line), 100U) << line;
  }
  EXPECT_GT(lines, 60U);
}

TEST_F(ReportOfARun, RefusesAnyFieldThatIsMissingOrForeignInOneSentenceOrDoesWithoutIt) {
  run_.run["settings"]["study"] = "locks";
  run_.run["finished"] = false;
  // A benchmark and a match of each kind stand for all.
  for (Json* file : {&run_.throughput, &run_.ablation}) {
    Json& all = (*file)["benchmarks"];
    all.erase(all.begin() + 1, all.end());
  }
  run_.scaling["results"].erase(run_.scaling["results"].begin() + 2, run_.scaling["results"].end());
  run_.write(folder());
  std::size_t refused = 0;
  for (const auto& [name, member] : SyntheticRun::files()) {
    const Json& whole = run_.*member;
    const fs::path file = folder() / name;
    JsonPlaces places;
    list_places(whole, places);
    for (const auto& [names, alike] : places) {
      const Json::json_pointer& place = alike.front();
      for (const char* value :
           {"", "null", "-1", "0", "1e300", "18446744073709551615", "\"x\"", "{}", "[]"}) {
        Json changed = whole;
        if (*value != '\0') {
          changed[place] = Json::parse(value);
        } else if (changed[place.parent_pointer()].is_array()) {
          changed[place.parent_pointer()].erase(std::stoul(place.back()));
        } else {
          changed[place.parent_pointer()].erase(place.back());
        }
        std::ofstream(file) << changed.dump();  // unsynced, being many
        try {
          const RunData data = read_run(folder());
          summarise_run(data);
          for (const FigureKind& kind : figure_kinds()) kind.draw(data);
          report_html(data, {});
        } catch (const UsageError& error) {
          const std::string text = error.what();
          EXPECT_TRUE(text.starts_with(file.string() + ": field ")) << text;
          EXPECT_EQ(text.find('\n'), std::string::npos) << text;
          ++refused;
        } catch (const std::exception& error) {
          ADD_FAILURE() << name << place << " = " << value << ": " << error.what();
        }
      }
    }
    write_file_whole(file, whole.dump());
  }
  EXPECT_GT(refused, 1000U);
}

TEST_F(ReportOfARun, LeavesOutAFigureWhoseDataTheRunLacks) {
  run_.write(folder());
  fs::remove(folder() / "ablation.json");
  const Report report = write_report(Folder(folder()));
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes[0],
            "\"What each optimisation brings\" is left out: this run lacks the ablation with naive "
            "(ablation.json).");
}

TEST_F(ReportOfARun, OfAStudyMissesNoneOfWhatAStudyHasNot) {
  run_.run["settings"]["study"] = "locks";
  run_.write(folder());
  fs::remove(folder() / "ablation.json");
  for (const std::string& note : write_report(Folder(folder())).notes) {
    EXPECT_EQ(note.find("is left out"), std::string::npos) << note;
  }
}

TEST_F(ReportOfARun, HasARowForEachMeasurementInItsCsv) {
  run_.write(folder());
  write_report(Folder(folder()));
  const std::string csv = text("results.csv");
  // 3 + 2 engines, 4 repetitions and their mean, 10 metrics; a match has 9 of its own and 3 of each
  // side; 2 engines on a set of positions have 2, the second one 3; 2 searches and their mean have
  // 4 phases; scaling has 2 engines' 2 repetitions and 5 matches, policies 2.
  constexpr std::size_t kMatch = 9 + 2 * 3;
  constexpr std::size_t kRows =
      5 * 5 * 10 + kMatch + 2 + 3 + 3 * 4 + 2 * 3 + 5 * kMatch + 2 * kMatch;
  EXPECT_EQ(count_of(csv, "\n"), 1 + kRows);
  EXPECT_EQ(count_of(text("rows.jsonl"), "\n"), kRows);
  EXPECT_TRUE(csv.starts_with(
      "experiment,kind,game,position,engine,threads,opponent,factor,budget,repetition,metric,value,"
      "low95,high95,n,unit\n"
      "throughput,,hex:size=3,first,seq,1,,,,0,iterations_per_second,995000,,,1,1/s\n"))
      << csv.substr(0, 250);
  EXPECT_NE(csv.find("strength,,hex:size=3,,root:threads=2,2,seq,1,1.0 ms,,wins,50,,,80,games\n"),
            std::string::npos);
}

TEST_F(ReportOfARun, DrawsNothingWhereALinkLeads) {
  run_.write(folder());
  const fs::path elsewhere = directory_.path() / "elsewhere";
  fs::create_directory(elsewhere);
  fs::create_directory_symlink(elsewhere, folder() / "figures");
  expect_refused("cannot write into " + (folder() / "figures").string() +
                 ": it is a link, and results go only into a directory of the run's own.");
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(ReportOfARun, WritesNothingWhereALinkLeads) {
  run_.write(folder());
  const fs::path elsewhere = directory_.path() / "elsewhere";
  write_file_whole(elsewhere, "mine");
  for (const char* name : {"report.html", "results.csv", "rows.jsonl"}) {
    fs::create_symlink(elsewhere, folder() / name);
  }
  write_report(Folder(folder()), "no-such-gnuplot");
  EXPECT_EQ(read_file(elsewhere), "mine");
  EXPECT_FALSE(fs::is_symlink(folder() / "report.html"));
}

TEST_F(ReportOfARun, RefusesAFolderWithoutARun) {
  make_directories(folder());
  expect_refused(folder().string() +
                 " is no results folder: it has no run.json, as banyan bench writes.");
}

TEST_F(ReportOfARun, RefusesAFileThatWasCutOff) {
  run_.write(folder());
  write_file_whole(folder() / "strength.json", text("strength.json").substr(0, 100));
  expect_refused((folder() / "strength.json").string() +
                 " is not JSON: it is damaged or was cut off.");
}

TEST_F(ReportOfARun, NamesTheFieldThatIsMissing) {
  run_.throughput["benchmarks"][5].erase("mean_depth");
  run_.write(folder());
  expect_refused((folder() / "throughput.json").string() +
                 ": field benchmarks[5].mean_depth is missing.");
}

TEST_F(ReportOfARun, NamesTheFieldThatIsOfAnotherKind) {
  run_.strength["matches"][0]["pentanomial"][2] = -3;
  run_.write(folder());
  expect_refused((folder() / "strength.json").string() +
                 ": field matches[0].pentanomial[2] is -3: a whole number from 0 is expected.");
}

TEST_F(ReportOfARun, RefusesBenchmarksOfOtherPrograms) {
  run_.throughput["benchmarks"][0]["run_name"] = "BM_Sort";
  run_.write(folder());
  expect_refused((folder() / "throughput.json").string() +
                 ": field benchmarks[0].run_name is not SUITE/GAME/ENGINE/manual_time, as banyan "
                 "bench writes.");
}

TEST(InlineSvg, KeepsIdsOfFiguresApart) {
  EXPECT_EQ(inline_svg("<?xml?><!DOCTYPE svg><svg a=\"1\"><title>Gnuplot</title><g id=\"p\"><use "
                       "xlink:href='#p'/></g></svg>\n",
                       "f", "T & U"),
            "<svg role=\"img\" a=\"1\">\n<title>T &amp; U</title><g id=\"f-p\"><use "
            "xlink:href='#f-p'/></g></svg>");
}

TEST(WithoutThreads, IsTheSameForAllThreads) {
  EXPECT_EQ(without_threads("tree:threads=2"), "tree");
  EXPECT_EQ(without_threads("tree:threads=2,lock=free"), "tree:lock=free");
  EXPECT_EQ(without_threads("tree:lock=free,threads=16"), "tree:lock=free");
  EXPECT_EQ(without_threads("seq:batch=512"), "seq:batch=512");
}

}  // namespace
}  // namespace banyan::bench

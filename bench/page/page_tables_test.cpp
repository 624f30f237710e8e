// Tests of page_tables.hpp. That the tables of the documents are those of the committed runs, and
// of no others, is tested in bench/documents/.
#include "bench/page/page_tables.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

const std::filesystem::path kRoot =
    std::filesystem::path(BANYAN_RESULTS_README).parent_path().parent_path();

std::string refusal_of(const std::string& page) {
  try {
    with_tables(page, kRoot);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(PageTables, TakeThePlaceOfWhateverStoodThere) {
  const std::string before = "# Speed\n\n<!-- banyan: results/xeon-2-cpus speed connect_four -->\n";
  const std::string after = "<!-- /banyan -->\nmore\n";
  const std::string made = with_tables(before + "| seq | 99 G |\n" + after, kRoot).text;
  EXPECT_TRUE(made.starts_with(before));
  EXPECT_TRUE(made.ends_with(after));
  EXPECT_EQ(made.find("99 G"), std::string::npos);
  EXPECT_NE(made.find("| seq |"), std::string::npos);
  EXPECT_NE(made.find("Intel(R) Xeon(R)"), std::string::npos);
  EXPECT_EQ(with_tables(made, kRoot).text, made);
}

TEST(PageTables, OfSeveralRunsSayHowManyAndWhoMadeThem) {
  const std::string made =
      with_tables("<!-- banyan: results/speed speed connect_four -->\n<!-- /banyan -->\n", kRoot)
          .text;
  EXPECT_NE(made.find("From [results/speed](results/speed), 5 runs: Banyan 0.1.0 ("),
            std::string::npos)
      << made;
}

TEST(PageTables, CanBeAllGamesOrAllEngines) {
  const auto made = [](const std::string& what) {
    return with_tables("<!-- banyan: list " + what + " -->\n<!-- /banyan -->\n", kRoot).text;
  };
  EXPECT_NE(made("games").find("\n### connect_four\n"), std::string::npos) << made("games");
  EXPECT_NE(made("games").find("| `size` | `11` |"), std::string::npos);
  EXPECT_NE(made("engines").find("\n### tree\n"), std::string::npos);
  EXPECT_NE(made("engines").find("| `lock` | `leased` |"), std::string::npos);
  EXPECT_EQ(refusal_of("<!-- banyan: list papers -->\n<!-- /banyan -->\n"),
            "the marker of line 1: it asks for a list of papers: give games or engines.");
}

TEST(PageTables, LeaveAPageWithoutMarkersAlone) {
  for (const char* page : {"one\n\ntwo\n", "one\r\ntwo", "<!-- Banyan is a tree. -->\n"}) {
    EXPECT_EQ(with_tables(page, kRoot).text, page);
    EXPECT_EQ(with_tables(page, kRoot).tables, 0);
  }
}

TEST(PageTables, HaveTheLineEndsOfTheirPage) {
  const std::string begin = "<!-- banyan: results/xeon-2-cpus speed connect_four -->";
  const std::string end = "<!-- /banyan -->";
  const PageWithTables unix_page = with_tables(begin + "\n" + end + "\n", kRoot);
  const PageWithTables page = with_tables("one\r\n" + begin + "\r\n" + end + "\r\ntwo", kRoot);
  EXPECT_EQ(page.tables, 1);
  std::string expected = "one\n" + unix_page.text;
  for (std::size_t at = 0; (at = expected.find('\n', at)) != std::string::npos; at += 2) {
    expected.insert(at, 1, '\r');
  }
  EXPECT_EQ(page.text, expected + "two");
  EXPECT_EQ(with_tables(page.text, kRoot).text, page.text);
}

TEST(PageTables, LeaveTheEndOfAPageAsItIs) {
  const std::string page =
      "<!-- banyan: results/xeon-2-cpus speed connect_four -->\n<!-- /banyan -->";
  EXPECT_TRUE(with_tables(page, kRoot).text.ends_with("\n<!-- /banyan -->"));
}

TEST(PageTables, AreRefusedWhereTheRunHasNone) {
  const auto marker = [](const std::string& asked) {
    return "\n<!-- banyan: " + asked + " -->\n<!-- /banyan -->\n";
  };
  EXPECT_EQ(refusal_of(marker("results/xeon-2-cpus speed chess")),
            "the marker of line 2: results/xeon-2-cpus has no speed of chess.");
  EXPECT_EQ(refusal_of(marker("results/xeon-2-cpus beauty hex")),
            "the marker of line 2: it asks for a table beauty: give speed, ablation, truth or "
            "strength.");
  EXPECT_EQ(refusal_of(marker("results/xeon-2-cpus")),
            "the marker of line 2: it has not three words: give <!-- banyan: FOLDER TABLE GAME "
            "-->.");
  EXPECT_EQ(refusal_of("<!-- banyan: results/xeon-2-cpus speed connect_four -->\n"),
            "the marker of line 1: it has no <!-- /banyan -->.");
  EXPECT_EQ(refusal_of("\n<!-- /banyan -->\n"), "the marker of line 2: it ends no table.");
}

TEST(PageTables, AreRefusedForAMarkerInAnotherSpelling) {
  const std::string begin = "<!-- banyan: results/xeon-2-cpus speed connect_four -->";
  const std::string end = "<!-- /banyan -->";
  for (const std::string& other : std::vector<std::string>{
           " " + begin, begin + " ", begin + " text", "<!--  banyan: a b c -->",
           "<!--banyan: a b c-->", "<!-- banyan : a b c -->", "<!-- Banyan: a b c -->",
           "<!-- banyan: a b c", "<!-- banyan:", "\xef\xbb\xbf" + begin, "| `" + begin + "` |"}) {
    EXPECT_EQ(refusal_of("\n" + other + "\n" + end + "\n"),
              "the marker of line 2: it is not spelled <!-- banyan: FOLDER TABLE GAME --> or "
              "<!-- /banyan -->, alone on its line.")
        << other;
  }
  for (const std::string& other :
       std::vector<std::string>{" " + end, end + ".", "<!--/banyan-->", "<!-- / banyan -->",
                                "<!-- /Banyan -->", "<!-- /banyan", end + end}) {
    EXPECT_TRUE(refusal_of(begin + "\n" + other + "\n").starts_with("the marker of line 2: it is"))
        << other;
  }
}

// ---- by the program ----------------------------------------------------------------------------

class PageCommand : public testing::Test {
 protected:
  PageCommand() { std::filesystem::create_directory_symlink(kRoot / "results", at("results")); }

  [[nodiscard]] std::filesystem::path at(const std::string& name) const {
    return directory_.path() / name;
  }
  [[nodiscard]] Outcome report(const std::string& page, Arguments more = {}) const {
    more.insert(more.begin(), {"report", "--tables", at(page).string()});
    return run_banyan(more);
  }

  const std::string asked_ = "<!-- banyan: results/xeon-2-cpus speed connect_four -->\n";
  TemporaryFolder directory_;
};

TEST_F(PageCommand, ChecksNoPageThatHasNoMarker) {
  write_file_whole(at("page.md"), "one\n");
  for (const Arguments& more : {Arguments{}, Arguments{"--check"}}) {
    const Outcome outcome = report("page.md", more);
    EXPECT_EQ(outcome.status, 2) << outcome.text();
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("banyan: --tables " + at("page.md").string() +
                                        " has no marker: give a page with <!-- banyan:"))
        << outcome.err;
  }
}

TEST_F(PageCommand, NamesPageAndLineOfAMarkerInAnotherSpelling) {
  const std::string page = asked_ + "<!--  /banyan -->\n";
  write_file_whole(at("page.md"), page);
  const Outcome outcome = report("page.md");
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_TRUE(outcome.err.starts_with("banyan: --tables " + at("page.md").string() +
                                      ": the marker of line 2: it is not spelled "))
      << outcome.err;
  EXPECT_EQ(read_file(at("page.md")), page);
}

TEST_F(PageCommand, WritesThroughALinkAndLeavesAPageWithoutALastLineEndAlone) {
  std::filesystem::create_directory(at("docs"));
  write_file_whole(at("page.md"), asked_ + "<!-- /banyan -->");
  std::filesystem::create_symlink("../page.md", at("docs/page.md"));
  const Outcome written = report("docs/page.md");
  EXPECT_EQ(written.status, 0) << written.text();
  EXPECT_NE(written.out.find("tables written"), std::string::npos) << written.out;
  EXPECT_TRUE(std::filesystem::is_symlink(at("docs/page.md")));
  const std::string made = read_file(at("page.md"));
  EXPECT_NE(made.find("| seq |"), std::string::npos);
  for (const char* name : {"docs/page.md", "page.md"}) {
    const Outcome checked = report(name, {"--check"});
    EXPECT_EQ(checked.status, 0) << checked.text();
    EXPECT_NE(checked.out.find("all tables are those of their runs"), std::string::npos);
  }
  EXPECT_EQ(read_file(at("page.md")), made);
}

}  // namespace
}  // namespace banyan::bench

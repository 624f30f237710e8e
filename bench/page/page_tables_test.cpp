// Tests of page_tables.hpp: README's tables are those of the committed runs, and of no others.
#include "bench/page/page_tables.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

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

TEST(PageTables, OfTheReadmeAreMadeFromCommittedRuns) {
  const std::string page = read_file(kRoot / "README.md");
  ASSERT_NE(page.find("<!-- banyan: "), std::string::npos);
  EXPECT_EQ(with_tables(page, kRoot), page)
      << "README.md has numbers that no run does: build/release/banyan report --tables README.md";
}

TEST(PageTables, TakeThePlaceOfWhateverStoodThere) {
  const std::string before = "# Speed\n\n<!-- banyan: results/xeon-2-cpus speed connect_four -->\n";
  const std::string after = "<!-- /banyan -->\nmore\n";
  const std::string made = with_tables(before + "| seq | 99 G |\n" + after, kRoot);
  EXPECT_TRUE(made.starts_with(before));
  EXPECT_TRUE(made.ends_with(after));
  EXPECT_EQ(made.find("99 G"), std::string::npos);
  EXPECT_NE(made.find("| seq |"), std::string::npos);
  EXPECT_NE(made.find("Intel(R) Xeon(R)"), std::string::npos);
  EXPECT_EQ(with_tables(made, kRoot), made);
}

TEST(PageTables, LeaveAPageWithoutMarkersAlone) {
  EXPECT_EQ(with_tables("one\n\ntwo\n", kRoot), "one\n\ntwo\n");
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
}

}  // namespace
}  // namespace banyan::bench

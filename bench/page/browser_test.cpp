// The report in a real browser, where there is one: bench/page/browser/check says what is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "bench/machine/subprocess.hpp"
#include "bench/page/report.hpp"
#include "bench/program_test.hpp"
#include "bench/report/synthetic_run_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

class ReportInABrowser : public testing::Test {
 protected:
  void SetUp() override {
    SyntheticRun().write(directory_.path());
    if (write_report(Folder(directory_.path())).figures == 0) GTEST_SKIP() << "no gnuplot";
    seen_ = check();
    if (seen_.status == 3) GTEST_SKIP() << seen_.errors;
  }

  [[nodiscard]] Ended check() const {
    const fs::path root = fs::path(BANYAN_RESULTS_README).parent_path().parent_path();
    return run_in(directory_.path(), {root / "bench/page/browser/check", "report.html"});
  }
  [[nodiscard]] fs::path page() const { return directory_.path() / "report.html"; }

  TemporaryFolder directory_;
  Ended seen_;
};

TEST_F(ReportInABrowser, SortsItsTablesShowsItsFiguresAndHasNothingToComplainOf) {
  EXPECT_EQ(seen_.status, 0) << seen_.errors;
  EXPECT_NE(seen_.output.find(" columns sort, "), std::string::npos) << seen_.output;
}

TEST_F(ReportInABrowser, IsFoundOutWhereItsScriptOrAFigureIsBroken) {
  std::string text = read_file(page());
  for (const auto& [whole, broken] : {std::pair{"a - b;", "b - a;"},
                                      {"<svg ", "<svg style='display: none' "},
                                      {"href=\"#reading\"", "href=\"#nowhere\""},
                                      {"<main>", "<main><script>nothing();</script>"}}) {
    ASSERT_NE(text.find(whole), std::string::npos) << whole;
    text.replace(text.find(whole), std::string(whole).size(), broken);
  }
  write_file_whole(page(), text);
  const Ended found = check();
  EXPECT_EQ(found.status, 1);
  for (const char* fault : {", descending", "figure 1 does not show", "#nowhere leads nowhere",
                            "nothing is not defined"}) {
    EXPECT_NE(found.errors.find(fault), std::string::npos) << fault << '\n' << found.errors;
  }
}

}  // namespace
}  // namespace banyan::bench

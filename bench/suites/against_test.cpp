#include "bench/suites/against.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "bench/program_test.hpp"

namespace banyan::bench {
namespace {

AgainstOptions turns(const std::string& before, int rounds) {
  return {before,
          kProgram,
          parse_games("tic_tac_toe"),
          parse_engines("seq;naive"),
          std::chrono::milliseconds(5),
          rounds};
}

/// A program that claims this many iterations per second, fewer from search to search, and that a
/// quarter of the visits were of finished games.
class FakeProgram {
 public:
  explicit FakeProgram(double rate)
      : FakeProgram(fmt::format("echo x >> \"{0}.calls\"\nn=$(wc -l < \"{0}.calls\")\n"
                                "printf '{{\"playouts\": 3, \"finished\": 1, "
                                "\"iterations_per_second\": %s}}' "
                                "$(awk -v n=$n 'BEGIN {{ print {1} / (1 + n) }}')",
                                "$0", rate)) {}
  /// A program that runs these lines of shell.
  explicit FakeProgram(const std::string& lines) {
    std::ofstream(path()) << "#!/bin/sh\n" << lines << '\n';
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::string path() const { return (folder() / "banyan").string(); }
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

TEST(Against, PairsEveryEngineWithItselfInEveryGame) {
  int reports = 0;
  const Comparison comparison =
      run_against(turns(kProgram, 3), [&](const std::string&) { ++reports; }, {});
  EXPECT_EQ(reports, 6);
  ASSERT_EQ(comparison.speeds.size(), 2U);
  EXPECT_EQ(comparison.speeds[1].engine, "naive");
  EXPECT_GT(comparison.speeds[0].before, 0);
  EXPECT_GT(comparison.speeds[0].after, 0);
}

TEST(Against, FindsADifferenceThatDriftWouldHide) {
  // Both slow down together by far more than they differ.
  const FakeProgram before(1000);
  const FakeProgram after(900);
  AgainstOptions options = turns(before.path(), 6);
  options.after = after.path();
  const Comparison comparison = run_against(options, [](const std::string&) {}, {});
  ASSERT_EQ(comparison.speeds.size(), 2U);
  for (const SpeedChange& row : comparison.speeds) {
    EXPECT_NEAR(row.ratio.value, 0.9, 1e-6);
    EXPECT_EQ(row.change, Change::kWorse);
  }
}

TEST(Against, TellsNoDifferenceFromItself) {
  const FakeProgram before(1000);
  const FakeProgram after(1000);
  AgainstOptions options = turns(before.path(), 3);
  options.after = after.path();
  const Comparison comparison = run_against(options, [](const std::string&) {}, {});
  ASSERT_EQ(comparison.speeds.size(), 2U);
  for (const SpeedChange& row : comparison.speeds) {
    EXPECT_NEAR(row.ratio.value, 1, 1e-6);
    EXPECT_EQ(row.change, Change::kUnknown);
  }
  // In each of three rounds each program searched once per engine: 1000 / 2, 1000 / 4, 1000 / 6, of
  // which three quarters were played out.
  EXPECT_NEAR(comparison.speeds[0].before, 750 / std::cbrt(2 * 4 * 6), 0.01);
}

TEST(Against, AProgramThatFailsIsNamed) {
  try {
    run_against(turns("/bin/false", 2), [](const std::string&) {}, {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/bin/false"), std::string::npos);
  }
}

TEST(Against, AProgramThatPrintsWithoutEndIsEndedAndNamed) {
  const FakeProgram endless("exec yes");
  try {
    run_against(turns(endless.path(), 2), [](const std::string&) {}, {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("printed more than 64.0 MiB and was ended: " + endless.path()))
        << error.what();
  }
}

TEST(FindProgram, TakesAFileOrAFolderThatHoldsOne) {
  const FakeProgram fake(1);
  EXPECT_EQ(find_program(fake.path()), fake.path());
  EXPECT_EQ(find_program(fake.folder()), fake.path());
  EXPECT_THROW(find_program("/nowhere"), UsageError);
}

TEST(BenchAgainst, FailsOnARegressionWhereAskedTo) {
  const FakeProgram slow(1e-9);
  const FakeProgram fast(1e+18);
  const auto against = [](const FakeProgram& before) {
    return run_banyan({"bench", "--profile", "smoke", "--games", "tic_tac_toe", "--engines",
                       "naive", "--rounds", "3", "--tolerance", "60", "--fail-on-regression",
                       "--against", before.path()});
  };
  const Outcome better = against(slow);
  EXPECT_EQ(better.status, 0) << better.text();
  EXPECT_NE(better.out.find("faster"), std::string::npos) << better.text();
  EXPECT_NE(better.out.find("in turns"), std::string::npos) << better.text();
  const Outcome worse = against(fast);
  EXPECT_EQ(worse.status, 1) << worse.text();
  EXPECT_NE(worse.out.find("slower"), std::string::npos) << worse.text();
}

TEST(BenchAgainst, RefusesWhatIsNoProgram) {
  const Outcome outcome = run_banyan({"bench", "--against", "/nowhere"});
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_NE(outcome.err.find("--against /nowhere holds no program"), std::string::npos);
}

TEST(BenchAgainst, RefusesOptionsThatWouldDoNothing) {
  EXPECT_EQ(run_banyan({"bench", "--against", kProgram, "--suites", "truth"}).err,
            "banyan: --against measures speeds and writes no results: leave --suites out.\n");
  EXPECT_EQ(run_banyan({"bench", "--fail-on-regression"}).err,
            "banyan: --fail-on-regression is for --against: give another build's program there.\n");
}

}  // namespace
}  // namespace banyan::bench

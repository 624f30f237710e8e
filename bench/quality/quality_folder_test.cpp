// Tests of `banyan quality --out`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

class QualityFolder : public testing::Test {
 protected:
  QualityFolder()
      : out_(std::filesystem::temp_directory_path() /
             ("banyan_quality_" + std::to_string(::getpid()))) {}
  ~QualityFolder() override { std::filesystem::remove_all(out_); }

  [[nodiscard]] Outcome quality(Arguments more) const {
    Arguments all{"quality", "--engines", "seq;random", "--iterations", "40", "--out", out_};
    all.insert(all.end(), more.begin(), more.end());
    return run_banyan(all);
  }
  [[nodiscard]] Json run() const { return Json::parse(read_file(out_ / "run.json")); }
  /// The value of a metric of an engine; with `kind` "control" that of the control.
  [[nodiscard]] Json value(const std::string& metric, const std::string& engine,
                           const std::string& kind = "") const {
    const std::string rows = read_file(out_ / "rows.jsonl");
    for (std::size_t at = 0; at < rows.size();) {
      const std::size_t end = rows.find('\n', at);
      const Json row = Json::parse(rows.substr(at, end - at));
      const bool is_of = row["kind"].is_null() ? kind.empty() : row["kind"] == kind;
      if (row["metric"] == metric && row["engine"] == engine && is_of) return row["value"];
      at = end + 1;
    }
    return nullptr;
  }

  std::filesystem::path out_;
};

TEST_F(QualityFolder, HoldsTheNumbersThatWerePrinted) {
  const Outcome made =
      quality({"--game", "tic_tac_toe", "--positions", "20", "--plies", "2-5", "--json"});
  ASSERT_EQ(made.status, 0) << made.text();
  const Json printed = Json::parse(made.out);
  const Json there = run();
  EXPECT_EQ(there["quality"]["rows"].size(), 2U);
  EXPECT_EQ(there["finished"], true);
  EXPECT_THAT(there["provenance"]["command"].get<std::string>(),
              HasSubstr("quality --game tic_tac_toe --engines 'seq;random' --iterations 40"));
  for (const Json& row : printed["rows"]) {
    const auto engine = row["engine"].get<std::string>();
    EXPECT_EQ(value("regret", engine), row["regret"]);
    EXPECT_EQ(value("failure_rate", engine), row["failures"].get<double>() / 20);
  }
  EXPECT_EQ(value("regret", "seq:iterations=20", "control"), printed["control"]["regret"]);
  EXPECT_NE(value("more_failures", "random"), nullptr);
}

TEST_F(QualityFolder, TakesNoAnswerToAnotherQuestion) {
  const Arguments small{"--game", "tic_tac_toe", "--positions", "5", "--plies", "2-5"};
  ASSERT_EQ(quality(small).status, 0);
  EXPECT_EQ(quality(small).status, 0);  // the same question again
  Arguments other = small;
  other.insert(other.end(), {"--seed", "2"});
  const Outcome refused = quality(other);
  EXPECT_EQ(refused.status, 2) << refused.text();
  EXPECT_THAT(refused.err, HasSubstr("another run (its seed is 1, not 2)"));
}

TEST_F(QualityFolder, HasTheRegretOnLabelledPositions) {
  const std::filesystem::path labels = out_.string() + ".jsonl";
  const Outcome labelled =
      run_banyan({"label", "--game", "hex:size=4", "--positions", "4", "--plies", "2-4", "--judge",
                  "seq:iterations=200", "--out", labels});
  ASSERT_EQ(labelled.status, 0) << labelled.text();
  const Outcome made = quality({"--labels", labels, "--json"});
  std::filesystem::remove(labels);
  ASSERT_EQ(made.status, 0) << made.text();
  const Json printed = Json::parse(made.out);
  EXPECT_EQ(value("regret", "random"), printed["rows"][1]["regret"]);
  EXPECT_EQ(value("failure_rate", "random"), nullptr);
}

}  // namespace
}  // namespace banyan::bench

// A test that docs/results-format.md describes every field that a run writes.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "bench/program_test.hpp"
#include "bench/report/run_data.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using Names = std::set<std::string>;

/// The page that describes the fields.
std::string read_format() {
  const auto root = std::filesystem::path(BANYAN_RESULTS_README).parent_path().parent_path();
  return read_file(root / "docs" / "results-format.md");
}

/// The names in `backquotes` of the part of the page under this heading.
Names described(const std::string& page, const std::string& heading) {
  const std::size_t begin = page.find("\n## " + heading + "\n");
  if (begin == std::string::npos) return {};
  const std::string part = page.substr(begin, page.find("\n## ", begin + 1) - begin);
  Names names;
  for (std::size_t at = 0; (at = part.find('`', at)) != std::string::npos;) {
    const std::size_t end = part.find('`', at + 1);
    names.insert(part.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return names;
}

/// Whether the field, or an object around it, or it with `*` for one of its names is described.
bool is_described(const std::string& field, const Names& names) {
  if (names.contains(field)) return true;
  for (std::size_t dot = field.find('.'); dot != std::string::npos;
       dot = field.find('.', dot + 1)) {
    const std::string before = field.substr(0, dot);
    if (before == "provenance" && names.contains(before)) return true;
    if (names.contains(before + ".*")) return true;
    const std::size_t next = field.find('.', dot + 1);
    if (next != std::string::npos && names.contains(before + ".*" + field.substr(next))) {
      return true;
    }
  }
  return false;
}

void expect_described(const Json& value, const std::string& field, const Names& names) {
  if (value.is_object()) {
    for (const auto& [name, part] : value.items()) {
      expect_described(part, field.empty() ? name : field + "." + name, names);
    }
  } else if (value.is_array()) {
    for (const Json& part : value) expect_described(part, field + "[]", names);
  } else {
    EXPECT_TRUE(is_described(field, names)) << field;
  }
}

/// The part of the page that describes such a result.
std::string heading_of(const Json& result) {
  if (result.contains("repetition")) return "Speeds";
  if (result.contains("samples")) return "Phases";
  if (result.contains("plies")) return "Solved positions";
  return result.contains("rows") ? "Searches" : "Matches";
}

/// The fields of rows and their metrics.
void expect_rows_described(const std::filesystem::path& file, const std::string& page) {
  const Names names = described(page, "rows.jsonl and results.csv");
  std::set<std::string> undescribed;
  std::istringstream rows(read_file(file));
  for (std::string line; std::getline(rows, line);) {
    const Json row = Json::parse(line);
    for (const auto& [field, value] : row.items()) {
      if (!names.contains(field)) undescribed.insert(field);
    }
    if (!names.contains(row["metric"])) undescribed.insert(row["metric"]);
  }
  EXPECT_TRUE(undescribed.empty()) << Json(undescribed);
}

TEST(ResultsFormat, DescribesEveryFieldOfARunOfAllSuites) {
  const std::string page = read_format();
  const TemporaryFolder directory;
  const auto out = directory.path() / "run";
  Arguments command = command_line(
      {"bench", "--profile", "smoke", "--games", "tic_tac_toe", "--engines", "seq;root:threads=2",
       "--suites", "throughput,positions,ablation,phases,truth,strength,decision,scaling,policies",
       "--study", "locks", "--out", out.string()});
  command.insert(command.begin(), {"env", "-u", "BANYAN_PYTHON"});
  const Outcome outcome = run(command);
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const std::string page_name = (out / "report.html").string();
  const bool shown = outcome.out.ends_with("The report is " + page_name + "\n");
  EXPECT_TRUE(shown || outcome.out.find(" lacks ") != std::string::npos) << outcome.out;
  EXPECT_EQ(std::filesystem::exists(page_name), shown);

  std::set<std::string> suites;
  for (const Field& result : Results::in(out).all()) {
    suites.insert(result["suite"].text());
    expect_described(result.json(), "", described(page, heading_of(result.json())));
  }
  EXPECT_EQ(suites,
            (std::set<std::string>{"ablation", "decision", "phases", "policies", "positions",
                                   "scaling", "strength", "throughput", "truth"}));
  const Json run = Json::parse(read_file(out / "run.json"));
  expect_described(run, "", described(page, "run.json"));
  expect_described(run["provenance"], "", described(page, "Provenance"));
  std::istringstream games(read_file(out / "games.jsonl"));
  for (std::string line; std::getline(games, line);) {
    expect_described(Json::parse(line), "", described(page, "games.jsonl"));
  }
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    std::string name = entry.path().filename();
    if (entry.is_directory()) name += '/';
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name;
  }
  expect_rows_described(out / "rows.jsonl", page);
}

TEST(ResultsFormat, DescribesEveryFieldOfAnAdvice) {
  const std::string page = read_format();
  const TemporaryFolder directory;
  const auto out = directory.path() / "advice";
  const Outcome outcome =
      run_banyan({"advise", "--game", "connect_four", "--time", "1ms", "--threads", "1",
                  "--minutes", "0.05", "--out", out.string()});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const Json run = Json::parse(read_file(out / "run.json"));
  expect_described(run["advice"], "", described(page, "An advice"));
  expect_rows_described(out / "rows.jsonl", page);
}

TEST(ResultsFormat, DescribesEveryFieldOfAPaper) {
  const std::string page = read_format();
  const TemporaryFolder directory;
  const auto out = directory.path() / "run";
  const Outcome outcome =
      run_banyan({"bench", "--paper", "chaslot2008", "--profile", "smoke", "--out", out.string()});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  const Json run = Json::parse(read_file(out / "run.json"));
  expect_described(run, "", described(page, "run.json"));
  expect_rows_described(out / "rows.jsonl", page);
  const Results results = Results::in(out);
  EXPECT_EQ(results.all("paper").size(), 3U);
  for (const Field& result : results.all()) {
    expect_described(result.json(), "", described(page, heading_of(result.json())));
  }
  for (const PaperCell& cell : run_data(run, results).paper.cells) {
    if (cell.simulated) EXPECT_NE(cell.verdict, "not measured") << cell.what;
    EXPECT_NE(read_file(out / "results.csv").find(cell.what), std::string::npos) << cell.what;
  }
}

}  // namespace
}  // namespace banyan::bench

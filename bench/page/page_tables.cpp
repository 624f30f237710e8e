// Making the tables of a page.
#include "bench/page/page_tables.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "bench/report/run_data.hpp"
#include "bench/report/summary.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr std::string_view kBegin = "<!-- banyan: ";
constexpr std::string_view kBeginEnd = " -->";
constexpr std::string_view kEnd = "<!-- /banyan -->";

Table table_of(const RunData& run, const std::string& table, const std::string& game) {
  if (table == "speed") return throughput_table(run.rows, game);
  if (table == "ablation") return ablation_table(run.steps, game);
  if (table == "truth") return truth_table(run.truth, game);
  if (table == "strength") {
    Json matches = Json::array();
    for (const Json& match : run.matches) {
      if (match["game"] == game) matches.push_back(match);
    }
    return strength_table(matches);
  }
  throw UsageError(
      fmt::format("it asks for a table {}: give speed, ablation, truth or strength.", table));
}

/// What stands between markers, of which the first one says `asked`.
class Tables {
 public:
  explicit Tables(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string between(const std::string& asked) {
    std::istringstream words(asked);
    std::string name;
    std::string table;
    std::string game;
    std::string more;
    if (!(words >> name >> table >> game) || words >> more) {
      throw UsageError("it has not three words: give <!-- banyan: FOLDER TABLE GAME -->.");
    }
    auto run = runs_.find(name);
    if (run == runs_.end()) run = runs_.emplace(name, read_run(folder_ / name)).first;
    const Table made = table_of(run->second, table, game);
    if (made.empty()) throw UsageError(fmt::format("{} has no {} of {}.", name, table, game));
    return made.to_markdown() + '\n' +
           wrapped(fmt::format("From [{}]({}): {}", name, name,
                               markdown_escaped(provenance_text(run->second.run["provenance"])))) +
           '\n';
  }

 private:
  std::filesystem::path folder_;
  std::map<std::string, RunData> runs_;
};

}  // namespace

std::string with_tables(const std::string& page, const std::filesystem::path& folder_of_page) {
  Tables tables(folder_of_page);
  std::string made;
  std::istringstream lines(page);
  int number = 0;
  int opened = 0;  // the line of the marker that waits for its end
  const auto refuse = [](int line, const std::string& why) {
    throw UsageError(fmt::format("the marker of line {}: {}", line, why));
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const bool begins = line.starts_with(kBegin) && line.ends_with(kBeginEnd);
    if (begins && opened > 0) refuse(opened, "the next one begins before its <!-- /banyan -->.");
    if (opened > 0 && line != kEnd) continue;
    opened = 0;
    made += line + '\n';
    if (!begins) continue;
    opened = number;
    const std::string asked =
        line.substr(kBegin.size(), line.size() - kBegin.size() - kBeginEnd.size());
    try {
      made += tables.between(asked);
    } catch (const UsageError& error) {
      refuse(number, error.what());
    }
  }
  if (opened > 0) refuse(opened, "it has no <!-- /banyan -->.");
  return made;
}

}  // namespace banyan::bench

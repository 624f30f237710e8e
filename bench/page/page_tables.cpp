// Making the tables of a page.
#include "bench/page/page_tables.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "bench/page/reference.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/runs.hpp"
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
    std::vector<MatchRow> matches;
    for (const MatchRow& match : run.matches) {
      if (match.game == game) matches.push_back(match);
    }
    return strength_table(matches);
  }
  throw UsageError(
      fmt::format("it asks for a table {}: give speed, ablation, truth or strength.", table));
}

/// What the program itself knows, for <!-- banyan: list games --> or engines.
std::string list_of(const std::string& what) {
  if (what == "games") return games_reference();
  if (what == "engines") return engines_reference();
  throw UsageError(fmt::format("it asks for a list of {}: give games or engines.", what));
}

/// What stands between markers, of which the first one says `asked`. Keeps the runs of the folder
/// that it reads.
std::string between(const std::string& asked, const std::filesystem::path& folder,
                    std::map<std::string, Runs>& runs) {
  std::istringstream text(asked);
  const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (words.size() == 2 && words[0] == "list") return list_of(words[1]);
  if (words.size() != 3) {
    throw UsageError("it has not three words: give <!-- banyan: FOLDER TABLE GAME -->.");
  }
  const std::string& name = words[0];
  auto run = runs.find(name);
  if (run == runs.end()) run = runs.emplace(name, read_runs(folder / name)).first;
  const auto& [data, count] = run->second;
  const Table made = table_of(data, words[1], words[2]);
  if (made.empty()) throw UsageError(fmt::format("{} has no {} of {}.", name, words[1], words[2]));
  return made.to_markdown() + '\n' +
         wrapped(fmt::format("From [{}]({}){}: {}", name, name,
                             count > 1 ? fmt::format(", {} runs", count) : "",
                             markdown_escaped(provenance_text(data.info)))) +
         '\n';
}

/// A line without its end, and that: "\n", "\r\n", or nothing where the page ends without one.
struct Line {
  std::string_view text;
  std::string_view end;
};

/// Takes it off a page that is not empty.
Line take_line(std::string_view& page) {
  const std::size_t newline = page.find('\n');
  std::string_view text = page.substr(0, newline);
  std::size_t end = newline == std::string_view::npos ? 0 : 1;
  if (end == 1 && text.ends_with('\r')) {
    text.remove_suffix(1);
    end = 2;
  }
  const Line line{text, page.substr(text.size(), end)};
  page.remove_prefix(text.size() + end);
  return line;
}

/// Whether a comment in it is meant for this program, in whatever spelling.
bool is_meant(std::string_view text) {
  std::string bare;
  for (const char c : text) {
    if (c != ' ' && c != '\t') bare += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return bare.find("<!--banyan:") != std::string::npos ||
         bare.find("<!--/banyan") != std::string::npos;
}

std::string with_line_ends(const std::string& text, std::string_view end) {
  std::string made;
  for (const char c : text) made += c == '\n' ? end : std::string_view(&c, 1);
  return made;
}

bool begins(std::string_view line) {
  return line.starts_with(kBegin) && line.ends_with(kBeginEnd) &&
         line.size() > kBegin.size() + kBeginEnd.size();
}

[[noreturn]] void refuse(int line, const std::string& why) {
  throw UsageError(fmt::format("the marker of line {}: {}", line, why));
}

/// Throws UsageError unless each marker is spelled as it must be, and has its other.
void check_markers(std::string_view page) {
  int opened = 0;  // the line of the marker that waits for its end
  for (int number = 1; !page.empty(); ++number) {
    const std::string_view line = take_line(page).text;
    if (begins(line)) {
      if (opened > 0) refuse(opened, "the next one begins before its <!-- /banyan -->.");
      opened = number;
    } else if (line == kEnd) {
      if (opened == 0) refuse(number, "it ends no table.");
      opened = 0;
    } else if (is_meant(line)) {
      refuse(number,
             "it is not spelled <!-- banyan: FOLDER TABLE GAME --> or <!-- /banyan -->, alone on "
             "its line.");
    }
  }
  if (opened > 0) refuse(opened, "it has no <!-- /banyan -->.");
}

}  // namespace

PageWithTables with_tables(std::string_view page, const std::filesystem::path& folder_of_page) {
  check_markers(page);
  std::map<std::string, Runs> runs;
  PageWithTables made;
  bool within = false;
  for (int number = 1; !page.empty(); ++number) {
    const auto [line, end] = take_line(page);
    if (within && line != kEnd) continue;
    within = begins(line);
    made.text += line;
    made.text += end;
    if (!within) continue;
    ++made.tables;
    const std::string asked(
        line.substr(kBegin.size(), line.size() - kBegin.size() - kBeginEnd.size()));
    try {
      made.text += with_line_ends(between(asked, folder_of_page, runs), end);
    } catch (const UsageError& error) {
      refuse(number, error.what());
    }
  }
  return made;
}

}  // namespace banyan::bench

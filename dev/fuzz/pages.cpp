// Pages with markers of tables, with random damage, for the program.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/text/files.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

constexpr const char* kBegin = "<!-- banyan: run speed tic_tac_toe -->";
constexpr const char* kEnd = "<!-- /banyan -->";

/// A folder with a run that markers name.
const std::filesystem::path& place_with_run() {
  static const TemporaryFolder kPlace;
  const std::filesystem::path run = kPlace.path() / "run";
  if (!exists(run)) {
    make_by_program(
        words("bench --profile smoke --games tic_tac_toe --engines seq --suites throughput --out",
              run.string()));
  }
  return kPlace.path();
}

using Lines = std::vector<std::string>;

/// The lines of a page, whose last one may be empty.
Lines lines_of_page(const std::string& page) {
  Lines lines = lines_of(page + '\n');
  for (std::string& line : lines) {
    if (line.ends_with('\r')) line.pop_back();
  }
  return lines;
}

/// Without the lines between markers.
Lines around_tables(const std::string& page) {
  Lines around;
  bool within = false;
  for (const std::string& line : lines_of_page(page)) {
    if (line == kEnd) within = false;
    if (!within) around.push_back(line);
    if (line == kBegin) within = true;
  }
  return around;
}

/// In another spelling: a human variant, or a random one.
std::string respelled(std::string marker, Dice& dice) {
  static const Lines kBlanks{" ", "  ", "\t", "\xc2\xa0"};
  switch (dice.below(6)) {
    case 0:
      return dice.pick(kBlanks) + marker;
    case 1:
      return marker + dice.pick(kBlanks);
    case 2:
      marker.insert(marker.find("banyan"), dice.pick(kBlanks));
      return marker;
    case 3:
      marker[marker.find("banyan")] = 'B';
      return marker;
    case 4:
      marker.erase(marker.find(' ', dice.below(marker.size() - 4)), 1);
      return marker;
    default:
      return mutated(marker, dice);
  }
}

}  // namespace

Trial try_page(Dice& dice) {
  const std::filesystem::path& place = place_with_run();
  const std::filesystem::path file = place / "page.md";
  const std::filesystem::path link = place / "link.md";
  Lines lines{"# Title"};
  const std::size_t tables = 1 + dice.below(2);
  std::vector<std::size_t> markers;
  for (std::size_t i = 0; i < tables; ++i) {
    markers.push_back(lines.size());
    lines.insert(lines.end(), {kBegin, "an older table", kEnd, "text"});
    markers.push_back(lines.size() - 2);
  }
  if (!dice.one_in(4)) {
    std::string& marker = lines[dice.pick(markers)];
    marker = respelled(marker, dice);
  }
  const char* const end = dice.one_in(3) ? "\r\n" : "\n";
  const std::string page = fmt::format("{}{}", fmt::join(lines, end), dice.one_in(3) ? "" : end);
  write_file_whole(file, page);
  std::filesystem::remove(link);
  std::filesystem::create_symlink("page.md", link);
  const std::vector<std::string> command{"report", "--tables",
                                         (dice.one_in(2) ? file : link).string()};
  const auto [output, fault] = run_program(command);
  Trial trial{fmt::format("{}\nwith {}", fmt::join(command, " "), page), fault};
  if (!trial.fault.empty()) return trial;
  const std::string made = read_file(file);
  if (!std::filesystem::is_symlink(link)) {
    trial.fault = "replaces a link";
  } else if (output.empty()) {
    if (made != page) trial.fault = "changes a page that it refuses";
  } else if (around_tables(made) != around_tables(page)) {
    trial.fault = "changes what is around the tables: " + made;
  } else {
    const Lines now = lines_of_page(made);
    for (const char* marker : {kBegin, kEnd}) {
      const auto count = std::count(now.begin(), now.end(), marker);
      if (static_cast<std::size_t>(count) != tables) {
        trial.fault = fmt::format("takes a page with {} of {} {}", count, tables, marker);
      }
    }
    if (!trial.fault.empty()) return trial;
    const Outcome again = run_program(command);
    trial.fault = again.fault;
    if (trial.fault.empty() &&
        again.output.find("all tables are those of their runs") == std::string::npos) {
      trial.fault = "does not take its own tables: " + again.output;
    }
  }
  return trial;
}

}  // namespace banyan::bench::fuzz

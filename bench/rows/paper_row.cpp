// Reads published experiments, and writes their rows.
#include "bench/rows/paper_row.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::bench {
namespace {

/// Two numbers, null if an end is open.
Interval read_ends(const Field& ends, double lowest, double highest) {
  const std::vector<Field> both = ends.elements();
  if (both.size() != 2) ends.refuse("has not two ends");
  return {both[0].number_or(lowest), both[1].number_or(highest)};
}

PaperCell read_paper_cell(const Field& cell) {
  constexpr std::uint64_t kMost = 1U << 30U;
  PaperCell read{{cell["quantity"].text(), cell["what"].text(),
                  static_cast<int>(std::min(cell["workers"].count(), kMost)),
                  cell["simulated"].flag()}};
  auto& [text, number, allowed, source, sharp] = read.published;
  text = cell["published"].text();
  if (!cell["number"].json().is_null()) number = cell["number"].number();
  source = cell["source"].text();
  if (!cell["allowed"].json().is_null()) {
    allowed = read_ends(cell["allowed"], -kInfinity, kInfinity);
  }
  // In files from before 25 November 2026: a number with two ends around it.
  sharp = cell.has("sharp")
              ? cell["sharp"].flag()
              : number && allowed && std::isfinite(allowed->lower) && std::isfinite(allowed->upper);
  read.ours = with_interval(cell["ours"].number_or(kNaN), read_ends(cell["ours95"], kNaN, kNaN));
  read.ours_text = cell["ours_text"].text();
  read.verdict = cell["verdict"].text();
  return read;
}

}  // namespace

PaperResults read_paper_results(const Field& results, bool interrupted_too) {
  PaperResults read;
  for (const Field& result : results.elements()) {
    if (result["interrupted"].flag() && !interrupted_too) continue;
    const std::string kind = result["kind"].text();
    if (kind == "solved") {
      read.solved.push_back(read_solved(result));
    } else if (kind == "searches") {
      read.searches.push_back(read_searches(result));
    } else {
      read.matches.push_back(read_match(result));
    }
  }
  return read;
}

PaperData read_paper(const Field& whole) {
  const Field about = whole["paper"];
  PaperData paper{.name = about["name"].text(),
                  .citation = about["citation"].text(),
                  .set_up = about["set_up"].text(),
                  .substituted = about["substituted"].text(),
                  .missing = about["missing"].text()};
  for (const Field& cell : whole["cells"].elements()) paper.cells.push_back(read_paper_cell(cell));
  paper.results = read_paper_results(whole["results"], true);
  return paper;
}

void add_rows(const PaperData& paper, std::vector<Row>& rows) {
  RowWriter about({.experiment = paper.name, .kind = "about"}, rows);
  about.add_text("citation", paper.citation);
  about.add_text("set_up", paper.set_up);
  about.add_text("substituted", paper.substituted);
  about.add_text("missing", paper.missing);
  for (const PaperCell& cell : paper.cells) {
    RowWriter writer({.experiment = paper.name,
                      .kind = cell.quantity,
                      .engine = cell.what,
                      .workers = cell.workers},
                     rows);
    Row& published = rows.emplace_back(writer.common);
    published.metric = "published";
    published.value = cell.published.number.value_or(kNaN);
    published.text = cell.published.text;
    writer.add_text("source", cell.published.source);
    writer.add("sharp", cell.published.sharp ? 1 : 0, "");
    writer.add("simulated", cell.simulated ? 1 : 0, "");
    if (const auto& allowed = cell.published.allowed) {
      writer.add("allowed_from", allowed->lower, "");
      writer.add("allowed_to", allowed->upper, "");
    }
    // An unknown value may still have known ends of its interval.
    Row ours = writer.common;
    ours.metric = "ours";
    ours.value = cell.ours.value;
    ours.low95 = cell.ours.lower95;
    ours.high95 = cell.ours.upper95;
    ours.text = cell.ours_text;
    rows.push_back(ours);
    writer.add_text("agreement", cell.verdict);
  }
  for (const SolvedSet& set : paper.results.solved) add_rows(set, paper.name, rows);
  for (const SearchSet& searches : paper.results.searches) add_rows(searches, paper.name, rows);
  for (const MatchRow& match : paper.results.matches) add_rows(match, paper.name, rows);
}

}  // namespace banyan::bench

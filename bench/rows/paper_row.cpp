// Reads published experiments, and writes their rows.
#include "bench/rows/paper_row.hpp"

namespace banyan::bench {
PaperResults read_paper_results(const std::vector<Field>& results) {
  PaperResults read;
  for (const Field& result : results) {
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

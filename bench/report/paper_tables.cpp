// Cells as tables, and what is to be known of them.
#include "bench/report/paper_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/rows/columns.hpp"
#include "bench/statistics/agreement.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kAgreements{Agreement::kAgrees, Agreement::kDiffers, Agreement::kCannotTell,
                                 Agreement::kUnmeasured};

/// "64 simulated", "2 threads".
std::string by(const PaperCell& cell) {
  const char* const whose = cell.simulated ? " simulated" : " threads";
  return cell.workers == 0 ? "" : std::to_string(cell.workers) + whose;
}

std::string text_of(const Published& published) {
  if (published.text.empty()) return "-";
  for (const auto& [source, mark] :
       {std::pair{"second-hand", " [S]"}, {"recalled", " [R]"}, {"derived", " [D]"}}) {
    if (published.source == source) return published.text + mark;
  }
  return published.text;
}

std::string test_of(const PaperCell& cell) {
  if (cell.verdict == kNotPublished) return "-";
  return cell.published.sharp ? "sharp" : "direction";
}

}  // namespace

std::string paper_verdict(const std::vector<PaperCell>& cells) {
  constexpr std::array kPlural{"agree", "differ", "cannot be told", "are not measured"};
  constexpr std::array kSingular{"agrees", "differs", "cannot be told", "is not measured"};
  std::vector<std::string> sentences;
  for (const bool sharp : {true, false}) {
    std::ptrdiff_t all = 0;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < kAgreements.size(); ++i) {
      const auto count = std::count_if(cells.begin(), cells.end(), [&](const PaperCell& cell) {
        return cell.published.sharp == sharp && cell.verdict == to_text(kAgreements[i]);
      });
      all += count;
      const auto& verbs = count == 1 ? kSingular : kPlural;
      if (count > 0) parts.push_back(fmt::format("{} {}", count, verbs[i]));
    }
    if (all == 0) continue;
    sentences.push_back(fmt::format("Of {} {} cell{} {}.", all, sharp ? "sharp" : "direction-only",
                                    all == 1 ? "" : "s", fmt::join(parts, ", ")));
  }
  if (sentences.empty()) return "Nothing of it was published.";
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::vector<std::pair<std::string, Table>> paper_tables(const std::vector<PaperCell>& cells) {
  std::vector<std::pair<std::string, Table>> tables;
  for (const std::string& quantity : distinct(cells, &PaperCell::quantity)) {
    Table table({words("what"), numbers("by"), numbers("published"), numbers("agrees if"),
                 words("test"), numbers("ours (95 %)"), numbers("verdict")});
    for (const PaperCell& cell : cells) {
      if (cell.quantity != quantity) continue;
      const auto& allowed = cell.published.allowed;
      table.add_row({cell.what, by(cell), text_of(cell.published),
                     allowed ? allowed_text(*allowed) : "-", test_of(cell), cell.ours_text,
                     cell.verdict});
    }
    tables.emplace_back(quantity, std::move(table));
  }
  return tables;
}

std::vector<std::string> paper_notes(const PaperData& paper) {
  std::vector<std::string> notes;
  for (const auto& [title, text] :
       {std::pair<const char*, const std::string&>{"The paper: ", paper.citation},
        {"Its set-up: ", paper.set_up},
        {"Substituted: ", paper.substituted},
        {"Not measured: ", paper.missing}}) {
    if (!text.empty()) notes.push_back(title + text);
  }
  notes.emplace_back(
      "A cell agrees if our whole 95 % interval lies within what the published number or statement "
      "allows (\"agrees if\"). It differs if the whole interval lies outside. Otherwise it cannot "
      "be told, and more work would tell (--profile full). A cell is sharp if a published number "
      "can be missed on both sides and was not fed in. All others test a direction only, which "
      "many wrong programs have too. One cell in twenty may be called wrong at random: nothing "
      "corrects for their number. [S] is known by quotation, [R] recalled and not checked, [D] "
      "derived from what is published.");
  return notes;
}

}  // namespace banyan::bench

// Cells as tables, and what is to be known of them.
#include "bench/report/paper_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/statistics/agreement.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kAgreements{Agreement::kAgrees, Agreement::kDiffers, Agreement::kCannotTell,
                                 Agreement::kUnmeasured};

/// "64 simulated", "2 threads".
std::string by(const Json& cell) {
  const int workers = cell["workers"].get<int>();
  const char* const whose = cell["simulated"].get<bool>() ? " simulated" : " threads";
  return workers == 0 ? "" : std::to_string(workers) + whose;
}

std::string published(const Json& cell) {
  const auto text = cell["published"].get<std::string>();
  if (text.empty()) return "-";
  if (cell["source"] == "second-hand") return text + " [S]";
  if (cell["source"] == "recalled") return text + " [R]";
  return cell["source"] == "derived" ? text + " [D]" : text;
}

/// In files of before 25 November 2026 of a number with two ends around it.
bool is_sharp_cell(const Json& cell) {
  if (cell.contains("sharp")) return cell["sharp"].get<bool>();
  const Json& allowed = cell.value("allowed", Json());
  return cell.value("number", Json()).is_number() && allowed.is_array() && allowed[0].is_number() &&
         allowed[1].is_number();
}

std::string test_of(const Json& cell) {
  if (cell["verdict"] == kNotPublished) return "-";
  return is_sharp_cell(cell) ? "sharp" : "direction";
}

std::string allowed_of(const Json& cell) {
  const Json& allowed = cell["allowed"];
  if (!allowed.is_array()) return "-";
  const auto end = [&](std::size_t i, double open) {
    return allowed[i].is_number() ? allowed[i].get<double>() : open;
  };
  return allowed_text({end(0, -kInfinity), end(1, kInfinity)});
}

}  // namespace

std::string paper_verdict(const Json& cells) {
  std::string text;
  for (const bool sharp : {true, false}) {
    std::array<std::ptrdiff_t, kAgreements.size()> counts{};
    std::ptrdiff_t all = 0;
    for (const Json& cell : cells) {
      if (cell["verdict"] == kNotPublished || is_sharp_cell(cell) != sharp) continue;
      ++all;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (cell["verdict"] == to_text(kAgreements[i])) ++counts[i];
      }
    }
    if (all == 0) continue;
    text += fmt::format("{}Of {} {} cell{}", text.empty() ? "" : " ", all,
                        sharp ? "sharp" : "direction-only", all == 1 ? "" : "s");
    bool first = true;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      constexpr std::array kPlural{"agree", "differ", "cannot be told", "are not measured"};
      constexpr std::array kSingular{"agrees", "differs", "cannot be told", "is not measured"};
      const auto& words = counts[i] == 1 ? kSingular : kPlural;
      text += fmt::format("{} {} {}", first ? "" : ",", counts[i], words[i]);
      first = false;
    }
    text += ".";
  }
  return text.empty() ? "Nothing of it was published." : text;
}

std::vector<std::pair<std::string, Table>> paper_tables(const Json& cells) {
  using Align = Table::Align;
  std::vector<std::pair<std::string, Table>> tables;
  for (const Json& cell : cells) {
    const auto quantity = cell["quantity"].get<std::string>();
    auto table = std::find_if(tables.begin(), tables.end(),
                              [&](const auto& each) { return each.first == quantity; });
    if (table == tables.end()) {
      tables.emplace_back(quantity, Table({{"what"},
                                           {"by", Align::kRight},
                                           {"published", Align::kRight},
                                           {"agrees if", Align::kRight},
                                           {"test"},
                                           {"ours (95 %)", Align::kRight},
                                           {"verdict", Align::kRight}}));
      table = tables.end() - 1;
    }
    table->second.add_row({cell["what"].get<std::string>(), by(cell), published(cell),
                           allowed_of(cell), test_of(cell), cell["ours_text"].get<std::string>(),
                           cell["verdict"].get<std::string>()});
  }
  return tables;
}

std::vector<std::string> paper_notes(const Json& paper) {
  std::vector<std::string> notes;
  for (const auto& [title, field] : {std::pair{"The paper: ", "citation"},
                                     {"Its set-up: ", "set_up"},
                                     {"Substituted: ", "substituted"},
                                     {"Not measured: ", "missing"}}) {
    const auto text = paper[field].get<std::string>();
    if (!text.empty()) notes.push_back(title + text);
  }
  notes.emplace_back(
      "A cell agrees where the whole 95 % interval of ours lies within what the published number "
      "or "
      "statement allows (\"agrees if\"), differs where the whole of it lies outside, and cannot be "
      "told otherwise: then more work would tell (--profile full). A cell is sharp where a "
      "published number can be missed on both sides and was not fed in; all others test a "
      "direction "
      "only, which many a wrong program has too. One of twenty cells may be "
      "called wrong by chance; no correction is made for their number. [S] is known by quotation, "
      "[R] recalled and not checked, [D] derived by arithmetic from what is published.");
  return notes;
}

}  // namespace banyan::bench

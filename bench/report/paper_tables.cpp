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
  const auto published = std::count_if(cells.begin(), cells.end(), [](const Json& cell) {
    return cell["verdict"] != kNotPublished;
  });
  std::string text = fmt::format("Of {} published cells", published);
  bool first = true;
  for (const Agreement kind : kAgreements) {
    const auto count = std::count_if(cells.begin(), cells.end(), [&](const Json& cell) {
      return cell["verdict"] == to_text(kind);
    });
    if (count == 0) continue;
    constexpr std::array kPlural{"agree", "differ", "cannot be told", "are not measured"};
    constexpr std::array kSingular{"agrees", "differs", "cannot be told", "is not measured"};
    const auto& words = count == 1 ? kSingular : kPlural;
    text += fmt::format("{} {} {}", first ? "" : ",", count, words[static_cast<std::size_t>(kind)]);
    first = false;
  }
  return text + ".";
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
                                           {"ours (95 %)", Align::kRight},
                                           {"verdict", Align::kRight}}));
      table = tables.end() - 1;
    }
    table->second.add_row({cell["what"].get<std::string>(), by(cell), published(cell),
                           allowed_of(cell), cell["ours_text"].get<std::string>(),
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
      "told otherwise: then more work would tell (--profile full). One of twenty cells may be "
      "called wrong by chance; no correction is made for their number. [S] is known by quotation, "
      "[R] recalled and not checked, [D] derived by arithmetic from what is published.");
  return notes;
}

}  // namespace banyan::bench

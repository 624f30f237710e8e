// The registry of papers, and parsing their descriptions.
#include "bench/experiments/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "bench/experiments/descriptions.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// A value with each $name in its texts replaced; a text of nothing else becomes what is bound.
Json with_bound(const Json& value, const Json& bound) {
  if (value.is_structured()) {
    Json whole = value;
    for (Json& part : whole) part = with_bound(part, bound);
    return whole;
  }
  if (!value.is_string()) return value;
  const auto& text = value.get_ref<const std::string&>();
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '$') {
      made += text[at++];
      continue;
    }
    const std::size_t end =
        std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1), text.size());
    const auto found = bound.find(text.substr(at + 1, end - at - 1));
    if (found != bound.end() && at == 0 && end == text.size()) return *found;
    made += found == bound.end() ? text.substr(at, end - at)
            : found->is_string() ? found->get<std::string>()
                                 : found->dump();
    at = end;
  }
  return made;
}

/// The cells of a description: one for each binding of the loops in its field `for`, the last one
/// varying fastest. {"n": [1, 2]} binds a name, {"n,m": [[1, "a"], [2, "b"]]} several.
std::vector<Json> expanded(Json cell) {
  Json loops = cell.value("for", Json::array());
  if (loops.empty()) return {cell};
  const Json loop = loops.at(0);
  loops.erase(0);
  cell["for"] = loops;
  std::vector<Json> cells;
  for (const auto& [names, rows] : loop.items()) {
    const std::vector<std::string> each = parse_list(names, ',', "names of a loop");
    for (const Json& row : rows) {
      Json bound = Json::object();
      for (std::size_t i = 0; i < each.size(); ++i) {
        bound[each[i]] = each.size() == 1 ? row : row.at(i);
      }
      const std::vector<Json> inner = expanded(with_bound(cell, bound));
      cells.insert(cells.end(), inner.begin(), inner.end());
    }
  }
  return cells;
}

Published read_published(const Field& cell) {
  const auto has = [&](const char* name) { return cell.has(name) && !cell[name].json().is_null(); };
  Published published;
  if (has("published")) {
    const Json& text = cell["published"].json();
    published.text = text.is_number() ? text.dump() : cell["published"].text();
  }
  if (has("number")) {
    published.number = cell["number"].number();
    published.allowed = about(*published.number, cell["factor"].number());
  } else if (has("allowed")) {
    const std::vector<Field> ends = cell["allowed"].elements();
    published.allowed = Allowed{ends.at(0).number_or(-kInfinity), ends.at(1).number_or(kInfinity)};
  }
  published.source = has("source") ? cell["source"].text() : "read";
  const bool fed = has("fed") && cell["fed"].flag();
  published.sharp = published.number && !fed;
  return published;
}

Ours read_ours(const Field& cell) {
  constexpr const char* kKinds[]{"more_lost", "strength", "ratio", "value", "elo"};
  for (std::size_t kind = 0; kind < std::size(kKinds); ++kind) {
    if (!cell.has(kKinds[kind])) continue;
    return {static_cast<Ours::Kind>(kind), cell["game"].text(), texts(cell[kKinds[kind]]),
            cell.has("field") ? cell["field"].text() : ""};
  }
  cell.refuse("does not say how ours is computed");
}

Paper::Cell read_cell(const Field& cell) {
  const bool simulated = cell.has("workers");
  const char* const workers = simulated ? "workers" : "threads";
  return {{cell["quantity"].text(), cell["what"].text(),
           cell.has(workers) ? static_cast<int>(cell[workers].count()) : 0, simulated,
           read_published(cell)},
          read_ours(cell)};
}

}  // namespace

std::string SeqCurve::at(double factor) const {
  return fmt::format("seq:iterations={}", std::llround(static_cast<double>(base) * factor));
}

Paper read_paper_description(const Field& description) {
  const auto count = [&](const char* name, std::uint64_t without = 0) {
    return description.has(name) ? description[name].count() : without;
  };
  Paper paper{.name = description["name"].text(),
              .help = prose(description["help"]),
              .citation = prose(description["citation"]),
              .set_up = prose(description["set_up"]),
              .substituted = prose(description["substituted"]),
              .missing = description.has("missing") ? prose(description["missing"]) : "",
              .positions = count("positions"),
              .searches = count("searches"),
              .limits = {.iterations = count("iterations")},
              .pairs = count("pairs")};
  paper.pair_ms = count("pair_ms", paper.pair_ms);
  if (description.has("time")) {
    paper.limits.time = parse_duration(description["time"].text(), "time");
  }
  if (description.has("first")) paper.first = texts(description["first"]);
  if (description.has("curve")) {
    paper.curve.base = description["curve"]["base"].count();
    for (const Field& factor : description["curve"]["factors"].elements()) {
      paper.curve.factors.push_back(factor.number());
    }
  }
  for (const Field& pattern : description["cells"].elements()) {
    for (const Json& cell : expanded(pattern.json())) {
      paper.cells.push_back(read_cell(Field::of_json(cell, "a cell of " + paper.name)));
    }
  }
  return paper;
}

const std::vector<Paper>& papers() {
  static const std::vector<Paper> kPapers = [] {
    std::vector<Paper> papers;
    for (const Field& description : descriptions("papers")) {
      papers.push_back(read_paper_description(description));
    }
    const auto by_year = [](const Paper& paper) {
      return paper.name.substr(paper.name.find_first_of("0123456789"), 4);
    };
    std::stable_sort(papers.begin(), papers.end(),
                     [&](const Paper& a, const Paper& b) { return by_year(a) < by_year(b); });
    return papers;
  }();
  return kPapers;
}

const Paper& find_paper(std::string_view name) { return find_named(papers(), name, "paper"); }

}  // namespace banyan::bench

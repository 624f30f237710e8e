// The registry of papers, and what becomes of their cells.
#include "bench/papers/papers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kAgreements{Agreement::kAgrees, Agreement::kDiffers, Agreement::kCannotTell,
                                 Agreement::kNotMeasured};

const char* to_text(Source source) {
  switch (source) {
    case Source::kRead:
      return "read";
    case Source::kSecondHand:
      return "second-hand";
    case Source::kRecalled:
      return "recalled";
    case Source::kDerived:
      break;
  }
  return "derived";
}

constexpr const char* kNotPublished = "not published";

/// Numbers that are none are null in a file.
Json ends(double lower, double upper) {
  const auto end = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  return {end(lower), end(upper)};
}

Json cell_json(const Cell& cell, const Evidence& evidence) {
  const Estimate ours = cell.ours(evidence);
  return {
      {"quantity", cell.quantity},
      {"what", cell.what},
      {"workers", cell.workers},
      {"simulated", cell.simulated},
      {"published", cell.published},
      {"number", cell.number ? Json(*cell.number) : Json(nullptr)},
      {"source", to_text(cell.source)},
      {"allowed", cell.allowed ? ends(cell.allowed->lower, cell.allowed->upper) : Json(nullptr)},
      {"ours", std::isfinite(ours.value) ? Json(ours.value) : Json(nullptr)},
      {"ours95", ends(ours.lower95, ours.upper95)},
      {"ours_text", ours_text(ours)},
      {"verdict", cell.allowed ? to_text(agreement(*cell.allowed, ours)) : kNotPublished}};
}

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

const std::vector<Paper>& papers() {
  static const std::vector<Paper> kPapers{
      cazenave2008(),     chaslot2008(),      chaslot2008abstract(),
      enzenberger2010(),  segal2010(),        soejima2010(),
      fern2011(),         yoshizoe2011(),     browne2012(),
      mirsoleimani2015(), mirsoleimani2018(), liu2020()};
  return kPapers;
}

const Paper& find_paper(std::string_view name) {
  std::vector<SpecInfo> infos;
  for (const Paper& paper : papers()) infos.push_back({paper.name, paper.help, {}});
  const SpecInfo& info = find_info(infos, name, "paper");
  return papers()[static_cast<std::size_t>(&info - infos.data())];
}

Json paper_json(const Paper& paper, const Json& results) {
  const Evidence evidence(results);
  Json cells = Json::array();
  for (const Cell& cell : paper.cells()) cells.push_back(cell_json(cell, evidence));
  return {{"paper",
           {{"name", paper.name},
            {"citation", paper.citation},
            {"set_up", paper.set_up},
            {"substituted", paper.substituted},
            {"missing", paper.missing}}},
          {"cells", cells}};
}

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
      "called wrong by chance; no correction is made for their number. [S]: known by quotation; "
      "[R]: recalled, not checked; [D]: derived by arithmetic from what is published.");
  return notes;
}

bool is_smoke(const SuiteOptions& options) {
  return options.profile.name == std::string_view("smoke");
}

std::uint64_t by_profile(const SuiteOptions& options, std::uint64_t standard) {
  if (is_smoke(options)) return std::max<std::uint64_t>(2, standard / 100);
  return options.profile.name == std::string_view("full") ? 5 * standard : standard;
}

namespace {

GameChoice game_of(const std::string& spec) { return parse_games(spec).front(); }

std::vector<EngineSettings> engines_of(const std::vector<std::string>& specs) {
  std::vector<EngineSettings> engines;
  for (const std::string& spec : specs) engines.push_back(parse_engine(spec));
  return engines;
}

}  // namespace

WorkItem on_solved(const SuiteOptions& options, const std::string& game,
                   const std::vector<std::string>& engines, std::uint64_t positions) {
  return of_kind(kSolved, solved_item(game_of(game), engines_of(engines),
                                      by_profile(options, positions), options.seed));
}

WorkItem searches_of(const SuiteOptions& options, const std::string& game,
                     const std::vector<std::string>& engines, std::uint64_t searches,
                     const Limits& limits) {
  const Limits cut = is_smoke(options) ? times(limits, 1.0 / 64) : limits;
  return of_kind(kSearches, searches_item(game_of(game), engines_of(engines), cut,
                                          by_profile(options, searches), options.seed));
}

WorkItem match_of(const SuiteOptions& options, const std::string& game, const std::string& a,
                  const std::string& b, std::uint64_t pairs) {
  const GameChoice choice = game_of(game);
  const MatchOptions match{choice,
                           {parse_engine(a), parse_engine(b)},
                           by_profile(options, pairs),
                           Limits{},
                           {choice.opening_plies},
                           std::nullopt,
                           options.seed};
  constexpr std::uint64_t kPairMs = 1500;
  return of_kind(kMatch, match_item("paper", match, kPairMs));
}

std::vector<std::string> curve(std::uint64_t base, const std::vector<double>& factors) {
  std::vector<std::string> engines{seq(base)};
  for (const double factor : factors) {
    engines.push_back(
        seq(static_cast<std::uint64_t>(std::llround(static_cast<double>(base) * factor))));
  }
  return engines;
}

}  // namespace banyan::bench

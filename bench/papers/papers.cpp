// The registry of papers, and the results of their cells.
#include "bench/papers/papers.hpp"

#include <algorithm>
#include <cmath>

#include "bench/registry/limits.hpp"
#include "bench/report/paper_tables.hpp"

namespace banyan::bench {
namespace {

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

/// Numbers that are not finite are null in a file.
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
      {"sharp", is_sharp(cell)},
      {"allowed", cell.allowed ? ends(cell.allowed->lower, cell.allowed->upper) : Json(nullptr)},
      {"ours", std::isfinite(ours.value) ? Json(ours.value) : Json(nullptr)},
      {"ours95", ends(ours.lower95, ours.upper95)},
      {"ours_text", ours_text(ours)},
      {"verdict", cell.allowed ? to_text(agreement(*cell.allowed, ours)) : kNotPublished}};
}

}  // namespace

bool is_sharp(const Cell& cell) {
  return cell.number && cell.allowed && std::isfinite(cell.allowed->lower) &&
         std::isfinite(cell.allowed->upper) && !cell.fed;
}

const std::vector<Paper>& papers() {
  static const std::vector<Paper> kPapers{
      cazenave2008(),     chaslot2008(),      chaslot2008abstract(),
      enzenberger2010(),  segal2010(),        soejima2010(),
      fern2011(),         yoshizoe2011(),     browne2012(),
      mirsoleimani2015(), mirsoleimani2018(), liu2020(),
      cazenave2021()};
  return kPapers;
}

const Paper& find_paper(std::string_view name) {
  std::vector<SpecInfo> infos;
  for (const Paper& paper : papers()) infos.push_back({paper.name, paper.help, {}});
  const SpecInfo& info = find_info(infos, name, "paper");
  return papers()[static_cast<std::size_t>(&info - infos.data())];
}

Json paper_json(const Paper& paper, const Json& results) {
  const Evidence evidence(read_paper_results(Field::of_json(results, "paper.json"), false));
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
                  const std::string& b, std::uint64_t pairs, std::uint64_t pair_ms) {
  const GameChoice choice = game_of(game);
  const MatchOptions match{.game = choice,
                           .engines = {parse_engine(a), parse_engine(b)},
                           .deals = by_profile(options, pairs),
                           .limits = Limits{},
                           .openings = {.plies = choice.opening_plies},
                           .seed = options.seed};
  return of_kind(kMatch, match_item("paper", match, pair_ms));
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

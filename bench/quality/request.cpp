// Runs a request and returns rows.
#include "bench/quality/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "bench/quality/labels.hpp"
#include "bench/registry/limits.hpp"
#include "bench/registry/preflight.hpp"
#include "bench/text/files.hpp"
#include "bench/text/progress.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kUsualGame = "connect_four";

/// The number of positions: all in a file, unless given.
std::uint64_t parse_positions(const QualityRequest& request) {
  constexpr std::uint64_t kMost = 1'000'000;
  const bool of_file = !request.file.empty() || !request.labels.empty();
  if (request.positions.empty()) return of_file ? kMost : 300;
  const std::uint64_t count = parse_count(request.positions, "--positions");
  if (count < 2 || count > kMost) {
    throw UsageError(
        fmt::format("--positions {} is out of range: give 2 to 1000000.", request.positions));
  }
  return count;
}

/// The game, the positions to search, and their source.
struct PositionSet {
  GameChoice game;
  ValuedPositions found;
  ValuedBy by = ValuedBy::kSolver;
  std::string where;
};

PositionSet labelled_set(const QualityRequest& request, const std::stop_token& stop) {
  if (!request.file.empty()) {
    throw UsageError("--labels and --file name two sets of positions: give one of them.");
  }
  LabelledSet set = read_labels(request.labels, parse_positions(request), stop);
  if (!request.game.empty() && parse_game(request.game).canonical != set.game.canonical) {
    throw UsageError(fmt::format("--game {} is not the game of {}, which is {}: leave it out.",
                                 request.game, request.labels, set.game.spec));
  }
  return {std::move(set.game), std::move(set.found), ValuedBy::kLabels,
          fmt::format("of {}, every move valued by {}", request.labels,
                      set.header["judge"].get<std::string>())};
}

PositionSet solved_set(const QualityRequest& request, const GameChoice& game,
                       const std::stop_token& stop) {
  PositionSet set{game, {}, ValuedBy::kSolver, {}};
  const std::uint64_t count = parse_positions(request);
  const Plies plies = parse_plies(request.plies);
  const bool drawn = request.file.empty();
  const std::string text = drawn ? "" : read_input(request.file, stop, kMostText);
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  Progress progress(drawn ? count : std::min(count, lines), "solving");
  const auto advance = [&] { progress.advance(1); };
  set.found =
      drawn ? solved_positions(set.game, plies, count, request.seed, advance, stop)
            : read_positions(set.game, text, request.file, count, request.trust, advance, stop);
  progress.finish(!stop.stop_requested());
  set.where = drawn ? fmt::format("after {} random plies", request.plies) : "of " + request.file;
  if (request.trust) set.where += ", with its own values where it has them of all moves";
  return set;
}

}  // namespace

std::optional<QualityReport> measure_quality(const QualityRequest& request,
                                             const std::stop_token& stop) {
  const std::vector<EngineSettings>& engines = request.engines;
  const std::vector<Reference> others = references(
      engines.front(), request.limits,
      request.speedup ? std::span<const double>(kSpeedupFactors) : std::span(&kControl, 1));
  if (request.speedup && others.empty()) {
    throw UsageError(fmt::format(
        "--speedup needs a first engine whose budget can be halved and doubled, which {} has not: "
        "give seq first.",
        engines.front().spec));
  }
  if (request.speedup && others.size() < kSpeedupFactors.size()) {
    throw UsageError(fmt::format(
        "--speedup measures {} with 1/4, 1/2, 2 and 4 times its budget, and {} cannot be divided "
        "so: give more, or a multiple of 4.",
        engines.front().spec, to_text(limits_for(engines.front(), request.limits))));
  }
  std::vector<EngineSettings> all = engines;
  for (const Reference& other : others) all.push_back(other.engine);

  if (request.trust && request.file.empty()) {
    throw UsageError("--trust is for values that a file of positions gives: give --file too.");
  }
  std::optional<PositionSet> labels;
  if (!request.labels.empty()) labels = labelled_set(request, stop);
  const GameChoice game =
      labels ? labels->game : parse_game(request.game.empty() ? kUsualGame : request.game);
  need_classic(game, "'quality'");
  for (const EngineSettings& engine : all) {
    // Some solvers only know positions later than the first.
    if (engine.kind != EngineKind::kSolver) check_engine(*game.start, engine, request.limits);
  }
  PositionSet set = labels ? std::move(*labels) : solved_set(request, game, stop);
  const std::size_t count = set.found.positions.size();
  std::vector<QualityRow> measured;
  if (!stop.stop_requested()) {
    Progress searching(count, "searching");
    measured = measure_quality(
        set.found.positions, all, request.limits, request.seed,
        [&](const auto&) { searching.advance(1); }, stop);
    searching.finish(!stop.stop_requested());
  }
  if (measured.empty() || measured.front().losses.empty()) return std::nullopt;
  return QualityReport{std::move(set.game),
                       std::move(set.where),
                       set.found.left_out,
                       std::move(set.found.lines),
                       count,
                       QualityTable(set.by, std::move(measured), others)};
}

Json quality_json(const QualityRequest& request, const QualityReport& report) {
  Json json{{"game", report.game.spec},           {"positions", report.where},
            {"left_out", report.left_out},        {"seed", request.seed},
            {"rows", quality_json(report.table)}, {"control", control_json(report.table)},
            {"curve", curve_json(report.table)}};
  for (const LeftOutLine& line : report.lines) {
    json["lines_left_out"].push_back({{"line", line.number}, {"why", line.why}});
  }
  return json;
}

}  // namespace banyan::bench

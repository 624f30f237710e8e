// The suite of truth: how often engines fail on solved positions, by iterations.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "bench/measure/simulated.hpp"
#include "bench/quality/quality.hpp"
#include "bench/registry/limits.hpp"
#include "bench/suites/suites.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/fields.hpp"

namespace banyan::bench {
namespace {

/// Random plies before a position: late enough to solve it in milliseconds, early enough that a
/// search does not see the end. Nothing for a game without a set.
std::optional<Plies> plies_of(const GameChoice& game) {
  const auto is = [&](std::string_view name) {
    return game.spec == name || game.spec.starts_with(std::string(name) + ":");
  };
  const int moves = static_cast<int>(game.start->legal_moves().size());
  if (is("tic_tac_toe")) return Plies{1, 4};
  if (is("connect_four")) return Plies{14, 24};
  if (is("hex") && moves <= 25) return Plies{moves / 6, moves / 2};
  // A wide P-game has few last plies.
  if (is("p_game")) return moves >= 16 ? Plies{1, 4} : Plies{3, 8};
  if (is("othello")) return Plies{50, 54};
  return std::nullopt;
}

/// Whether random games reach such positions and the solver knows them.
bool is_solvable(const GameChoice& game, Plies plies) {
  constexpr int kTries = 20;
  Random random({});
  for (int i = 0; i < kTries; ++i) {
    const auto position = play_randomly(*game.start, plies.first, random);
    if (!position) continue;
    try {
      static_cast<void>(position->make_engine(parse_engine("solver")));
      return true;
    } catch (const UsageError&) {
      return false;
    }
  }
  return false;
}

/// `seq`, each kind of parallel engine with most threads, and all simulated workers. Without
/// batches, which change the value of an iteration.
std::vector<EngineSettings> truth_engines(const SuiteOptions& options) {
  std::vector<EngineSettings> engines;
  const EngineSettings* const seq = baseline(options.engines);
  if (seq == nullptr) return engines;
  engines.push_back(*seq);
  const auto most = widest(options.engines);
  for (const EngineSettings& engine : options.engines) {
    const auto same = std::find_if(most.begin(), most.end(),
                                   [&](const auto* other) { return other->kind == engine.kind; });
    if (is_simulated(engine)) engines.push_back(engine);
    if (engine.threads > 1 && engine.search.batch == 0 && engine.threads == (*same)->threads) {
      engines.push_back(engine);
    }
  }
  return engines;
}

/// The budgets of a study (in the smoke profile only the first), or of the profile. An empty limit
/// means that each engine has its own budget.
std::vector<Limits> budgets(const SuiteOptions& options) {
  std::vector<Limits> all;
  if (options.study && options.study->on_truth()) {
    for (const std::uint64_t playouts : options.study->playouts) {
      all.push_back({.playouts = playouts});
    }
    if (all.empty()) all.emplace_back();
    if (options.profile.name == std::string_view("smoke")) all.resize(1);
    return all;
  }
  for (const std::uint64_t iterations : options.profile.truth_iterations) {
    all.push_back({.iterations = iterations});
  }
  all.push_back({.time = options.profile.move_time});
  return all;
}

/// A game's positions, solved when first requested.
struct TruthSet {
  GameChoice game;
  Plies plies;
  std::uint64_t count;
  std::uint64_t seed;
  ValuedPositions found = {};

  const ValuedPositions& positions(const Work& work) {
    if (found.positions.size() < count) {
      std::uint64_t solved = 0;
      const auto tell = [&] {
        work.advance(0, fmt::format("{} solving, {} of {}", game.spec, ++solved, count));
      };
      found = solved_positions(game, plies, count, seed, tell, work.stop,
                               "leave out the game, or the suite truth");
    }
    return found;
  }
};

/// One engine's row, as row_json() of quality_output.cpp writes it.
QualityRow read_row(const Field& row, const EngineSettings& engine) {
  if (row["engine"].text() != engine.spec) row["engine"].refuse("is not " + engine.spec);
  const std::string lost = row["lost"].text();
  if (lost.find_first_not_of("012") != std::string::npos) {
    row["lost"].refuse("has not a digit from 0 to 2 for each position");
  }
  return {.engine = engine,
          .losses = parse_lost(lost),
          .iterations = row["iterations"].count(),
          .played = row["played"].count(),
          .seconds = row["seconds"].number()};
}

/// What an interrupted run left of a set: rows with their losses, the control's last. Nothing if it
/// left none, or (which is reported) if they cannot be continued.
std::vector<QualityRow> rows_so_far(const Json& earlier, const std::vector<EngineSettings>& engines,
                                    const std::string& name) {
  if (!earlier.is_object()) return {};
  const Field set = Field::of_json(earlier, fmt::format("what a stopped run left of {}", name));
  try {
    std::vector<Field> all = set["rows"].elements();
    if (all.empty()) return {};
    if (all.size() < engines.size()) all.push_back(set["control"]);
    if (all.size() != engines.size()) set["rows"].refuse("has not a row for each engine");
    std::vector<QualityRow> rows;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      rows.push_back(read_row(all[i], engines[i]));
      if (rows.back().losses.size() != rows.front().losses.size()) {
        all[i]["lost"].refuse("is of other positions");
      }
    }
    return rows;
  } catch (const UsageError& error) {
    print_to_standard_error("{}\n",
                            printable(fmt::format("note: {} It is measured again.", error.what())));
    return {};
  }
}

WorkItem truth_item(const std::shared_ptr<TruthSet>& set, const Limits& limits,
                    const std::vector<EngineSettings>& engines) {
  WorkItem item;
  item.key = {{"game", set->game.spec}, {"budget", to_text(limits)}};
  double per_position = search_ms(limits) * static_cast<double>(engines.size());
  for (const EngineSettings& engine : engines) {
    if (engine.limits) per_position += search_ms(*engine.limits);
  }
  const std::vector<Reference> others =
      references(engines.front(), limits, std::span(&kControl, 1));
  std::vector<EngineSettings> all = engines;
  for (const Reference& other : others) all.push_back(other.engine);
  if (!others.empty()) per_position += kControl * search_ms(limits);
  item.expected_ms = static_cast<std::uint64_t>(per_position * static_cast<double>(set->count));
  item.measure = [=, ms = item.expected_ms / set->count](const Work& work) {
    const std::string name = fmt::format("{} truth, {}", set->game.spec, to_text(limits));
    const ValuedPositions& found = set->positions(work);
    const auto result_of = [&](const std::vector<QualityRow>& rows) {
      const std::size_t searched = rows.empty() ? 0 : rows.front().losses.size();
      std::optional<QualityTable> table;
      if (searched > 0) table.emplace(ValuedBy::kSolver, rows, others);
      return Json{{"iterations", limits.iterations},
                  {"plies", {set->plies.first, set->plies.last}},
                  {"seed", set->seed},
                  {"positions", searched},
                  {"left_out", found.left_out},
                  {"rows", searched > 0 ? quality_json(*table) : Json::array()},
                  {"control", searched > 0 ? control_json(*table) : Json(nullptr)}};
    };
    std::vector<QualityRow> rows = rows_so_far(work.earlier, all, name);
    work.advance(ms * (rows.empty() ? 0 : rows.front().losses.size()), name);
    auto kept = std::chrono::steady_clock::now();
    const auto after_position = [&](const std::vector<QualityRow>& so_far) {
      work.advance(ms, name);
      const auto now = std::chrono::steady_clock::now();
      if (now - kept < std::chrono::seconds(1)) return;  // a kill loses no more than that
      kept = now;
      work.keep(result_of(so_far));
    };
    if (!work.stop.stop_requested()) {
      rows = measure_quality(found.positions, all, limits, set->seed, after_position, work.stop,
                             std::move(rows));
    }
    return result_of(rows);
  };
  return item;
}

}  // namespace

WorkItem solved_item(const GameChoice& game, const std::vector<EngineSettings>& engines,
                     std::uint64_t positions, std::uint64_t seed) {
  return truth_item(
      std::make_shared<TruthSet>(TruthSet{game, plies_of(game).value(), positions, seed}), {},
      engines);
}

Suite truth_suite(const SuiteOptions& options) {
  const std::vector<EngineSettings> engines = truth_engines(options);
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    const std::optional<Plies> plies = plies_of(game);
    if (!plies || engines.empty() || !is_solvable(game, *plies)) continue;
    const auto set = std::make_shared<TruthSet>(
        TruthSet{game, *plies, options.profile.truth_positions, options.seed});
    for (const Limits& limits : budgets(options)) {
      items.push_back(truth_item(set, limits, engines));
    }
  }
  return suite_of_items("truth", std::move(items));
}

}  // namespace banyan::bench

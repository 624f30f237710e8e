// Finding decisions, solving them, and asking engines.
#include "bench/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "bench/limits.hpp"
#include "bench/text.hpp"
#include "core/random.hpp"

namespace banyan::bench {
namespace {

/// What a position is worth to the player.
double value_for(const AnyGame& position, Player player, AnyEngine& solver,
                 const std::stop_token& stop) {
  if (position.over()) return position.result(player) / 2.0;
  const double value = solver.search(position, {}, {}, stop).value;
  return position.to_move() == player ? value : 1 - value;
}

SolvedPosition solve(std::unique_ptr<AnyGame> position, AnyEngine& solver,
                     const std::stop_token& stop) {
  SolvedPosition solved{std::move(position), {}, {}, 0};
  solved.moves = solved.position->legal_moves();
  for (const std::uint32_t move : solved.moves) {
    const auto next = solved.position->clone();
    next->play(move);
    solved.values.push_back(value_for(*next, solved.position->to_move(), solver, stop));
  }
  solved.best = *std::max_element(solved.values.begin(), solved.values.end());
  return solved;
}

/// The mean of values within +-1 with its 95 % interval. Where all are 0 their variance says
/// nothing: with 95 % confidence at most a share 1 - 0.025^(1/n) of all positions has another, as
/// in elo(). NaN without values.
Estimate mean_of_differences(const std::vector<double>& sample) {
  if (sample.empty()) return mean_estimate(sample);
  if (std::any_of(sample.begin(), sample.end(), [](double value) { return value != 0; })) {
    return mean_estimate(sample);
  }
  const double error = 1 - std::pow(0.025, 1 / static_cast<double>(sample.size()));
  return {0, error, -error, error};
}

bool asks_for_a_decision(const SolvedPosition& solved) {
  return *std::min_element(solved.values.begin(), solved.values.end()) < solved.best;
}

}  // namespace

std::unique_ptr<AnyGame> play_randomly(const AnyGame& start, int plies, Random& random) {
  auto position = start.clone();
  for (; plies > 0 && !position->over(); --plies) {
    const auto legal = position->legal_moves();
    position->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return position->over() ? nullptr : std::move(position);
}

SolvedPositions solved_positions(const GameChoice& game, int min_plies, int max_plies,
                                 std::uint64_t count, std::uint64_t seed,
                                 const std::function<void()>& progress,
                                 const std::stop_token& stop) {
  constexpr int kPatience = 10'000;
  std::unique_ptr<AnyEngine> solver;
  SolvedPositions found;
  int in_vain = 0;
  for (std::uint64_t draw = 0; found.positions.size() < count && !stop.stop_requested(); ++draw) {
    Random random({seed, draw, 0, 0});
    const auto span = static_cast<std::uint32_t>(max_plies - min_plies + 1);
    const int plies = min_plies + static_cast<int>(random.below(span));
    auto position = play_randomly(*game.start, plies, random);
    if (position) {
      // Made for a position of the range: some oracles know a game near its end alone.
      if (!solver) solver = position->make_engine(parse_engine("solver"));
      SolvedPosition solved = solve(std::move(position), *solver, stop);
      if (stop.stop_requested()) break;
      if (asks_for_a_decision(solved)) {
        found.positions.push_back(std::move(solved));
        progress();
        in_vain = 0;
        continue;
      }
      ++found.left_out;
    }
    if (++in_vain >= kPatience) {
      throw UsageError(
          fmt::format("{}: hardly a position after {} to {} random plies asks for a "
                      "decision: give other --plies.",
                      game.spec, min_plies, max_plies));
    }
  }
  return found;
}

namespace {

/// The whole number that ends a line, if there is one. Throws UsageError for anything else.
std::optional<int> take_score(std::istringstream& words) {
  std::string text;
  if (!(words >> text)) return std::nullopt;
  int score = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, score);
  std::string more;
  if (error != std::errc{} || rest != end || words >> more) {
    throw UsageError(fmt::format("{} is no score: give moves and, if known, a whole number.",
                                 in_quotes(more.empty() ? text : text + ' ' + more)));
  }
  return score;
}

}  // namespace

SolvedPositions read_positions(const GameChoice& game, std::string_view text,
                               const std::string& file, std::uint64_t count,
                               const std::function<void()>& progress, const std::stop_token& stop) {
  std::unique_ptr<AnyEngine> solver;
  SolvedPositions found;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; found.positions.size() < count && std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string moves;
    if (!(words >> moves)) continue;
    std::string spaced;
    for (const char move : moves) spaced += {move, ' '};
    try {
      const std::optional<int> score = take_score(words);
      auto position = play_moves(*game.start, spaced);
      if (position->over()) throw UsageError("the game is over.");
      if (!solver) solver = position->make_engine(parse_engine("solver"));
      SolvedPosition solved = solve(std::move(position), *solver, stop);
      if (stop.stop_requested()) break;
      if (score && solved.best != (*score > 0 ? 1 : *score < 0 ? 0 : 0.5)) {
        throw UsageError(fmt::format("the solver contradicts its number {}.", *score));
      }
      if (!asks_for_a_decision(solved)) {
        ++found.left_out;
        continue;
      }
      found.positions.push_back(std::move(solved));
      progress();
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{} line {}: {}", file, number, error.what()));
    }
  }
  if (found.positions.empty() && !stop.stop_requested()) {
    throw UsageError(fmt::format(
        "{} has no position that asks for a decision: give lines of moves, such as 4453.", file));
  }
  return found;
}

std::uint64_t QualityRow::failures() const {
  return static_cast<std::uint64_t>(
      std::count_if(losses.begin(), losses.end(), [](double loss) { return loss > 0; }));
}

Estimate QualityRow::regret() const { return mean_of_differences(losses); }

Estimate failure_difference(const QualityRow& a, const QualityRow& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.losses.size(); ++i) {
    differences.push_back((a.losses[i] > 0 ? 1.0 : 0.0) - (b.losses[i] > 0 ? 1.0 : 0.0));
  }
  return mean_of_differences(differences);
}

Estimate loss_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  return mean_of_differences(differences);
}

std::vector<QualityRow> measure_quality(
    const std::vector<SolvedPosition>& positions, const std::vector<EngineSettings>& engines,
    const std::optional<Limits>& limits, std::uint64_t seed,
    const std::function<void(const std::vector<QualityRow>& so_far)>& progress,
    const std::stop_token& stop, std::vector<QualityRow> earlier) {
  std::vector<QualityRow> rows = std::move(earlier);
  const bool from_the_start = rows.empty();
  std::vector<std::unique_ptr<AnyEngine>> made;
  for (const EngineSettings& engine : engines) {
    if (from_the_start) rows.push_back({engine, {}, 0, 0});
    EngineSettings sharing = engine;
    sharing.search.memory =
        std::min<std::uint64_t>(sharing.search.memory, memory_for_trees(engines.size()));
    made.push_back(positions.front().position->make_engine(sharing));
  }
  for (std::size_t i = rows.front().losses.size(); i < positions.size(); ++i) {
    const SolvedPosition& solved = positions[i];
    std::vector<SearchResult> found;
    for (std::size_t e = 0; e < engines.size(); ++e) {
      found.push_back(
          made[e]->search(*solved.position, limits_for(engines[e], limits), {seed, i, 0, 0}, stop));
    }
    if (stop.stop_requested()) break;
    for (std::size_t e = 0; e < engines.size(); ++e) {
      const auto move = std::find(solved.moves.begin(), solved.moves.end(), found[e].best_move);
      const auto index = static_cast<std::size_t>(move - solved.moves.begin());
      rows[e].losses.push_back(solved.best - solved.values.at(index));
      rows[e].iterations += found[e].iterations;
      rows[e].seconds += found[e].seconds;
    }
    progress(rows);
  }
  return rows;
}

std::string lost_text(const std::vector<double>& losses) {
  std::string text;
  for (const double loss : losses) text += static_cast<char>('0' + std::lround(2 * loss));
  return text;
}

std::vector<double> parse_lost(std::string_view text) {
  std::vector<double> losses;
  for (const char digit : text) losses.push_back((digit - '0') / 2.0);
  return losses;
}

Json quality_json(const std::vector<QualityRow>& rows) {
  Json all = Json::array();
  for (const QualityRow& row : rows) {
    const auto n = row.losses.size();
    const Interval interval = wilson_interval(row.failures(), n);
    const Estimate regret = row.regret();
    const Estimate more = failure_difference(row, rows.front());
    all.push_back({{"engine", row.engine.spec},
                   {"positions", n},
                   {"lost", lost_text(row.losses)},
                   {"failures", row.failures()},
                   {"failure_rate95", {interval.lower, interval.upper}},
                   {"regret", regret.value},
                   {"regret_error95", std::isfinite(regret.error95) ? regret.error95 : 1.0},
                   {"more_failures_than_first", more.value},
                   {"more_failures_error95", std::isfinite(more.error95) ? more.error95 : 1.0},
                   {"iterations", row.iterations},
                   {"seconds", row.seconds}});
  }
  return all;
}

std::string quality_text(const std::vector<QualityRow>& rows) {
  using Align = Table::Align;
  using Best = Table::Best;
  Table table({{"engine"},
               {"failures", Align::kRight, Best::kLowest},
               {"95 %", Align::kRight},
               {"regret", Align::kDecimal, Best::kLowest},
               {"more (95 %)", Align::kRight},
               {"iterations/s", Align::kRight, Best::kHighest}});
  const auto percent = [](double share) { return fmt::format("{:.2f}", 100 * share); };
  for (const QualityRow& row : rows) {
    const auto n = std::max<std::size_t>(1, row.losses.size());
    const double rate = static_cast<double>(row.failures()) / static_cast<double>(n);
    const Interval interval = wilson_interval(row.failures(), n);
    const Estimate more = failure_difference(row, rows.front());
    const double speed = per_second(row.iterations, row.seconds);
    table.add_row({row.engine.spec,
                   {percent(rate) + " %", rate},
                   percent(interval.lower) + " to " + percent(interval.upper),
                   {fmt::format("{:.4f}", row.regret().value), row.regret().value},
                   &row == rows.data()
                       ? "-"
                       : fmt::format("{:+.2f} ± {:.2f}", 100 * more.value, 100 * more.error95),
                   {format_rate(speed), speed}});
  }
  return table.to_console();
}

}  // namespace banyan::bench

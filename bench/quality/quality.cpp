// Finds positions that need a decision, solves them, and runs engines.
#include "bench/quality/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "bench/engines/solver.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/quality/decisions.hpp"
#include "bench/text/text.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

/// The value of a position to the player.
double value_for(const AnyGame& position, Player player, AnyEngine& judge, const Limits& limits,
                 const StreamKey& key, const std::stop_token& stop) {
  if (position.over()) return position.result(player) / 2.0;
  const double value = judge.search(position, limits, key, stop).value;
  return position.to_move() == player ? value : 1 - value;
}

bool asks_for_a_decision(const ValuedPosition& solved) {
  return *std::min_element(solved.values.begin(), solved.values.end()) < solved.best;
}

}  // namespace

int draw_plies(Plies plies, Random& random) {
  return plies.first +
         static_cast<int>(random.below(static_cast<std::uint32_t>(plies.last - plies.first + 1)));
}

Plies parse_plies(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto number = [&](const std::string& part) {
    const std::uint64_t plies = parse_count(part, "--plies");
    if (plies > 1000) {
      throw UsageError(fmt::format("--plies {} is out of range: give 0 to 1000.", text));
    }
    return static_cast<int>(plies);
  };
  const int first = number(text.substr(0, dash));
  const int last = dash == std::string::npos ? first : number(text.substr(dash + 1));
  if (last < first) {
    throw UsageError(fmt::format("--plies {} ends before it begins: give FIRST-LAST.", text));
  }
  return {first, last};
}

ValuedPosition value_moves(std::unique_ptr<AnyGame> position, AnyEngine& judge,
                           const Limits& limits, const StreamKey& key,
                           const std::stop_token& stop) {
  ValuedPosition valued{.position = std::move(position)};
  valued.moves = valued.position->legal_moves();
  const Player player = valued.position->to_move();
  for (std::uint64_t i = 0; i < valued.moves.size(); ++i) {
    const auto next = valued.position->clone();
    next->play(valued.moves[i]);
    const StreamKey own{key.seed, key.game, i, key.worker};
    valued.values.push_back(value_for(*next, player, judge, limits, own, stop));
  }
  valued.best = *std::max_element(valued.values.begin(), valued.values.end());
  return valued;
}

std::unique_ptr<AnyGame> play_randomly(const AnyGame& start, int plies, Random& random) {
  auto position = start.clone();
  for (; plies > 0 && !position->over(); --plies) position->play(position->draw(random));
  return position->over() ? nullptr : std::move(position);
}

double mean_plies(const AnyGame& start, int games, Random& random) {
  int plies = 0;
  for (int i = 0; i < games; ++i) {
    const auto position = start.clone();
    for (; !position->over(); ++plies) position->play(position->draw(random));
  }
  return static_cast<double>(plies) / games;
}

ValuedPositions solved_positions(const GameChoice& game, Plies plies, std::uint64_t count,
                                 std::uint64_t seed, const std::function<void()>& progress,
                                 const std::stop_token& stop, std::string_view remedy) {
  constexpr int kPatience = 10'000;
  std::unique_ptr<AnyEngine> solver;
  ValuedPositions found;
  int in_vain = 0;
  for (std::uint64_t draw = 0; found.positions.size() < count && !stop.stop_requested(); ++draw) {
    Random random({seed, draw, 0, 0});
    auto position = play_randomly(*game.start, draw_plies(plies, random), random);
    if (position) {
      // Made for a position of the range: some oracles only know a game near its end.
      if (!solver) solver = position->make_engine(parse_engine("solver"));
      ValuedPosition solved = value_moves(std::move(position), *solver, {}, {}, stop);
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
          fmt::format("{}: hardly a position after {} to {} random plies asks for a decision: {}.",
                      game.spec, plies.first, plies.last, remedy));
    }
  }
  return found;
}

namespace {

/// Reads the number at the end of a line, if there is one. Throws UsageError for anything else.
void take_score(std::istringstream& words, BoardText& text) {
  if (!(words >> text.value_text)) return;
  int score = 0;
  const char* const end = text.value_text.data() + text.value_text.size();
  const auto [rest, error] = std::from_chars(text.value_text.data(), end, score);
  std::string more;
  if (error != std::errc{} || rest != end || words >> more) {
    throw UsageError(fmt::format("{} is no score: give moves and, if known, a whole number.",
                                 in_quotes(text.value_text + (more.empty() ? "" : ' ' + more))));
  }
  text.value = score > 0 ? kWin : score < 0 ? kLoss : kDraw;
}

/// Reads a line's position: a board, or moves.
BoardText read_position_line(const AnyGame& start, const std::string& line) {
  if (is_board(line)) return read_board(start, line);
  std::istringstream words(line);
  std::string moves;
  words >> moves;
  BoardText text;
  take_score(words, text);
  text.position = play_moves(start, moves);
  return text;
}

/// The values that the line gives, if it has one for every legal move.
std::optional<ValuedPosition> given_values(const BoardText& text) {
  ValuedPosition valued{.position = text.position->clone()};
  valued.moves = text.position->legal_moves();
  for (const std::uint32_t move : valued.moves) {
    const auto given = std::find_if(text.move_values.begin(), text.move_values.end(),
                                    [&](const auto& value) { return value.first == move; });
    if (given == text.move_values.end()) return std::nullopt;
    valued.values.push_back(given->second / 2.0);
  }
  valued.best = *std::max_element(valued.values.begin(), valued.values.end());
  return valued;
}

/// Throws UsageError for a value that the solver contradicts.
void check_values(const BoardText& text, const ValuedPosition& solved) {
  const auto agree = [](Points points, double value) { return points == 2 * value; };
  if (text.value && !agree(*text.value, solved.best)) {
    throw UsageError(fmt::format("the solver contradicts its value {}.", text.value_text));
  }
  for (const auto& [move, points] : text.move_values) {
    const auto found = std::find(solved.moves.begin(), solved.moves.end(), move);
    const auto i = static_cast<std::size_t>(found - solved.moves.begin());
    if (agree(points, solved.values.at(i))) continue;
    throw UsageError(
        fmt::format("the solver contradicts its value of {}.", text.position->to_text(move)));
  }
}

/// Why no line of a file gave a position; `unsolved` is the first line beyond the solver, if any.
std::string why_no_position(const std::vector<LeftOutLine>& lines,
                            const std::optional<int>& unsolved, bool any_solved) {
  constexpr std::size_t kShown = 5;
  if (unsolved && !any_solved) return fmt::format("line {}: {}", *unsolved, kUnsolvedGame);
  std::string text = "has no position that asks for a decision: ";
  if (lines.empty()) return text + "give lines of moves, such as 4453, or boards.";
  for (std::size_t i = 0; i < std::min(kShown, lines.size()); ++i) {
    text += fmt::format("{}line {} is left out ({})", i == 0 ? "" : ", ", lines[i].number,
                        lines[i].why);
  }
  return text +
         (lines.size() > kShown ? fmt::format(", {} more too.", lines.size() - kShown) : ".");
}

}  // namespace

ValuedPositions read_positions(const GameChoice& game, std::string_view text,
                               const std::string& file, std::uint64_t count, bool trusted,
                               const std::function<void()>& progress, const std::stop_token& stop) {
  std::unique_ptr<AnyEngine> solver;
  ValuedPositions found;
  std::optional<int> unsolved;  // the first line that only a solver could value
  for_each_position_line(text, file, [&](const std::string& line, int number) {
    const BoardText text_of_line = read_position_line(*game.start, line);
    const AnyGame& position = *text_of_line.position;
    if (position.over()) throw UsageError("the game is over.");
    std::optional<ValuedPosition> valued = given_values(text_of_line);
    if (!trusted || !valued) {
      if (!position.solvable()) {
        if (!unsolved) unsolved = number;
        found.lines.push_back(
            {number, valued    ? "beyond the solver; --trust takes the values that it gives"
                     : trusted ? "beyond the solver, and it does not give values of all moves"
                               : "beyond the solver"});
        return true;
      }
      if (!solver) solver = position.make_engine(parse_engine("solver"));
      valued = value_moves(position.clone(), *solver, {}, {}, stop);
      if (stop.stop_requested()) return false;
      check_values(text_of_line, *valued);
    }
    if (!asks_for_a_decision(*valued)) {
      found.lines.push_back({number, "every move is as good"});
      ++found.left_out;
      return true;
    }
    found.positions.push_back(*std::move(valued));
    progress();
    return found.positions.size() < count;
  });
  if (found.positions.empty() && !stop.stop_requested()) {
    throw UsageError(
        fmt::format("{} {}", file, why_no_position(found.lines, unsolved, found.left_out > 0)));
  }
  return found;
}

std::uint64_t QualityRow::failures() const {
  return static_cast<std::uint64_t>(
      std::count_if(losses.begin(), losses.end(), [](double loss) { return loss > 0; }));
}

Estimate mean_loss(const std::vector<double>& losses) {
  const bool all_0 =
      std::all_of(losses.begin(), losses.end(), [](double value) { return value == 0; });
  if (losses.empty() || !all_0) return mean_estimate(losses);
  // Their variance tells nothing, but with 95 % confidence at most a share 1 - 0.025^(1/n) of all
  // positions differs, as in elo().
  const double error = 1 - std::pow(0.025, 1 / static_cast<double>(losses.size()));
  return plus_minus(0, error);
}

Estimate QualityRow::regret() const { return mean_loss(losses); }

Estimate failure_difference(const QualityRow& a, const QualityRow& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.losses.size(); ++i) {
    differences.push_back((a.losses[i] > 0 ? 1.0 : 0.0) - (b.losses[i] > 0 ? 1.0 : 0.0));
  }
  return mean_loss(differences);
}

Estimate loss_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  return mean_loss(differences);
}

std::vector<QualityRow> measure_quality(
    const std::vector<ValuedPosition>& positions, const std::vector<EngineSettings>& engines,
    const std::optional<Limits>& limits, std::uint64_t seed,
    const std::function<void(const std::vector<QualityRow>& so_far)>& progress,
    const std::stop_token& stop, std::vector<QualityRow> earlier) {
  std::vector<QualityRow> rows = std::move(earlier);
  if (rows.empty()) {
    for (const EngineSettings& engine : engines) rows.push_back({.engine = engine});
  }
  std::mutex mutex;  // guards rows and the members below
  std::map<std::size_t, std::vector<Decision>> waiting;
  std::exception_ptr error;
  std::atomic<std::size_t> next = rows.front().losses.size();

  /// Rows take positions in order.
  const auto take = [&](std::size_t number, std::vector<Decision> decisions) {
    const std::lock_guard lock(mutex);
    waiting.emplace(number, std::move(decisions));
    for (auto first = waiting.begin();
         first != waiting.end() && first->first == rows.front().losses.size();
         first = waiting.erase(first)) {
      const ValuedPosition& solved = positions[first->first];
      for (std::size_t e = 0; e < engines.size(); ++e) {
        const Decision& found = first->second[e];
        const auto move = std::find(solved.moves.begin(), solved.moves.end(), found.move);
        const auto index = static_cast<std::size_t>(move - solved.moves.begin());
        rows[e].losses.push_back(solved.best - solved.values.at(index));
        rows[e].iterations += found.iterations;
        rows[e].played += found.played;
        rows[e].seconds += found.seconds;
      }
      progress(rows);
    }
  };
  const auto work = [&](const RequestStream& stream) {
    try {
      const Decide decide = decide_at(stream.site, engines, limits, seed);
      while (next + stream.leave < positions.size()) {
        const std::size_t i = next++;
        if (i >= positions.size()) return;
        auto decisions = decide(*positions[i].position, i, stop);
        if (!decisions) return;
        take(i, std::move(*decisions));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = positions.size();
    }
  };
  const std::vector<GameSite> sites = decision_sites(engines);
  if (sites.size() == 1) {
    work({sites.front(), 0});  // by this thread, whose cores stay unchanged
  } else {
    std::vector<std::jthread> team;
    for (const RequestStream& stream : request_streams(sites)) team.emplace_back(work, stream);
  }
  if (error) std::rethrow_exception(error);
  return rows;
}

}  // namespace banyan::bench

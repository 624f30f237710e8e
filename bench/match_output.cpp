// Matches as JSON and as text.
#include <fmt/format.h>

#include <cmath>

#include "bench/commands.hpp"
#include "bench/match.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

double iterations_per_second(const Effort& effort) {
  return per_second(effort.iterations, effort.seconds);
}

double per_move(double sum, const Effort& effort) {
  return effort.moves == 0 ? 0 : sum / static_cast<double>(effort.moves);
}

Json effort_json(const Effort& effort) {
  return {{"moves", effort.moves},
          {"iterations_per_move", per_move(static_cast<double>(effort.iterations), effort)},
          {"seconds_per_move", per_move(effort.seconds, effort)},
          {"mean_depth", per_move(effort.depth_sum, effort)},
          {"worst_overshoot_seconds", effort.worst_overshoot}};
}

std::vector<std::string> texts(const AnyGame& game, const std::vector<std::uint32_t>& moves) {
  std::vector<std::string> text;
  for (const std::uint32_t move : moves) text.push_back(game.to_text(move));
  return text;
}

}  // namespace

Json match_json(const MatchOptions& options, const MatchResult& result) {
  const Estimate elo_value = elo(result.pentanomial);
  const Estimate nelo = normalised_elo(result.pentanomial);
  const auto& [losses, draws, wins] = result.losses_draws_wins;
  Json json{
      {"game", options.game.spec},
      {"a", options.a.spec},
      {"b", options.b.spec},
      {"games", result.games.size()},
      {"wins", wins},
      {"draws", draws},
      {"losses", losses},
      {"pentanomial", result.pentanomial},
      {"elo", elo_value.value},
      {"elo_error95", elo_value.error95},
      {"nelo", nelo.value},
      {"nelo_error95", nelo.error95},
      {"los", los(result.pentanomial)},
      {"llr", result.llr ? Json(*result.llr) : Json(nullptr)},
      {"sprt", nullptr},
      {"iterations_per_second",
       {{"a", iterations_per_second(result.effort[0])},
        {"b", iterations_per_second(result.effort[1])}}},
      {"effort", {{"a", effort_json(result.effort[0])}, {"b", effort_json(result.effort[1])}}},
      {"budget", options.limits ? to_text(*options.limits) : "the engines' own"},
      {"openings", to_text(options.openings)},
      {"seed", options.seed},
      {"interrupted", result.interrupted}};
  if (options.sprt) {
    json["sprt"] = {{"lo", options.sprt->lower},
                    {"hi", options.sprt->upper},
                    {"verdict", to_text(result.verdict)}};
  }
  return json;
}

Json game_json(const MatchOptions& options, const GameRecord& game) {
  const AnyGame& start = *options.game.start;
  const std::string& a = options.a.spec;
  const std::string& b = options.b.spec;
  return {{"game", options.game.spec},
          {"pair", game.pair},
          {"first", game.a_first ? a : b},
          {"second", game.a_first ? b : a},
          {"a", a},
          {"b", b},
          {"opening", texts(start, game.opening)},
          {"moves", texts(start, game.moves)},
          {"result_a", game.result_a / 2.0},
          {"seconds", {{"a", game.effort[0].seconds}, {"b", game.effort[1].seconds}}},
          {"iterations", {{"a", game.effort[0].iterations}, {"b", game.effort[1].iterations}}},
          {"seed", options.seed}};
}

std::string match_text(const MatchOptions& options, const MatchResult& result) {
  const Estimate elo_value = elo(result.pentanomial);
  const Estimate nelo = normalised_elo(result.pentanomial);
  const auto& [losses, draws, wins] = result.losses_draws_wins;
  const auto& p = result.pentanomial;
  std::string text = fmt::format(
      "{} games of {}, openings {}\n"
      "A {}\n"
      "B {}\n\n"
      "A wins {}, draws {}, loses {}: score {}\n"
      "Elo {} (95 %), nElo {}, LOS {}\n"
      "Ptnml(0-2) {} {} {} {} {}, DrawRatio {}\n",
      result.games.size(), options.game.spec, to_text(options.openings), options.a.spec,
      options.b.spec, wins, draws, losses, format_percent(score(p)),
      format_elo(elo_value.value, elo_value.lower95, elo_value.upper95),
      format_elo(nelo.value, nelo.lower95, nelo.upper95), format_percent(los(p)), p[0], p[1], p[2],
      p[3], p[4], format_percent(draw_ratio(p)));
  if (result.llr) {
    const SprtLimits limits = sprt_limits(options.sprt->alpha, options.sprt->beta);
    text += fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) for nElo [{:g}, {:g}]: {}\n", *result.llr,
                        limits.accept_h0, limits.accept_h1, options.sprt->lower,
                        options.sprt->upper, to_text(result.verdict));
  }
  text += '\n';
  Table table({{"", Table::Align::kLeft},
               {"it/s", Table::Align::kRight},
               {"it/move", Table::Align::kRight},
               {"depth", Table::Align::kRight},
               {"time/move", Table::Align::kRight},
               {"worst overshoot", Table::Align::kRight}});
  for (std::size_t side : {0, 1}) {
    const Effort& effort = result.effort[side];
    table.add_row({side == 0 ? "A" : "B", format_rate(iterations_per_second(effort)),
                   format_rate(per_move(static_cast<double>(effort.iterations), effort)),
                   fmt::format("{:.1f}", per_move(effort.depth_sum, effort)),
                   format_duration(per_move(effort.seconds, effort)),
                   format_duration(effort.worst_overshoot)});
  }
  return text + table.to_console();
}

}  // namespace banyan::bench

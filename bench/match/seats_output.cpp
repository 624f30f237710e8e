// Seat matches as JSON and as text.
#include <fmt/format.h>

#include <cmath>

#include "bench/match/seats.hpp"
#include "bench/registry/limits.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

std::uint64_t games_of(const MatchOptions& options, const SeatResult& result) {
  return result.deals.size() * seat_orders(options.game.start->players()).size();
}

/// As many digits as the error is worth reading to: 0.224, 1234.
std::string number(double value, double error) {
  const double digits = error > 0 && std::isfinite(error) ? 1 - std::floor(std::log10(error)) : 3;
  return fmt::format("{:.{}f}", value, static_cast<int>(std::min(6.0, std::max(0.0, digits))));
}

/// "+0.224 ± 0.051", and without the error where one deal says nothing of it.
std::string lead_text(const Estimate& lead) {
  const std::string value = number(std::abs(lead.value), lead.error95);
  const std::string sign = lead.value < 0 ? "-" : "+";
  if (!std::isfinite(lead.error95)) return sign + value + " (one deal: any error)";
  return fmt::format("{}{} ± {}", sign, value, number(lead.error95, lead.error95));
}

std::string verdict(const MatchOptions& options, const SeatResult& result) {
  const std::string where = fmt::format(
      "{}, {}: ", options.game.spec,
      options.limits ? to_text(*options.limits) + " a move" : "the engines' own budgets");
  const Estimate lead = result.lead();
  if (lead.lower95 > 0) return where + fmt::format("Use {}.", options.a.spec);
  if (lead.upper95 < 0) return where + fmt::format("Use {}.", options.b.spec);
  return where +
         fmt::format("not enough deals to tell {} from {}.", options.a.spec, options.b.spec);
}

}  // namespace

double SeatResult::score(std::size_t engine) const {
  std::vector<double> scores;
  for (const Deal& deal : deals) scores.push_back(deal.score[engine]);
  return mean(scores);
}

Estimate SeatResult::lead() const {
  std::vector<double> leads;
  for (const Deal& deal : deals) leads.push_back(deal.lead());
  return mean_estimate(leads);
}

Effort SeatResult::effort(std::size_t engine) const {
  Effort sum;
  for (const Deal& deal : deals) sum += deal.effort[engine];
  return sum;
}

Json seats_json(const MatchOptions& options, const SeatResult& result) {
  const Effort a = result.effort(0);
  const Effort b = result.effort(1);
  const int players = options.game.start->players();
  const Estimate lead = result.lead();
  return {
      {"game", options.game.spec},
      {"a", options.a.spec},
      {"b", options.b.spec},
      {"games", games_of(options, result)},
      {"deals", result.deals.size()},
      {"seats", players},
      {"seat_orders", seat_orders(players).size()},
      {"score", lead.value},
      {"score_error95", lead.error95},
      {"mean_score", {{"a", result.score(0)}, {"b", result.score(1)}}},
      {"unit", options.game.start->unit()},
      {"iterations_per_second", {{"a", iterations_per_second(a)}, {"b", iterations_per_second(b)}}},
      {"effort", {{"a", effort_json(a)}, {"b", effort_json(b)}}},
      {"budget", options.limits ? to_text(*options.limits) : "the engines' own"},
      {"opening_plies", options.openings.plies},
      {"seed", options.seed},
      {"verdict", verdict(options, result)},
      {"interrupted", result.interrupted}};
}

std::string seats_text(const MatchOptions& options, const SeatResult& result) {
  const AnyGame& start = *options.game.start;
  const Estimate lead = result.lead();
  std::string text = fmt::format(
      "{} games of {}: {} deals, each {}{}\n"
      "A {}\n"
      "B {}\n\n",
      games_of(options, result), options.game.spec, result.deals.size(),
      start.players() == 1
          ? "played by A and by B with the same chance"
          : fmt::format("in {} orders of seats", seat_orders(start.players()).size()),
      options.openings.plies > 0 ? fmt::format(", after {} random moves", options.openings.plies)
                                 : "",
      options.a.spec, options.b.spec);
  if (result.deals.empty()) return text + "No deal was finished.\n";
  text +=
      fmt::format("A scores {} {}, B {} ({})\nA is ahead by {} (95 %)\n\n",
                  number(result.score(0), lead.error95), start.players() == 1 ? "a game" : "a seat",
                  number(result.score(1), lead.error95), start.unit(), lead_text(lead));
  Table table({{"", Table::Align::kLeft},
               {"it/s", Table::Align::kRight},
               {"it/move", Table::Align::kRight},
               {"depth", Table::Align::kRight},
               {"time/move", Table::Align::kRight}});
  for (const std::size_t engine : {0, 1}) {
    const Effort effort = result.effort(engine);
    table.add_row({engine == 0 ? "A" : "B", format_rate(iterations_per_second(effort)),
                   format_rate(per_move(static_cast<double>(effort.iterations), effort)),
                   fmt::format("{:.1f}", per_move(effort.depth_sum, effort)),
                   format_duration(per_move(effort.seconds, effort))});
  }
  return text + table.to_console() + '\n' + wrapped(verdict(options, result)) + '\n';
}

}  // namespace banyan::bench

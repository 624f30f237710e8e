// Matches as JSON and as text.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "bench/match/match.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/equivalence.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

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
          {"overshoot99_seconds", effort.overshoot(0.99)},
          {"worst_overshoot_seconds", effort.overshoot(1)}};
}

namespace {

std::string budget_text(const MatchOptions& options) {
  return options.limits ? to_text(*options.limits) : "the engines' own";
}

/// "tree:threads=2 is +61.2 ± 18.3 Elo over seq".
std::string comparison(const std::string& better, const std::string& worse, const Estimate& e) {
  return fmt::format("{} is {} Elo over {}", better, format_elo(e.value, e.lower95, e.upper95),
                     worse);
}

Estimate opposite(const Estimate& e) { return {-e.value, e.error95, -e.upper95, -e.lower95}; }

std::string sprt_verdict_text(const MatchOptions& options, const MatchResult& result) {
  const SprtSettings& sprt = *options.sprt;
  switch (result.verdict) {
    case Verdict::kH1:
      return fmt::format(
          "the test accepts that {} is nearer {:+g} than {:+g} nElo over {}. Use {}.",
          options.a.spec, sprt.upper, sprt.lower, options.b.spec, options.a.spec);
    case Verdict::kH0:
      return fmt::format(
          "the test accepts that {} is nearer {:+g} than {:+g} nElo over {}. Keep {}.",
          options.a.spec, sprt.lower, sprt.upper, options.b.spec, options.b.spec);
    case Verdict::kContinue:
      break;
  }
  const SprtLimits limits = sprt_limits(sprt.alpha, sprt.beta);
  const double ratio = result.llr.value_or(0);
  const double pairs = static_cast<double>(pair_count(result.pentanomial));
  const double more = pairs * ((ratio > 0 ? limits.accept_h1 : limits.accept_h0) / ratio - 1);
  return fmt::format("not enough games for the test to decide between {} and {}{}.", options.a.spec,
                     options.b.spec,
                     std::isfinite(more)
                         ? fmt::format("; at this rate about {} more pairs",
                                       format_count(static_cast<std::uint64_t>(std::ceil(more))))
                         : "");
}

/// "-9.1 to +7.4 Elo", "> +27.7 Elo".
std::string range_text(const Estimate& e) {
  if (std::isfinite(e.error95)) {
    return fmt::format("{:+.1f} to {:+.1f} Elo", e.lower95, e.upper95);
  }
  return format_elo(e.value, e.lower95, e.upper95) + " Elo";
}

std::string equivalence_text(const MatchOptions& options, const MatchResult& result) {
  const double margin = *options.equivalent;
  const std::string& a = options.a.spec;
  const std::string& b = options.b.spec;
  const std::string range = range_text(anytime_elo(result.pentanomial));
  switch (equivalence(result.pentanomial, margin)) {
    case Equivalence::kEquivalent:
      return fmt::format(
          "{} and {} are shown to be within {:g} Elo of each other ({}). Use either.", a, b, margin,
          range);
    case Equivalence::kStronger:
      return fmt::format("{} is shown to be more than {:g} Elo over {} ({}). Use {}.", a, margin, b,
                         range, a);
    case Equivalence::kWeaker:
      return fmt::format("{} is shown to be more than {:g} Elo over {} (of A over B {}). Use {}.",
                         b, margin, a, range, b);
    case Equivalence::kContinue:
      break;
  }
  return fmt::format(
      "not enough games to show whether {} and {} are within {:g} Elo of each other ({}).", a, b,
      margin, range);
}

/// What a reader of the numbers should know before trusting them.
std::vector<std::string> notes(const MatchOptions& options, const MatchResult& result) {
  std::vector<std::string> notes;
  for (const EngineSettings* engine : {&options.a, &options.b}) {
    if (engine->threads > result.cores.cores_a_game) {
      notes.push_back(fmt::format("{} has {} threads but {} cores: its threads share them.",
                                  engine->spec, engine->threads, result.cores.cores_a_game));
    }
  }
  for (const bool a_lost : {true, false}) {
    std::map<Fault, int> lost;
    std::string last;
    for (const GameRecord& game : result.games) {
      if (!game.lost || (game.result_a == kLoss) != a_lost) continue;
      ++lost[game.lost->fault];
      if (game.lost->fault != Fault::kResigned) last = game.lost->words;
    }
    for (const auto& [fault, count] : lost) {
      notes.push_back(fmt::format("{} of {}'s games were lost by {}.", count, a_lost ? "A" : "B",
                                  fault == Fault::kResigned ? "resigning" : to_text(fault)));
    }
    if (!last.empty()) notes.push_back("the last fault: " + last);
  }
  const auto games = static_cast<double>(result.games.size());
  const double s = score(result.pentanomial);
  const double draws = static_cast<double>(result.losses_draws_wins[kDraw]) / games;
  if (games > 0 && std::abs(s - 0.5) > 0.45) {
    notes.push_back(
        "one side wins nearly all: a ceiling, where Elo says little. Give the other more.");
  } else if (games > 0 && draws > 0.8) {
    notes.push_back(fmt::format(
        "{} of the games are drawn: a ceiling that hides differences. Give both less, or another "
        "game.",
        format_percent(draws, 0)));
  }
  if (options.openings.plies > 0 && 2 * result.different_openings < result.games.size()) {
    notes.push_back(fmt::format(
        "only {} different openings for {} pairs: games that begin alike tell less. Give more "
        "plies (--openings random:plies=K).",
        result.different_openings, result.games.size() / 2));
  }
  if (result.decided) {
    notes.emplace_back(
        "a test that ends early does so at an extreme: read its verdict, not the Elo beside it.");
  }
  return notes;
}

}  // namespace

std::string match_verdict(const MatchOptions& options, const MatchResult& result) {
  const std::string where = fmt::format(
      "{}, {}: ", options.game.spec,
      options.limits ? to_text(*options.limits) + " a move" : "the engines' own budgets");
  if (options.sprt) return where + sprt_verdict_text(options, result);
  if (options.equivalent) return where + equivalence_text(options, result);
  constexpr double kSmall = 10;  // Elo below which nobody need care
  const std::string& a = options.a.spec;
  const std::string& b = options.b.spec;
  const Estimate e = elo(result.pentanomial);
  if (e.lower95 > 0) return where + comparison(a, b, e) + fmt::format(". Use {}.", a);
  if (e.upper95 < 0) return where + comparison(b, a, opposite(e)) + fmt::format(". Use {}.", b);
  const double widest = std::max(-e.lower95, e.upper95);
  if (widest <= kSmall) {
    return where +
           fmt::format("{} and {} are within {:.1f} Elo of each other. Use either.", a, b, widest);
  }
  std::string text = where + fmt::format("not enough games to tell {} from {} ({} Elo)", a, b,
                                         format_elo(e.value, e.lower95, e.upper95));
  const double difference = std::max(kSmall, std::abs(e.value));
  const double pairs = pairs_to_find(result.pentanomial, difference);
  const double more = std::ceil(pairs - static_cast<double>(pair_count(result.pentanomial)));
  if (more >= 1 && std::isfinite(more)) {
    text += fmt::format("; a difference of {:.0f} Elo would need about {} more pairs", difference,
                        format_count(static_cast<std::uint64_t>(more)));
  }
  return text + ".";
}

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
      {"equivalent", nullptr},
      {"iterations_per_second",
       {{"a", iterations_per_second(result.effort[0])},
        {"b", iterations_per_second(result.effort[1])}}},
      {"effort", {{"a", effort_json(result.effort[0])}, {"b", effort_json(result.effort[1])}}},
      {"budget", budget_text(options)},
      {"openings", to_text(options.openings)},
      {"opening_filter",
       {{"rule", filter_text(options.openings)},
        {"draws", result.opening_tries},
        {"different", result.different_openings},
        {"unbalanced", result.unbalanced_openings}}},
      {"seed", options.seed},
      {"cores",
       {{"games_at_once", result.cores.games_at_once},
        {"cores_a_game", result.cores.cores_a_game},
        {"pinned", result.cores.pinned},
        {"wall_seconds", result.cores.wall_seconds},
        {"search_share", result.cores.busy()}}},
      {"verdict", match_verdict(options, result)},
      {"notes", notes(options, result)},
      {"interrupted", result.interrupted}};
  if (options.equivalent) {
    const Estimate e = anytime_elo(result.pentanomial);
    json["equivalent"] = {
        {"margin", *options.equivalent},
        {"elo_lower95", e.lower95},
        {"elo_upper95", e.upper95},
        {"verdict", to_text(equivalence(result.pentanomial, *options.equivalent))}};
  }
  if (options.sprt) {
    json["sprt"] = {{"lo", options.sprt->lower},
                    {"hi", options.sprt->upper},
                    {"verdict", to_text(result.verdict)}};
  }
  return json;
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
      format_elo(nelo.value, nelo.lower95, nelo.upper95), format_percent(los(p), 2), p[0], p[1],
      p[2], p[3], p[4], format_percent(draw_ratio(p)));
  if (result.llr) {
    const SprtLimits limits = sprt_limits(options.sprt->alpha, options.sprt->beta);
    text += fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) for nElo [{:g}, {:g}]: {}\n", *result.llr,
                        limits.accept_h0, limits.accept_h1, options.sprt->lower,
                        options.sprt->upper, to_text(result.verdict));
  }
  if (options.equivalent) {
    text += fmt::format("Within {:g} Elo: {} ({} at 95 %, whenever it is looked at)\n",
                        *options.equivalent, to_text(equivalence(p, *options.equivalent)),
                        range_text(anytime_elo(p)));
  }
  text += '\n';
  Table table({{"", Table::Align::kLeft},
               {"it/s", Table::Align::kRight},
               {"it/move", Table::Align::kRight},
               {"depth", Table::Align::kRight},
               {"time/move", Table::Align::kRight},
               {"overshoot 99 %", Table::Align::kRight},
               {"worst", Table::Align::kRight}});
  for (std::size_t side : {0, 1}) {
    const Effort& effort = result.effort[side];
    const auto overshoot = [&](double share) {
      return effort.overshoots.empty() ? "-" : format_duration(effort.overshoot(share));
    };
    table.add_row({side == 0 ? "A" : "B", format_rate(iterations_per_second(effort)),
                   format_rate(per_move(static_cast<double>(effort.iterations), effort)),
                   fmt::format("{:.1f}", per_move(effort.depth_sum, effort)),
                   format_duration(per_move(effort.seconds, effort)), overshoot(0.99),
                   overshoot(1)});
  }
  text += table.to_console();
  std::string openings = fmt::format("Openings: {}", filter_text(options.openings));
  if (result.opening_tries > 0) {
    const double pairs = static_cast<double>(result.games.size()) / 2;
    openings += fmt::format("; {} different ones, {:.1f} draws each", result.different_openings,
                            static_cast<double>(result.opening_tries) / pairs);
  }
  if (result.unbalanced_openings > 0) {
    openings += fmt::format(", for {} pairs only the most even of {}", result.unbalanced_openings,
                            Openings::kTries);
  }
  text += '\n' + wrapped(openings + ".") + '\n';
  const CoreUse& use = result.cores;
  text +=
      fmt::format("Cores: {} at once, {} each{}; {} of their time in searches.\n",
                  use.games_at_once == 1 ? "1 game" : fmt::format("{} games", use.games_at_once),
                  use.cores_a_game == 1 ? "1 core" : fmt::format("{} cores", use.cores_a_game),
                  use.pinned ? " of its own" : "", format_percent(use.busy()));
  for (const std::string& note : notes(options, result)) text += wrapped("Note: " + note) + '\n';
  return text + '\n' + wrapped(match_verdict(options, result)) + '\n';
}

}  // namespace banyan::bench

// Matches as JSON and as text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "bench/engines/keys/tuned_constants.hpp"
#include "bench/match/match.hpp"
#include "bench/registry/limits.hpp"
#include "bench/statistics/equivalence.hpp"
#include "bench/statistics/rates.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

double iterations_per_second(const Effort& effort) {
  return effort.moves == 0 ? kNaN : per_second(effort.played, effort.seconds);
}

std::optional<std::string> repeats_note(const MatchResult& result) {
  if (result.repeated_games() == 0) return std::nullopt;
  const std::string repeated =
      fmt::format("{} of {} games repeat earlier ones", result.repeated_games(), result.games());
  const std::uint64_t starts = result.repeats.starts();
  if (!result.once) {
    return fmt::format(
        "{}. Others from the same openings differ, so the engines draw anew in each game, and all "
        "count{}.",
        repeated, starts == 1 ? ", for play from this opening" : "");
  }
  return fmt::format(
      "{}, move by move: from the same opening the engines repeat themselves. {} counts once, with "
      "{} games.{}",
      repeated, starts == 1 ? "The one opening" : fmt::format("Each of the {} openings", starts),
      result.counted_games(),
      result.only_repeats ? " The match ended, since more games would not count." : "");
}

namespace {

/// A sum over an engine's moves, divided by their number; NaN without moves.
double per_move(double sum, const Effort& effort) {
  return effort.moves == 0 ? kNaN : sum / static_cast<double>(effort.moves);
}

bool has_limits(const MatchOptions& options) {
  const Limits limits = options.limits.value_or(Limits{});
  return limits.iterations > 0 || limits.playouts > 0 || limits.time.count() > 0;
}

}  // namespace

Json budget_json(const MatchOptions& options) {
  if (options.clock && !has_limits(options)) return "the clock";
  return options.limits ? to_text(*options.limits) : "the engines' own";
}

std::string budget_text(const MatchOptions& options) {
  const std::string limits = has_limits(options) ? to_text(*options.limits) + " a move" : "";
  if (!options.clock) return limits.empty() ? "the engines' own budgets" : limits;
  return fmt::format("a clock of {}{}", to_text(*options.clock),
                     limits.empty() ? "" : ", at most " + limits);
}

namespace {

/// "A" for the first engine.
char capital(std::size_t engine) { return static_cast<char>('A' + engine); }

const char* deals_word(const MatchOptions& options) { return has_elo(options) ? "pairs" : "deals"; }

/// As many digits as the error justifies: 0.224, 1234.
std::string number(double value, double error) {
  const double digits = error > 0 && std::isfinite(error) ? 1 - std::floor(std::log10(error)) : 3;
  return fmt::format("{:.{}f}", value, static_cast<int>(std::clamp(digits, 0.0, 6.0)));
}

/// "+0.224 ± 0.051", with the digits of that error; without an error if a single deal gives none.
std::string advantage_text(const Estimate& e, double digits_of) {
  if (std::isnan(e.value)) return "unknown";
  const std::string value = (e.value < 0 ? "-" : "+") + number(std::abs(e.value), digits_of);
  if (!std::isfinite(e.error95)) return value + " (one deal: any error)";
  return fmt::format("{} ± {}", value, number(e.error95, digits_of));
}

/// The smallest error of any engine's advantage.
double least_error(const MatchOptions& options, const MatchResult& result) {
  double least = kInfinity;
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    least = std::min(least, result.over_even(i).error95);
  }
  return least;
}

/// The games that an engine lost other than by the rules.
struct LostGames {
  std::map<Fault, int> by;
  std::string last;  ///< fault, in words
};

LostGames lost_games(const MatchResult& result, std::size_t engine) {
  LostGames lost;
  for (const Deal& deal : result.deals) {
    for (const GameRecord& game : deal) {
      if (!game.lost || game.score(engine) != 0) continue;
      ++lost.by[game.lost->fault];
      if (game.lost->fault != Fault::kResigned) lost.last = game.lost->words;
    }
  }
  return lost;
}

/// Warnings for readers of the numbers.
std::vector<std::string> notes(const MatchOptions& options, const MatchResult& result) {
  std::vector<std::string> notes;
  for (const EngineSettings& engine : options.engines) {
    const bool played = result.cores.cores_a_game > 0;
    if (played && engine.threads > result.cores.cores_a_game) {
      notes.push_back(fmt::format("{} has {} threads but {} cores: its threads share them.",
                                  engine.spec, engine.threads, result.cores.cores_a_game));
    }
    if (engine.tuned) {
      notes.push_back(fmt::format("{}: {}.", engine.spec, tuned_text(options.game.canonical)));
    }
    using std::chrono::seconds;
    const auto time = limits_for(engine, options.limits).time;
    const auto told = std::chrono::ceil<seconds>(time);
    if (engine.kind == EngineKind::kGtp && told != time) {
      notes.push_back(fmt::format("{} is told {} s a move, since GTP has whole seconds.",
                                  engine.spec, told.count()));
    }
  }
  for (std::size_t engine = 0; engine < options.engines.size(); ++engine) {
    const LostGames lost = lost_games(result, engine);
    for (const auto& [fault, count] : lost.by) {
      const std::string how = fault == Fault::kResigned ? "by resigning"
                              : fault == Fault::kTime   ? "on time"
                                                        : fmt::format("by {}", to_text(fault));
      notes.push_back(fmt::format("{} of {}'s games were lost {}.", count, capital(engine), how));
    }
    if (!lost.last.empty()) notes.push_back("the last fault: " + lost.last);
  }
  std::ptrdiff_t adjudicated = 0;
  for (const Deal& deal : result.deals) {
    adjudicated += std::ranges::count(deal, true, &GameRecord::adjudicated);
  }
  if (adjudicated > 0) {
    notes.push_back(fmt::format("{} of {} games were ended early by --adjudicate {}.", adjudicated,
                                result.games(), to_text(options.adjudication)));
  }
  const double s = score(result.pentanomial);
  const double games = 2 * static_cast<double>(pair_count(result.pentanomial));
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
  if (auto note = repeats_note(result)) notes.push_back(std::move(*note));
  if (!result.once && options.openings.opens() && result.repeats.starts() < result.deals.size()) {
    notes.push_back(fmt::format(
        "only {} different openings for {} {}: games that begin alike tell less. Give {}.",
        result.repeats.starts(), result.deals.size(), deals_word(options),
        options.openings.file ? "a file of more" : "openings of more plies"));
  }
  if (result.decided) {
    notes.emplace_back(
        "a test that ends early does so at an extreme: read its verdict, not the estimate beside "
        "it.");
  }
  return notes;
}

/// Null for NaN, which it becomes in a file, also for who reads it before.
Json known(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

Json effort_json(const Effort& effort) {
  const bool limited = !effort.overshoots.empty();
  return {{"moves", effort.moves},
          {"iterations_per_move", known(per_move(static_cast<double>(effort.iterations), effort))},
          {"seconds_per_move", known(per_move(effort.seconds, effort))},
          {"mean_depth", known(per_move(effort.depth_sum, effort))},
          {"overshoot99_seconds", known(limited ? effort.overshoot(0.99) : kNaN)},
          {"worst_overshoot_seconds", known(limited ? effort.overshoot(1) : kNaN)}};
}

/// The engines' scores, in the game's unit.
Json scores_json(const MatchOptions& options, const MatchResult& result) {
  Json json;
  if (options.engines.size() == 2) {
    const Estimate lead = result.lead(0, 1);
    json = interval_json("score", lead);
  }
  json["even_share"] = mean(result.even_shares);
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    const Estimate over = result.over_even(i);
    json["mean_score"][letter(i)] = mean(result.scores[i]);
    json["over_even"][letter(i)] = over.value;
    json["over_even_error95"][letter(i)] = over.error95;
    json["over_even_lower95"][letter(i)] = over.lower95;
    json["over_even_upper95"][letter(i)] = over.upper95;
  }
  json["unit"] = options.game.start->unit();
  return json;
}

/// Estimates are unknown without games.
Json elo_json(const MatchResult& result) {
  const bool known = pair_count(result.pentanomial) > 0;
  const Estimate elo_value = known ? elo(result.pentanomial) : kNotMeasured;
  const Estimate nelo = known ? normalised_elo(result.pentanomial) : kNotMeasured;
  const auto& [losses, draws, wins] = result.losses_draws_wins;
  Json json{{"wins", wins},
            {"draws", draws},
            {"losses", losses},
            {"pentanomial", result.pentanomial},
            {"los", known ? los(result.pentanomial) : kNaN}};
  json.update(interval_json("elo", elo_value));
  json.update(interval_json("nelo", nelo));
  return json;
}

/// "A wins 10, draws ...", three lines.
std::string standing_text(const MatchResult& result) {
  const Pentanomial& counts = result.pentanomial;
  const auto& [losses, draws, wins] = result.losses_draws_wins;
  return fmt::format("A wins {}, draws {}, loses {}: score {}\n{}\n{}\n", wins, draws, losses,
                     format_percent(score(counts)),
                     elo_text(elo(counts), normalised_elo(counts), los(counts)),
                     pairs_text(counts));
}

/// The engines' scores, if there is no Elo, and their efforts.
std::string engines_text(const MatchOptions& options, const MatchResult& result) {
  const bool scores = !has_elo(options);
  std::vector<std::string> headers{"it/s",      "it/move",        "depth",
                                   "time/move", "overshoot 99 %", "worst"};
  if (scores) headers.insert(headers.begin(), {"score", "over an even share (95 %)"});
  std::vector<Table::Column> columns{{""}};
  for (const std::string& header : headers) columns.push_back({header, Table::Align::kRight});
  const double digits_of = least_error(options, result);
  Table table(columns);
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    std::vector<Table::Cell> row{std::string(1, capital(i))};
    if (scores) {
      const Estimate over = result.over_even(i);
      row.emplace_back(number(mean(result.scores[i]), digits_of));
      row.emplace_back(advantage_text(over, digits_of));
    }
    const Effort& effort = result.effort[i];
    const auto overshoot = [&](double share) {
      return effort.overshoots.empty() ? "-" : format_duration(effort.overshoot(share));
    };
    row.emplace_back(format_rate(iterations_per_second(effort)));
    row.emplace_back(format_rate(per_move(static_cast<double>(effort.iterations), effort)));
    row.emplace_back(effort.moves == 0 ? "n/a"
                                       : fmt::format("{:.1f}", per_move(effort.depth_sum, effort)));
    row.emplace_back(format_duration(per_move(effort.seconds, effort)));
    row.emplace_back(overshoot(0.99));
    row.emplace_back(overshoot(1));
    table.add_row(std::move(row));
  }
  return table.to_console();
}

}  // namespace

std::string elo_text(const Estimate& elo, const Estimate& nelo, double los) {
  return fmt::format("Elo {} (95 %), nElo {}, LOS {}", format_elo(elo), format_elo(nelo),
                     format_percent(los, 2));
}

std::string pairs_text(const Pentanomial& counts) {
  return fmt::format("Ptnml(0-2) {}, even pairs {}", fmt::join(counts, " "),
                     format_percent(draw_ratio(counts)));
}

std::string llr_text(double llr, const SprtSettings& sprt) {
  const SprtLimits limits = sprt_limits(sprt.alpha, sprt.beta);
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) for nElo [{:g}, {:g}]: {}", llr, limits.accept_h0,
                     limits.accept_h1, sprt.lower, sprt.upper, to_text(sprt_verdict(llr, limits)));
}

Json interval_json(const std::string& name, const Estimate& estimate) {
  return {{name, estimate.value},
          {name + "_error95", estimate.error95},
          {name + "_lower95", estimate.lower95},
          {name + "_upper95", estimate.upper95}};
}

Json match_json(const MatchOptions& options, const MatchResult& result) {
  Json json;
  json["game"] = options.game.spec;
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    json[letter(i)] = options.engines[i].spec;
  }
  json.update({{"games", result.games()},
               {"different_games", result.repeats.different_games()},
               {"repeated_games", result.repeated_games()},
               {"counted_games", result.counted_games()},
               {"only_repeats", result.only_repeats},
               {"deals", result.deals.size()},
               {"seats", options.game.start->players()},
               {"seat_orders", seatings(options).size()}});
  if (has_elo(options)) json.update(elo_json(result));
  json.update(scores_json(options, result));
  Json rates;
  Json efforts;
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    rates[letter(i)] = known(iterations_per_second(result.effort[i]));
    efforts[letter(i)] = effort_json(result.effort[i]);
  }
  json.update({{"llr", result.llr ? Json(*result.llr) : Json(nullptr)},
               {"sprt", nullptr},
               {"equivalent", nullptr},
               {"iterations_per_second", rates},
               {"effort", efforts},
               {"budget", budget_json(options)},
               {"openings", to_text(options.openings)},
               {"opening_filter",
                {{"rule", filter_text(options.openings)},
                 {"draws", result.opening_tries},
                 {"different", result.repeats.starts()},
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
               {"interrupted", result.interrupted}});
  if (options.clock) {
    json["clock"] = to_text(*options.clock);
    for (std::size_t i = 0; i < options.engines.size(); ++i) {
      json["lost_on_time"][letter(i)] = lost_games(result, i).by[Fault::kTime];
    }
  }
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
  const AnyGame& start = *options.game.start;
  std::string text = fmt::format("{} games of {}", result.games(), options.game.spec);
  if (result.repeated_games() > 0) {
    text += fmt::format(" ({} different, {} counted)", result.repeats.different_games(),
                        result.counted_games());
  }
  if (!has_elo(options)) {
    text += fmt::format(", {} deals {}", result.deals.size(),
                        start.players() == 1
                            ? "played by each engine"
                            : fmt::format("in {} seatings each", seatings(options).size()));
  }
  if (options.clock) text += fmt::format(", clock {}", to_text(*options.clock));
  text += fmt::format(", openings {}\n", to_text(options.openings));
  for (std::size_t i = 0; i < options.engines.size(); ++i) {
    text += fmt::format("{} {}\n", capital(i), options.engines[i].spec);
  }
  text += '\n';
  if (has_elo(options)) {
    text += standing_text(result);
  } else {
    text += fmt::format("Scores of a {} ({}); an even share is {}\n",
                        start.players() == 1 ? "game" : "seat", start.unit(),
                        number(mean(result.even_shares), least_error(options, result)));
    if (options.engines.size() == 2) {
      const Estimate lead = result.lead(0, 1);
      text += fmt::format("A is ahead of B by {} (95 %)\n", advantage_text(lead, lead.error95));
    }
  }
  if (result.llr) {
    text += llr_text(*result.llr, *options.sprt) + '\n';
  }
  if (options.equivalent) {
    text += fmt::format("Within {:g} Elo: {} ({} at 95 %, whenever it is looked at)\n",
                        *options.equivalent,
                        to_text(equivalence(result.pentanomial, *options.equivalent)),
                        elo_range_text(anytime_elo(result.pentanomial)));
  }
  text += '\n';
  text += engines_text(options, result);
  std::string openings = fmt::format("Openings: {}", filter_text(options.openings));
  if (result.opening_tries > 0) {
    openings += fmt::format(
        "; {} different ones, {:.1f} tries each", result.repeats.starts(),
        static_cast<double>(result.opening_tries) / static_cast<double>(result.deals.size()));
  }
  if (result.unbalanced_openings > 0) {
    openings += fmt::format(", for {} {} only the most even of {}", result.unbalanced_openings,
                            deals_word(options), Openings::kTries);
  }
  text += '\n' + wrapped(openings + ".") + '\n';
  const CoreUse& use = result.cores;
  text +=
      fmt::format("Cores: {} at once, {} each{}{}.\n",
                  use.games_at_once == 1 ? "1 game" : fmt::format("{} games", use.games_at_once),
                  use.cores_a_game == 1 ? "1 core" : fmt::format("{} cores", use.cores_a_game),
                  use.pinned ? " of its own" : "",
                  std::isnan(use.busy())
                      ? ""
                      : fmt::format("; {} of their time in searches", format_percent(use.busy())));
  for (const std::string& note : notes(options, result)) text += wrapped("Note: " + note) + '\n';
  return text + '\n' + wrapped(match_verdict(options, result)) + '\n';
}

}  // namespace banyan::bench

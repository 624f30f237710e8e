// The words of a verdict.
#include "bench/report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/measure/ablation.hpp"
#include "bench/report/summary.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr double kWorthwhile = 10;  // Elo below which nobody need care

/// The game's match of that kind in decision.json; null without one that has games.
const MatchRow* decision(const RunData& data, const std::string& game, std::string_view kind) {
  for (const MatchRow& match : data.decisions) {
    if (match.game == game && match.kind == kind && match.games > 0) return &match;
  }
  return nullptr;
}

/// How sure the difference between the chosen engine and `seq` is.
struct Sureness {
  double p = 1;           ///< by Holm's (1979) correction over the games of the run
  double alone = 1;       ///< of this game by itself
  std::size_t games = 1;  ///< of the run, that were judged together
};

Sureness sureness_of(const RunData& data, const MatchRow* chosen) {
  std::vector<double> p_values;
  std::size_t own = 0;
  for (const MatchRow& match : data.decisions) {
    if (match.kind != "chosen") continue;
    if (&match == chosen) own = p_values.size();
    p_values.push_back(difference_p_value(match.pentanomial));
  }
  return {holm_adjusted(p_values)[own], p_values[own], p_values.size()};
}

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.2g}", p); }

/// "p = 0.007", or what the correction made of it.
std::string sure_text(const Sureness& sure) {
  if (sure.games == 1) return p_text(sure.p);
  return fmt::format("{}, adjusted for the {} games of this run", p_text(sure.p), sure.games);
}

/// Why an interval that leaves out 0 decides nothing.
std::string correction_text(const Sureness& sure) {
  if (sure.alone > 0.05) return {};
  return fmt::format(
      " By itself this would be a difference ({}). Among the {} games of this run it is not: {} "
      "after Holm's correction.",
      p_text(sure.alone), sure.games, p_text(sure.p));
}

/// Whether the tree of `seq` holds the game, as far as that was measured.
bool exhausted(const std::vector<ThroughputRow>& rows, const std::string& game) {
  const ThroughputRow* const seq = find_row(rows, game, "seq");
  return seq != nullptr && seq->finished_share > kExhausted;
}

/// What the gain is worth: a factor of the time of `seq`, where half of it was shown to lose.
std::string worth_text(const RunData& data, const std::string& game, const Estimate& gain) {
  const MatchRow* const control = decision(data, game, "control");
  if (control == nullptr) return {};
  const Estimate half = control->elo();
  if (!(half.upper95 < 0)) {
    return fmt::format(
        " Half the time was not shown to cost seq any strength ({} Elo), so that what the gain is "
        "worth in time the games do not tell.",
        format_elo(half));
  }
  const Estimate doubling{-half.value, half.error95, -half.upper95, -half.lower95};
  return fmt::format(" That is worth {} times the time of seq, which half of it costs {} Elo.",
                     speedup_text(time_factor(gain, doubling), 0.25, 64), format_elo(half));
}

/// The engines that may be as strong as the chosen one, as far as the games tell that chose it.
std::string rivals_text(const RunData& data, const MatchRow& chosen, const Estimate& gain) {
  std::string rivals;
  std::uint64_t games = 0;
  for (const MatchRow& match : data.matches) {
    if (match.game != chosen.game || match.budget != chosen.budget || match.a == chosen.a ||
        match.a.starts_with("naive") || match.a.starts_with(kFairBaseline) ||
        match.elo().upper95 < gain.lower95) {
      continue;
    }
    games = match.games;
    rivals += (rivals.empty() ? "" : ", ") + match.a;
  }
  if (rivals.empty()) return {};
  return fmt::format(" Not shown to be weaker than it, by {} games each: {}.", games, rivals);
}

/// The factor of the games themselves: at the budget of the speeds it may be another.
std::string speed_text(const MatchRow& match) {
  return fmt::format(", with {:.2f} times the iterations/s in these games", match.speed_ratio());
}

}  // namespace

const char* const kVerdictNote =
    "Some games against seq choose an engine; fresh ones judge it, from other openings, at equal "
    "time. Shown is what holds for all games of this run together, by Holm's correction: a run of "
    "equal engines has any such "
    "verdict in one of twenty.";

std::string advice(const RunData& data, const std::string& game) {
  const MatchRow* const chosen = decision(data, game, "chosen");
  if (chosen == nullptr) {
    const bool played = std::any_of(data.matches.begin(), data.matches.end(),
                                    [&](const MatchRow& match) { return match.game == game; });
    return played ? fmt::format(
                        "{}: undecided, since the chosen engine has played no fresh games "
                        "(the suite decision).",
                        game)
                  : "";
  }
  const std::string where = fmt::format("{}, {} a move: ", game, chosen->budget);
  const std::string& engine = chosen->a;
  const std::string& base = chosen->b;
  const Estimate gain = chosen->elo();
  const std::string fresh =
      fmt::format("{} Elo over {} (95 %, {} fresh games)", format_elo(gain), base, chosen->games);
  if (exhausted(data.rows, game)) {
    return fmt::format(
        "{}any engine will do. The tree of {} holds nearly all of the game, and no engine can find "
        "more: {} is {}.",
        where, base, engine, fresh);
  }
  const Sureness sure = sureness_of(data, chosen);
  if (sure.p <= 0.05 && gain.value > 0) {
    return fmt::format("{}use {}. It is {}{}; {}.{}{}", where, engine, fresh, speed_text(*chosen),
                       sure_text(sure), worth_text(data, game, gain),
                       rivals_text(data, *chosen, gain));
  }
  if (sure.p <= 0.05) {
    return fmt::format("{}use {}. The best of the others, {}, is {}; {}.", where, base, engine,
                       fresh, sure_text(sure));
  }
  const double more =
      pairs_to_find(chosen->pentanomial, std::max(kWorthwhile, std::abs(gain.value)));
  const std::string to_decide =
      std::isfinite(more) ? fmt::format(" A difference of {:.0f} Elo would need some {} games.",
                                        std::max(kWorthwhile, std::abs(gain.value)),
                                        format_count(static_cast<std::uint64_t>(2 * more)))
                          : "";
  if (gain.value < 0) {
    return fmt::format("{}undecided; the best guess is {}. The best of the others, {}, is {}.{}{}",
                       where, base, engine, fresh, correction_text(sure), to_decide);
  }
  return fmt::format("{}undecided; the best guess is {}. It is {}.{}{}{}", where, engine, fresh,
                     correction_text(sure), to_decide, rivals_text(data, *chosen, gain));
}

std::string speed_verdict(const std::vector<ThroughputRow>& rows, const std::string& game) {
  const auto rate = [](const ThroughputRow& row) {
    const Estimate estimate = rate_estimate(row.iterations_per_second);
    return std::isfinite(estimate.value) ? estimate : Estimate{};
  };
  const ThroughputRow* const seq = find_row(rows, game, "seq");
  const ThroughputRow* fastest = nullptr;
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    if (fastest == nullptr || rate(row).value > rate(*fastest).value) fastest = &row;
  }
  const ThroughputRow& base = seq == nullptr ? *fastest : *seq;
  if (base.finished_share > kExhausted) {
    return fmt::format(
        "{}: the tree is exhausted, {} of the visits of {} end in finished games: nothing is said "
        "of speed.",
        game, format_percent(base.finished_share, 0), base.engine);
  }
  const Estimate best = rate(*fastest);
  const std::string fast = fmt::format("{}: fastest is {} with {}", game, fastest->engine,
                                       format_rate(best.value, "it/s"));
  if (seq == nullptr) return fast + ".";
  if (best.lower95 > rate(*seq).upper95) {
    return fmt::format("{}, {:.2f} times seq.", fast, best.value / rate(*seq).value);
  }
  return fmt::format("{}: none was shown to be faster than seq with {}.", game,
                     format_rate(rate(*seq).value, "it/s"));
}

std::string busy_text(const RunData& data) {
  std::size_t speeds = 0;
  std::size_t starving = 0;
  for (const auto* rows : {&data.rows, &data.later, &data.steps}) {
    speeds += rows->size();
    starving += static_cast<std::size_t>(std::count_if(rows->begin(), rows->end(), starved));
  }
  if (starving == 0) return {};
  return fmt::format(
      "The machine was busy: in {} of {} speeds it gave the engine fewer cores than threads "
      "(marked "
      "!). These engines are faster on an idle machine.",
      starving, speeds);
}

std::vector<std::string> verdict_sentences(const RunData& data) {
  std::vector<std::string> sentences{busy_text(data)};
  for (const std::string& game : games_of(data.matches)) sentences.push_back(advice(data, game));
  for (const std::string& game : games_of(data.rows)) {
    sentences.push_back(speed_verdict(data.rows, game));
  }
  std::erase(sentences, "");
  return sentences;
}

}  // namespace banyan::bench

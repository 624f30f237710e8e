// The words of a verdict.
#include "bench/report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "bench/report/speed_table.hpp"
#include "bench/rows/columns.hpp"
#include "bench/statistics/agreement.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

constexpr double kWorthwhile = 10;  // Elo below which nobody need care

enum class Certainty { kSure, kLikely, kUndecided, kTrivial };

/// What the games say of one game.
struct GameFinding {
  std::string game;
  const MatchRow* match = nullptr;  ///< the chosen engine's; null if it was not played
  Certainty certainty = Certainty::kUndecided;
  double p = 1;         ///< of this game alone
  double together = 1;  ///< by Holm's correction
  bool gains = false;   ///< the chosen engine scored more than its opponent
  bool busy = false;    ///< one of them had too few cores: equal time was not equal

  [[nodiscard]] std::string engine() const {
    if (certainty == Certainty::kTrivial) return "any";
    return match == nullptr ? "-" : gains ? match->a : match->b;
  }
};

/// What the chosen engines played.
std::string control_of(const RunData& data) {
  for (const MatchRow& match : data.decisions) {
    if (match.kind == "chosen") return match.b;
  }
  return "seq";
}

/// The game's match of that kind in decision; null without one that has games.
const MatchRow* decision(const RunData& data, const std::string& game, std::string_view kind) {
  for (const MatchRow& match : data.decisions) {
    if (match.game == game && match.kind == kind && match.games > 0) return &match;
  }
  return nullptr;
}

bool was_busy(const RunData& data, const std::string& game, const std::string& engine) {
  const ThroughputRow* const row = find_row(data.rows, game, engine);
  return row != nullptr && starved(*row);
}

/// Of the games with matches, trivial ones last.
std::vector<GameFinding> findings_of(const RunData& data) {
  std::vector<const MatchRow*> chosen;
  std::vector<double> p_values;
  for (const MatchRow& match : data.decisions) {
    if (match.kind != "chosen") continue;
    chosen.push_back(&match);
    p_values.push_back(difference_p_value(match.pentanomial));
  }
  const std::vector<double> together = holm_adjusted(p_values);
  std::vector<MatchRow> matches = data.matches;
  matches.insert(matches.end(), data.decisions.begin(), data.decisions.end());
  std::vector<GameFinding> findings;
  for (const std::string& game : trivial_last(data, games_of(matches))) {
    GameFinding& finding = findings.emplace_back();
    finding.game = game;
    if (is_trivial(data, game)) finding.certainty = Certainty::kTrivial;
    finding.match = decision(data, game, "chosen");
    if (finding.match == nullptr) continue;
    const auto own = static_cast<std::size_t>(
        std::find(chosen.begin(), chosen.end(), finding.match) - chosen.begin());
    finding.p = p_values[own];
    finding.together = together[own];
    finding.gains = finding.match->elo().value >= 0;
    if (is_trivial(data, game)) continue;
    finding.busy = was_busy(data, game, finding.match->a) || was_busy(data, game, finding.match->b);
    finding.certainty = finding.p > 0.05                          ? Certainty::kUndecided
                        : finding.together > 0.05 || finding.busy ? Certainty::kLikely
                                                                  : Certainty::kSure;
  }
  return findings;
}

std::string p_text(double p) { return p < 0.001 ? "p < 0.001" : fmt::format("p = {:.2g}", p); }

std::string certainty_text(const GameFinding& finding) {
  if (finding.certainty == Certainty::kTrivial) return "sure (trivial game)";
  if (finding.match == nullptr) return "undecided";
  constexpr std::array kWords{"sure", "likely", "undecided"};
  const bool sure = finding.certainty == Certainty::kSure;
  return fmt::format("{} ({})", kWords.at(static_cast<std::size_t>(finding.certainty)),
                     p_text(sure ? finding.together : finding.p));
}

/// What the gain is worth: a factor of the time of `seq`, where half of it was shown to lose.
std::optional<Estimate> time_factor_of(const RunData& data, const GameFinding& finding) {
  const MatchRow* const control = decision(data, finding.game, "control");
  if (control == nullptr) return std::nullopt;
  const Estimate half = control->elo();
  const Estimate doubling{-half.value, half.error95, -half.upper95, -half.lower95};
  return time_factor(finding.match->elo(), doubling);
}

std::string time_text(const RunData& data, const GameFinding& finding) {
  const auto factor = time_factor_of(data, finding);
  return factor ? speedup_text(*factor, 0.25, 64) : "unknown";
}

Table table_of(const RunData& data, const std::vector<GameFinding>& findings) {
  const std::string over = fmt::format("Elo over {} (95 %)", control_of(data));
  Table table({words("game"), words("use"), numbers(over), numbers("x time (95 %)"),
               decimals("x it/s"), words("certainty")});
  for (const GameFinding& finding : findings) {
    const bool measured = finding.certainty != Certainty::kTrivial && finding.gains;
    table.add_row({finding.game, finding.engine(),
                   measured ? elo_cell(finding.match) : Table::Cell("-"),
                   measured ? time_text(data, finding) : "-",
                   measured ? fmt::format("{:.2f}", finding.match->speed_ratio()) : "-",
                   certainty_text(finding)});
  }
  return table;
}

/// What one sentence says of all games for which it says the same.
std::string clause_of(const GameFinding& finding) {
  if (finding.certainty == Certainty::kTrivial) return "any engine will do for ";
  if (finding.match == nullptr) return "no engine was judged for ";
  const std::string engine = finding.engine();
  if (finding.certainty == Certainty::kSure) return fmt::format("use {} for ", engine);
  if (finding.certainty == Certainty::kLikely)
    return fmt::format("use {} (likely, not sure) for ", engine);
  return fmt::format("the best guess is {} for ", engine);
}

/// "Of 4 sharp cells 3 agree, 1 differs. Of 8 direction-only cells 5 agree, 3 cannot be told."
std::string paper_verdict(const std::vector<PaperCell>& cells) {
  constexpr std::array kAgreements{Agreement::kAgrees, Agreement::kDiffers, Agreement::kCannotTell,
                                   Agreement::kUnmeasured};
  constexpr std::array kPlural{"agree", "differ", "cannot be told", "are not measured"};
  constexpr std::array kSingular{"agrees", "differs", "cannot be told", "is not measured"};
  std::vector<std::string> sentences;
  for (const bool sharp : {true, false}) {
    std::ptrdiff_t all = 0;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < kAgreements.size(); ++i) {
      const auto count = std::count_if(cells.begin(), cells.end(), [&](const PaperCell& cell) {
        return cell.published.sharp == sharp && cell.verdict == to_text(kAgreements[i]);
      });
      all += count;
      const auto& verbs = count == 1 ? kSingular : kPlural;
      if (count > 0) parts.push_back(fmt::format("{} {}", count, verbs[i]));
    }
    if (all == 0) continue;
    sentences.push_back(fmt::format("Of {} {} cell{} {}.", all, sharp ? "sharp" : "direction-only",
                                    all == 1 ? "" : "s", fmt::join(parts, ", ")));
  }
  if (sentences.empty()) return "Nothing of it was published.";
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string answer_of(const RunData& data, std::vector<GameFinding> findings) {
  if (!data.paper.name.empty()) {
    return fmt::format("{}: {}", data.paper.name, paper_verdict(data.paper.cells));
  }
  if (findings.empty() && data.study) {
    const std::string& question = data.study->help;
    return fmt::format("The study {}: {}{}", data.study->name, question,
                       question.ends_with('?') ? "" : ".");
  }
  if (findings.empty()) return "No games were played: this run does not say which engine to use.";
  std::stable_sort(
      findings.begin(), findings.end(),
      [](const GameFinding& a, const GameFinding& b) { return a.certainty < b.certainty; });
  std::string sentence;
  for (const std::string& clause : distinct(findings, clause_of)) {
    std::vector<std::string_view> games;
    for (const GameFinding& finding : findings) {
      if (clause_of(finding) == clause) games.push_back(finding.game);
    }
    sentence += (sentence.empty() ? "" : "; ") + clause + enumeration(games);
  }
  sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence + ".";
}

/// Why a game is not sure; empty if it is.
std::string reason_of(const GameFinding& finding) {
  if (finding.certainty == Certainty::kTrivial) {
    return fmt::format("{}: The tree of seq holds nearly all of the game.", finding.game);
  }
  if (finding.match == nullptr) {
    return fmt::format("{}: The chosen engine has played no fresh games (the suite decision).",
                       finding.game);
  }
  const MatchRow& match = *finding.match;
  const Estimate gain = match.elo();
  std::string text;
  if (!finding.gains) {
    text = fmt::format(" The best of the others, {}, has {} Elo over {}.", match.a,
                       format_elo(gain), match.b);
  }
  const bool likely = finding.certainty == Certainty::kLikely;
  if (likely && finding.together > 0.05) {
    text += fmt::format(
        " By itself this is a difference ({}), but not among all games of this run ({} after "
        "Holm's correction).",
        p_text(finding.p), p_text(finding.together));
  }
  if (likely && finding.busy) text += " The machine was busy, so equal time was not equal.";
  if (finding.certainty == Certainty::kUndecided) {
    const double elo = std::max(kWorthwhile, std::abs(gain.value));
    const double pairs = pairs_to_find(match.pentanomial, elo);
    if (std::isfinite(pairs)) {
      text += fmt::format(" To show a difference of {:.0f} Elo takes some {} games.", elo,
                          format_count(static_cast<std::uint64_t>(2 * pairs)));
    }
  }
  return text.empty() ? "" : fmt::format("{}:{}", finding.game, text);
}

std::string note_of(const MatchRow& match) {
  return fmt::format(
      "Elo comes from {0} fresh games against {2}, with {1} per move for both; a shorter match "
      "chose the engine. x time: how many times longer {2} must think to play as well. x it/s: "
      "iterations per second over those of {2}, in these games. Sure: p is at most 0.05 after "
      "Holm's correction for all games of the run. Other engines may be as strong.",
      format_count(match.games), match.budget, match.b);
}

}  // namespace

bool is_trivial(const RunData& data, const std::string& game) {
  const ThroughputRow* const seq = find_row(data.rows, game, "seq");
  return seq != nullptr && seq->finished_share > kExhaustedShare;
}

std::vector<std::string> trivial_last(const RunData& data, std::vector<std::string> games) {
  std::stable_partition(games.begin(), games.end(),
                        [&](const std::string& game) { return !is_trivial(data, game); });
  return games;
}

std::vector<Row> rows_of(const RunData& data) {
  std::vector<Row> rows = data.table;
  RowWriter run({.experiment = "run"}, rows);
  if (!data.finished) {
    for (const std::string& sentence : data.missing) run.add_text("missing", sentence);
  }
  run.common.experiment = "verdict";
  run.add_text("busy", busy_text(data));
  run.add_text("answer", verdict_of(data).answer);
  for (const std::string& note : verdict_of(data).notes) {
    if (note != busy_text(data)) run.add_text("note", note);
  }
  for (const GameFinding& finding : findings_of(data)) {
    RowWriter writer({.experiment = "verdict", .game = finding.game}, rows);
    if (const MatchRow* const match = finding.match) {
      writer.common.engine = match->a;
      writer.common.threads = threads_of(match->a);
      writer.common.opponent = match->b;
      writer.common.budget = match->budget;
      writer.common.n = match->games;
      writer.add("elo", match->elo(), match->games, "Elo");
      writer.add("p", finding.p, "1");
      writer.add("p_adjusted", finding.together, "1");
      writer.add("speed_ratio", match->speed_ratio(), "1");
      if (const auto factor = time_factor_of(data, finding)) {
        writer.add("time_factor", *factor, match->games, "1");
      }
    }
    writer.add_text("use", finding.engine());
    writer.add_text("certainty", certainty_text(finding));
  }
  return rows;
}

RunVerdict verdict_of(const RunData& data) {
  const std::vector<GameFinding> findings = findings_of(data);
  RunVerdict verdict{answer_of(data, findings), table_of(data, findings), {busy_text(data)}};
  const MatchRow* played = nullptr;
  for (const GameFinding& finding : findings) {
    verdict.notes.push_back(reason_of(finding));
    if (played == nullptr) played = finding.match;
  }
  for (const std::string& game : games_of(data.rows)) {
    if (decision(data, game, "chosen") == nullptr) {
      verdict.notes.push_back(speed_verdict(data.rows, game));
    }
  }
  if (played != nullptr) verdict.notes.push_back(note_of(*played));
  std::erase(verdict.notes, "");
  return verdict;
}

std::string speed_verdict(const std::vector<ThroughputRow>& rows, const std::string& game) {
  const auto rate = [](const ThroughputRow& row) { return rate_of(row.iterations_per_second); };
  const ThroughputRow* const seq = find_row(rows, game, "seq");
  const ThroughputRow* fastest = nullptr;
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    if (fastest == nullptr || rate(row).value > rate(*fastest).value) fastest = &row;
  }
  const ThroughputRow& base = seq == nullptr ? *fastest : *seq;
  if (base.finished_share > kExhaustedShare) {
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
      "(marked !). These engines are faster on an idle machine.",
      starving, speeds);
}

}  // namespace banyan::bench

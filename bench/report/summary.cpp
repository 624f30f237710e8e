// Building the summary of a run.
#include "bench/report/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "bench/measure/ablation.hpp"
#include "bench/report/sections.hpp"
#include "bench/report/verdict.hpp"
#include "bench/rows/columns.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/text.hpp"
#include "core/search/phases.hpp"

namespace banyan::bench {
namespace {

using Best = Table::Best;

constexpr double kNoisyShare = 0.25;  // half an interval of a share that says nothing

/// Of a rate that is too noisy nothing can be said, not that it is the best either.
Table::Cell rate_cell(const std::string& text, Estimate rate) {
  if (too_noisy(rate)) std::tie(rate.lower95, rate.upper95) = std::pair(-kInfinity, kInfinity);
  return {text, rate};
}

/// The baseline of a game's table: runs of before there was a fair one have the textbook's.
std::string baseline_of(const std::vector<ThroughputRow>& rows, const std::string& game) {
  const std::string fair(kFairBaseline);
  return find_row(rows, game, fair) == nullptr ? "naive" : fair;
}

/// How many times faster a row is than an engine on the same game.
std::string ratio_text(const ThroughputRow& row, const std::vector<ThroughputRow>& rows,
                       const std::string& engine) {
  const ThroughputRow* const base = find_row(rows, row.game, engine);
  if (base == nullptr || rate_of(base->iterations_per_second).value <= 0) return "-";
  const Estimate ratio = ratio_estimate(row.iterations_per_second, base->iterations_per_second);
  if (!std::isfinite(ratio.value)) return "-";
  if (std::isfinite(ratio.error95) && too_noisy(ratio) && base != &row) return "too noisy";
  return fmt::format("{:.{}f}", ratio.value, ratio.value < 0.1 ? 4 : 2);
}

/// What the strategy's own further threads bring: the speed over itself with one.
std::string over_own_thread(const std::vector<ThroughputRow>& rows, const ThroughputRow& row) {
  const ThroughputRow* const one = one_thread_row(rows, row);
  if (row.threads == 1 || one == nullptr) return "-";
  return format_ratio(ratio_estimate(row.iterations_per_second, one->iterations_per_second));
}

/// "helps" or "hurts" where the interval lies on one side of 0.
const char* effect(const Estimate& e) {
  return e.lower95 > 0 ? "helps" : e.upper95 < 0 ? "hurts" : "cannot tell";
}

/// At which budgets half of one was found to be worse, and at which not.
std::string truth_control(const std::vector<SolvedSet>& sets, const std::string& game) {
  std::string found;
  std::string failed;
  for (const SolvedSet& set : sets) {
    if (set.game != game || !set.control) continue;
    std::string& budgets = set.control_found ? found : failed;
    budgets += (budgets.empty() ? "" : ", ") + set.budget;
  }
  std::string text;
  if (!found.empty()) {
    text += fmt::format(" The control, half the budget, was found to be worse at {}.", found);
  }
  if (!failed.empty()) {
    text += fmt::format(
        " The control{} was not found to be worse at {}. There these positions cannot separate "
        "engines a factor of two apart in budget, so a missing difference means nothing.",
        found.empty() ? ", half the budget," : "", failed);
  }
  return text;
}

std::string paragraphs(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "\n" + wrapped(note) + "\n";
  return text;
}

}  // namespace

Estimate rate_of(const std::vector<double>& rates) {
  const Estimate rate = rate_estimate(rates);
  return std::isfinite(rate.value) ? rate : Estimate{};
}

Table throughput_table(const std::vector<ThroughputRow>& rows, const std::string& game) {
  const std::string baseline = baseline_of(rows, game);
  Table table({words("engine"), numbers("iterations/s", Best::kHighest),
               numbers("playouts/s", Best::kHighest), numbers("finished"),
               decimals("x " + baseline), decimals("x seq"), numbers("x 1 thread (95 %)"),
               decimals("cores"), decimals("depth"), decimals("bytes/it")});
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    const Estimate rate = rate_of(row.iterations_per_second);
    const Estimate simulated = rate_of(row.playouts_per_second);
    std::string rate_text = format_rate(rate.value);
    const bool repeated = row.iterations_per_second.size() > 1;
    if (repeated && too_noisy(rate)) {
      rate_text = "too noisy";
    } else if (repeated && rate.value > 0) {
      rate_text += " ± " + format_error(rate);
    }
    table.add_row(
        {row.engine, rate_cell(rate_text, rate), rate_cell(format_rate(simulated.value), simulated),
         std::isnan(row.finished_share) ? "-" : format_percent(row.finished_share),
         ratio_text(row, rows, baseline), ratio_text(row, rows, "seq"), over_own_thread(rows, row),
         fmt::format("{:.2f}{}", row.cores, starved(row) ? "!" : ""),
         fmt::format("{:.1f}", row.mean_depth), fmt::format("{:.1f}", row.bytes_per_iteration)});
  }
  return table;
}

Table ablation_table(const std::vector<ThroughputRow>& steps, const std::string& game) {
  const std::string baseline = baseline_of(steps, game);
  Table table({words("step"), words("what is new"), numbers("iterations/s", Best::kHighest),
               numbers("x before (95 %)"), decimals("x " + baseline), decimals("bytes/it")});
  const ThroughputRow* before = nullptr;
  for (const ThroughputRow& row : steps) {
    if (row.game != game) continue;
    const Estimate rate = rate_of(row.iterations_per_second);
    const std::string gain = before == nullptr
                                 ? "-"
                                 : format_ratio(ratio_estimate(row.iterations_per_second,
                                                               before->iterations_per_second));
    table.add_row({row.engine, std::string(ablation_step(row.engine)),
                   rate_cell(format_rate(rate.value) + (starved(row) ? "!" : ""), rate), gain,
                   ratio_text(row, steps, baseline),
                   fmt::format("{:.1f}", row.bytes_per_iteration)});
    if (row.engine != kFairBaseline) before = &row;
  }
  return table;
}

std::vector<Estimate> phase_shares(const PhasesRow& phases) {
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; !phases.shares.empty() && i < kPhases; ++i) {
    std::vector<double> shares;
    for (const auto& search : phases.shares) shares.push_back(search[i]);
    // A share lies within 0 and 1, whatever t says of few searches.
    Estimate& share = estimates.emplace_back(closed(mean_estimate(shares)));
    share.lower95 = std::max(share.lower95, 0.0);
    share.upper95 = std::min(share.upper95, 1.0);
    share.error95 = (share.upper95 - share.lower95) / 2;
  }
  return estimates;
}

std::string phase_name(std::size_t phase) {
  std::string name = kPhaseNames[phase];
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

Table phases_table(const std::vector<PhasesRow>& games) {
  std::vector<Table::Column> columns{words("game")};
  for (std::size_t i = 0; i < kPhases; ++i) {
    columns.push_back(numbers(phase_name(i) + " (95 %)"));
  }
  Table table(columns);
  for (const PhasesRow& phases : games) {
    const std::vector<Estimate> shares = phase_shares(phases);
    if (shares.empty()) continue;
    std::vector<Table::Cell> cells{phases.game};
    for (const Estimate& share : shares) {
      cells.emplace_back(
          share.error95 > kNoisyShare
              ? "too noisy"
              : fmt::format("{:.1f} ± {:.1f} %", 100 * share.value, 100 * share.error95));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table strength_table(std::vector<MatchRow> matches) {
  Table table({words("game"), words("A"), words("B"), words("budget per move"), numbers("games"),
               numbers("A wins"), numbers("draws"), numbers("loses"),
               numbers("Elo of A (95 %)", Best::kHighest)});
  const auto is_before = [](const MatchRow& a, const MatchRow& b) {
    return std::tie(a.game, a.budget) < std::tie(b.game, b.budget);
  };
  std::stable_sort(matches.begin(), matches.end(), is_before);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const MatchRow& match = matches[i];
    if (i > 0 && is_before(matches[i - 1], match)) table.begin_group();
    table.add_row({match.game, match.a, match.b, match.budget, std::to_string(match.games),
                   std::to_string(match.wins), std::to_string(match.draws),
                   std::to_string(match.losses), elo_cell(&match)});
  }
  return table;
}

Table gains_table(const std::vector<MatchRow>& matches, const std::string& game) {
  Table table({words("engine"), numbers("Elo, iterations", Best::kHighest), words("so it"),
               numbers("Elo, time", Best::kHighest), words("so it"), decimals("iterations x")});
  for (const MatchRow& of_iterations : matches) {
    if (of_iterations.game != game || of_iterations.kind != "iterations") continue;
    std::vector<Table::Cell> cells{of_iterations.engine};
    const auto add = [&](const MatchRow& match) {
      const Estimate e = match.elo();
      cells.push_back(elo_cell(&match));
      cells.emplace_back(effect(e));
    };
    add(of_iterations);
    if (const MatchRow* const of_time = find_match(matches, game, "time", of_iterations.a)) {
      add(*of_time);
      cells.emplace_back(fmt::format("{:.2f}", of_time->speed_ratio()));
    }
    cells.resize(6, "-");
    table.add_row(cells);
  }
  return table;
}

Table truth_table(const std::vector<SolvedSet>& sets, const std::string& game) {
  std::vector<SolvedSet> of_game = sets;
  std::erase_if(of_game, [&](const SolvedSet& set) { return set.game != game; });
  const auto first_engine = [](const SolvedSet& set) {
    return set.rows.empty() ? "" : set.rows.front().engine;
  };
  Table table({words("budget per move"), words("engine"), numbers("failures", Best::kLowest),
               numbers("95 %"), numbers("regret (95 %)", Best::kLowest),
               numbers(fmt::format("more than {} (95 %)",
                                   fmt::join(distinct(of_game, first_engine), ", ")))});
  const auto percent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
  for (const SolvedSet& set : of_game) {
    const auto add = [&](const SolvedRow& row, const std::string& engine, bool first) {
      const Estimate& rate = row.failure_rate;
      table.add_row(
          {set.budget,
           engine,
           {percent(rate.value) + " %", rate},
           percent(rate.lower95) + " to " + percent(rate.upper95),
           {fmt::format("{:.3f} ± {:.3f}", row.regret.value, row.regret.error95), row.regret},
           first ? "-"
                 : fmt::format("{:+.1f} ± {:.1f}", 100 * row.more_failures.value,
                               100 * row.more_failures.error95)});
    };
    table.begin_group();
    for (const SolvedRow& row : set.rows) add(row, row.engine, &row == &set.rows.front());
    if (!set.control) continue;
    table.begin_group();
    add(*set.control, "control: " + set.control->engine, false);
  }
  return table;
}

std::string truth_note(const std::vector<SolvedSet>& sets, const std::string& game) {
  for (const SolvedSet& set : sets) {
    if (set.game != game) continue;
    const std::string note = fmt::format(
        "A failure is a move that loses some of the value that an exact solver finds. The {} "
        "positions come after {} to {} random plies. {} others, where all moves are equally good, "
        "were left out. Regret is the mean value lost: a win is 1, a draw 1/2.",
        set.positions, set.first_ply, set.last_ply, set.left_out);
    return note + truth_control(sets, game);
  }
  return {};
}

Summary summarise_run(const RunData& data) {
  Summary summary;
  const auto both = [&](const std::string& text) {
    summary.console += text;
    summary.markdown += markdown_escaped(text);
  };
  const auto heading = [&](const std::string& text) {
    summary.console += fmt::format("\n{}\n\n", printable(text));
    summary.markdown += fmt::format("\n## {}\n\n", markdown_escaped(text));
  };
  summary.markdown = fmt::format("# Banyan, {} profile\n", markdown_escaped(data.info.profile));
  if (!data.finished) {
    both("\nThis run was interrupted: what follows is what was finished.\n");
    for (const std::string& sentence : data.missing) {
      summary.markdown += "\n- " + markdown_escaped(sentence);
    }
    summary.markdown += '\n';
  }
  const RunVerdict verdict = verdict_of(data);
  const bool decided = !verdict.table.empty();
  if (decided) {
    summary.markdown +=
        fmt::format("\n## Verdict\n\n{}\n\n{}{}", markdown_escaped(wrapped(verdict.answer)),
                    verdict.table.to_markdown(), markdown_escaped(paragraphs(verdict.notes)));
  } else if (const std::string busy = busy_text(data); !busy.empty()) {
    both(paragraphs({busy}));
  }

  for (const Section& section : sections_of(data)) {
    // A study's own tables say it in fewer lines.
    if (section.kind == "throughput" && data.study) continue;
    heading(section.heading);
    const char* gap = "";
    for (const Table& table : section.tables) {
      summary.console += gap + table.to_console();
      summary.markdown += gap + table.to_markdown();
      gap = "\n";
    }
    both(paragraphs(section.notes));
  }
  if (decided) {
    summary.console += fmt::format("\nVerdict\n\n{}\n\n{}{}", wrapped(verdict.answer),
                                   verdict.table.to_console(), paragraphs(verdict.notes));
  }

  heading("Provenance");
  both(wrapped(provenance_text(data.info)) + "\n");
  summary.markdown += fmt::format("\nRepeat with: {}\n", markdown_code(data.info.command));
  return summary;
}

}  // namespace banyan::bench

// Building the summary of a run.
#include "bench/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "bench/ablation.hpp"
#include "bench/statistics.hpp"
#include "bench/text.hpp"

namespace banyan::bench {
namespace {

using Align = Table::Align;
using Best = Table::Best;

std::vector<std::string> games_of(const std::vector<ThroughputRow>& rows) {
  std::vector<std::string> games;
  for (const ThroughputRow& row : rows) {
    if (games.empty() || games.back() != row.game) games.push_back(row.game);
  }
  return games;
}

/// The median rate of an engine on a game; NaN if it was not measured.
double median_rate(const std::vector<ThroughputRow>& rows, const std::string& game,
                   const std::string& engine) {
  for (const ThroughputRow& row : rows) {
    if (row.game == game && row.engine == engine) return median(row.iterations_per_second);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::string ratio(double value, double baseline) {
  if (!std::isfinite(baseline) || baseline <= 0) return "-";
  return fmt::format("{:.{}f}", value / baseline, value < baseline / 10 ? 4 : 2);
}

}  // namespace

Table throughput_table(const std::vector<ThroughputRow>& rows, const std::string& game) {
  Table table({{"engine"},
               {"iterations/s", Align::kRight, Best::kHighest},
               {"95 %", Align::kRight},
               {"playouts/s", Align::kRight, Best::kHighest},
               {"x seq", Align::kDecimal},
               {"x naive", Align::kDecimal},
               {"cores", Align::kDecimal},
               {"depth", Align::kDecimal},
               {"bytes/it", Align::kDecimal}});
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    const double rate = median(row.iterations_per_second);
    const double playouts = median(row.playouts_per_second);
    const Estimate estimate = mean_estimate(row.iterations_per_second);
    table.add_row({row.engine,
                   {format_rate(rate), rate},
                   std::isfinite(estimate.error95)
                       ? "± " + format_percent(estimate.error95 / estimate.value, 0)
                       : "-",
                   {format_rate(playouts), playouts},
                   ratio(rate, median_rate(rows, game, "seq")),
                   ratio(rate, median_rate(rows, game, "naive")),
                   fmt::format("{:.2f}{}", row.cores, starved(row) ? "!" : ""),
                   fmt::format("{:.1f}", row.mean_depth),
                   fmt::format("{:.1f}", row.bytes_per_iteration)});
  }
  return table;
}

Table ablation_table(const std::vector<ThroughputRow>& steps, const std::string& game) {
  Table table({{"step"},
               {"what is new"},
               {"iterations/s", Align::kRight, Best::kHighest},
               {"x before (95 %)", Align::kRight},
               {"x naive", Align::kDecimal},
               {"bytes/it", Align::kDecimal}});
  const ThroughputRow* before = nullptr;
  for (const ThroughputRow& row : steps) {
    if (row.game != game) continue;
    const double rate = median(row.iterations_per_second);
    std::string gain = "-";
    if (before != nullptr) {
      const Estimate ratio =
          ratio_estimate(row.iterations_per_second, before->iterations_per_second);
      gain = fmt::format("{:.2f}", ratio.value);
      if (std::isfinite(ratio.error95)) {
        gain += fmt::format(" ({:.2f} to {:.2f})", ratio.lower95, ratio.upper95);
      }
    }
    table.add_row({row.engine,
                   std::string(ablation_step(row.engine)),
                   {format_rate(rate), rate},
                   gain,
                   ratio(rate, median_rate(steps, game, "naive")),
                   fmt::format("{:.1f}", row.bytes_per_iteration)});
    before = &row;
  }
  return table;
}

Table strength_table(const Json& matches) {
  Table table({{"game"},
               {"A"},
               {"B"},
               {"budget a move"},
               {"games", Align::kRight},
               {"A wins", Align::kRight},
               {"draws", Align::kRight},
               {"loses", Align::kRight},
               {"Elo of A (95 %)", Align::kRight}});
  for (const Json& match : matches) {
    const Pentanomial pentanomial = match["pentanomial"];
    const Estimate value = elo(pentanomial);
    const auto count = [&](const char* name) {
      return std::to_string(match[name].get<std::uint64_t>());
    };
    table.add_row({match["game"].get<std::string>(), match["a"].get<std::string>(),
                   match["b"].get<std::string>(), match["budget"].get<std::string>(),
                   count("games"), count("wins"), count("draws"), count("losses"),
                   format_elo(value.value, value.lower95, value.upper95)});
  }
  return table;
}

std::string verdict(const std::vector<ThroughputRow>& rows, const Json& matches,
                    const std::string& game) {
  const ThroughputRow* seq = nullptr;
  const ThroughputRow* fastest = nullptr;
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    if (row.engine == "seq") seq = &row;
    if (fastest == nullptr ||
        median(row.iterations_per_second) > median(fastest->iterations_per_second)) {
      fastest = &row;
    }
  }
  const double rate = median(fastest->iterations_per_second);
  std::string text = fmt::format("{}: ", game);
  if (seq == nullptr) {
    text += fmt::format("fastest is {} with {}it/s", fastest->engine, format_rate(rate));
  } else if (mean_estimate(fastest->iterations_per_second).lower95 >
             mean_estimate(seq->iterations_per_second).upper95) {
    text += fmt::format("fastest is {} with {}it/s, {} times seq", fastest->engine,
                        format_rate(rate), ratio(rate, median(seq->iterations_per_second)));
  } else {
    text += fmt::format("none was shown to be faster than seq with {}it/s",
                        format_rate(median(seq->iterations_per_second)));
  }
  std::string stronger;
  bool played = false;
  for (const Json& match : matches) {
    const bool equal_time =
        match["effort"]["a"].contains("seconds_per_move") &&
        match["budget"].get<std::string>().find("playouts") == std::string::npos;
    if (match["game"] != game || !equal_time) continue;
    played = true;
    const Estimate value = elo(match["pentanomial"].get<Pentanomial>());
    if (value.value > value.error95)
      stronger += (stronger.empty() ? "" : ", ") + match["a"].get<std::string>();
  }
  if (!played) return text + ".";
  return text + (stronger.empty() ? "; none was shown to beat seq at equal time."
                                  : "; at equal time seq is beaten by " + stronger + ".");
}

Summary summarise_run(const Json& run, const std::vector<ThroughputRow>& rows,
                      const std::vector<ThroughputRow>& steps, const Json& matches) {
  const Json& settings = run["settings"];
  const Json& from = run["provenance"];
  Summary summary;
  const auto both = [&](const std::string& text) {
    summary.console += text;
    summary.markdown += text;
  };
  const auto heading = [&](const std::string& text) {
    summary.console += fmt::format("\n{}\n\n", text);
    summary.markdown += fmt::format("\n## {}\n\n", text);
  };
  summary.markdown = fmt::format("# Banyan, {} profile\n", settings["profile"].get<std::string>());
  if (!run["finished"].get<bool>())
    both("\nThis run was interrupted: what follows is what was finished.\n");

  for (const std::string& game : games_of(rows)) {
    heading(fmt::format("{}: speed from the first position, {} searches of {} ms", game,
                        settings["repetitions"].get<int>(), settings["search_ms"].get<int>()));
    const Table table = throughput_table(rows, game);
    summary.console += table.to_console();
    summary.markdown += table.to_markdown();
  }
  if (!rows.empty())
    both(
        "\nRates are medians and count whole iterations, over all threads together; 95 % is the\n"
        "interval of the mean. x seq and x naive are ratios of medians at equal time. cores is "
        "processor\n"
        "time over real time; with a !, the machine did not give the engine a core for every "
        "thread.\n");

  for (const std::string& game : games_of(steps)) {
    heading(fmt::format("{}: what each optimisation brings, one thread", game));
    const Table table = ablation_table(steps, game);
    summary.console += table.to_console();
    summary.markdown += table.to_markdown();
  }
  if (!steps.empty()) {
    both(
        "\nEach step has all those before it; x before is the ratio to the line above. Searches of "
        "the\n"
        "ablation end after a million iterations at the latest.\n");
  }

  if (!matches.empty()) {
    heading("Strength: each opening twice with colours swapped");
    const Table table = strength_table(matches);
    summary.console += table.to_console();
    summary.markdown += table.to_markdown();
    heading("Verdict");
    for (const std::string& game : games_of(rows)) both(verdict(rows, matches, game) + "\n");
  }

  heading("Provenance");
  const Json& machine = from["machine"];
  both(fmt::format("Banyan {} ({}), {}, {}; {} with {} CPUs; {}; {}\n",
                   from["version"].get<std::string>(), from["commit"].get<std::string>(),
                   from["compiler"].get<std::string>(), machine["allocator"].get<std::string>(),
                   machine["cpu_model"].get<std::string>(), machine["available_cpus"].get<int>(),
                   machine["os"].get<std::string>(), machine["time_utc"].get<std::string>()));
  summary.markdown += fmt::format("\nRepeat with: `{}`\n", from["command"].get<std::string>());
  return summary;
}

}  // namespace banyan::bench

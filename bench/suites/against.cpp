// Measures two programs in turns.
#include "bench/suites/against.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "bench/measure/child.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// One engine on one game.
struct Turns {
  std::string game;
  std::string engine;
  std::array<std::vector<double>, 2> rates{};  // of A and B, by round
};

/// Iterations per second with a playout, as `bench` counts them. Nothing after a stop request. Both
/// programs search without --warm-up, which builds from before 25 November 2026 lack.
std::optional<double> rate_of(const std::string& program, const Turns& row,
                              const AgainstOptions& options, std::uint64_t round,
                              const std::stop_token& stop) {
  const auto microseconds =
      std::chrono::duration_cast<std::chrono::microseconds>(options.search_time).count();
  const auto found =
      search_by(program,
                {"--game", row.game, "--engine", row.engine, "--time",
                 fmt::format("{}us", microseconds), "--seed", std::to_string(options.seed + round)},
                stop);
  if (!found) return std::nullopt;
  try {
    const double playouts = found->at("playouts");
    const double visits = playouts + found->at("finished").get<double>();
    const double rate = found->at("iterations_per_second");
    return visits > 0 ? rate * playouts / visits : rate;
  } catch (const Json::exception&) {
    throw std::runtime_error(
        fmt::format("{} does not print what a search found, as this program does.", program));
  }
}

SpeedChange change_of(const Turns& row) {
  const auto& [before, after] = row.rates;
  return {.game = row.game,
          .engine = row.engine,
          .before = geometric_mean(before),
          .after = geometric_mean(after),
          .ratio = paired_ratio_estimate(after, before),
          .p_value = paired_ratio_p_value(after, before)};
}

}  // namespace

std::string find_program(const std::filesystem::path& path) {
  for (const char* inside : {"", "banyan", "build/release/banyan"}) {
    const std::filesystem::path file = *inside == 0 ? path : path / inside;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored))
      return std::filesystem::absolute(file).string();
  }
  throw UsageError(
      fmt::format("--against {} holds no program: give another build's banyan, or the "
                  "folder of its build or checkout.",
                  path.string()));
}

Comparison run_against(const AgainstOptions& options,
                       const std::function<void(const std::string& what)>& progress,
                       const std::stop_token& stop) {
  std::vector<Turns> rows;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : options.engines) {
      rows.push_back({.game = game.spec, .engine = engine.spec});
    }
  }
  const std::array programs{options.before, options.after};
  for (int round = 0; round < options.rounds && !stop.stop_requested(); ++round) {
    for (Turns& row : rows) {
      const std::size_t first = static_cast<std::size_t>(round) % 2;
      for (const std::size_t program : {first, 1 - first}) {
        const auto rate =
            rate_of(programs[program], row, options, static_cast<std::uint64_t>(round), stop);
        if (rate) row.rates[program].push_back(*rate);
      }
      if (stop.stop_requested()) break;
      progress(
          fmt::format("round {} of {}: {} on {}", round + 1, options.rounds, row.engine, row.game));
    }
  }
  Comparison comparison;
  for (Turns& row : rows) {
    const std::size_t whole = std::min(row.rates[0].size(), row.rates[1].size());
    for (std::vector<double>& rates : row.rates) rates.resize(whole);
    if (whole >= 2) comparison.speeds.push_back(change_of(row));
  }
  call_changes(comparison, options.tolerance);
  return comparison;
}

}  // namespace banyan::bench

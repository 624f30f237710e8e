// banyan match: two engines play pairs of games.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

#include "bench/commands/commands.hpp"
#include "bench/commands/games.hpp"
#include "bench/machine/interrupt.hpp"
#include "bench/match/games_folder.hpp"
#include "bench/match/match.hpp"
#include "bench/match/seats.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct MatchArguments {
  GamesOptions games;
  std::string a;
  std::string b;
  std::string sprt;
  std::string equivalent;
};

SprtSettings parse_sprt(const std::string& text) {
  const std::vector<std::string> bounds = parse_list(text, ',', "--sprt");
  SprtSettings sprt;
  try {
    if (bounds.size() != 2) throw std::invalid_argument("");
    std::size_t lower_end = 0;
    std::size_t upper_end = 0;
    sprt.lower = std::stod(bounds[0], &lower_end);
    sprt.upper = std::stod(bounds[1], &upper_end);
    if (lower_end != bounds[0].size() || upper_end != bounds[1].size()) {
      throw std::invalid_argument("");
    }
    check(sprt);
  } catch (const std::logic_error&) {
    throw UsageError(fmt::format(
        "--sprt {}: give two bounds in normalised Elo, LO,HI with LO < HI (for example 0,20).",
        in_quotes(text)));
  }
  return sprt;
}

double parse_equivalent(const std::string& text) {
  std::size_t end = 0;
  double margin = 0;
  try {
    margin = std::stod(text, &end);
  } catch (const std::logic_error&) {
    end = 0;
  }
  if (end == 0 || end != text.size() || !(margin >= 1 && margin <= 400)) {
    throw UsageError(
        fmt::format("--equivalent {}: give a margin of 1 to 400 Elo.", in_quotes(text)));
  }
  return margin;
}

/// Of a game that is not of two players who see everything, or where chance has a part.
int seat_match(const MatchOptions& match, const MatchArguments& options,
               const std::stop_token& stop) {
  for (const auto& [name, value] :
       {std::pair("--sprt", options.sprt), std::pair("--equivalent", options.equivalent),
        std::pair("--out", options.games.out)}) {
    if (!value.empty()) {
      throw UsageError(
          fmt::format("{} is for two-player games without chance or hidden cards, which "
                      "{} is not: leave it out.",
                      name, match.game.spec));
    }
  }
  Progress progress(match.pairs, "match");
  const SeatResult result = play_seats(
      match,
      [&](const SeatResult& so_far) {
        progress.advance(1, fmt::format("A ahead by {:+.3g}", so_far.lead().value));
      },
      stop);
  progress.finish(!result.interrupted);
  if (options.games.json) {
    fmt::print("{}\n", seats_json(match, result).dump(2));
  } else {
    fmt::print("{}", seats_text(match, result));
  }
  if (!result.interrupted) return kDone;
  fmt::print(stderr, "interrupted: {} of {} deals were finished and are counted.\n",
             result.deals.size(), match.pairs);
  return kInterrupted;
}

int match(const MatchArguments& options, const std::stop_token& stop) {
  MatchOptions match = options.games.parse();
  match.a = parse_engine(options.a);
  match.b = parse_engine(options.b);
  if (!options.sprt.empty()) match.sprt = parse_sprt(options.sprt);
  if (!options.equivalent.empty()) match.equivalent = parse_equivalent(options.equivalent);
  if (match.sprt && match.equivalent) {
    throw UsageError("--sprt and --equivalent each end the match by a test: give one of them.");
  }
  check_match(match);
  if (match.game.family != GameFamily::kClassic) return seat_match(match, options, stop);

  MatchMemory memory;
  std::unique_ptr<GamesFolder> folder;
  if (!options.games.out.empty()) {
    std::string command = fmt::format("banyan match --a '{}' --b '{}' {}", match.a.spec,
                                      match.b.spec, options.games.command_text());
    if (!options.sprt.empty()) command += " --sprt " + options.sprt;
    if (!options.equivalent.empty()) command += " --equivalent " + options.equivalent;
    folder = std::make_unique<GamesFolder>(options.games.out, match_settings(match), command);
    memory =
        folder->memory(match, std::make_shared<Openings>(match.game, match.openings, match.seed));
  }

  Progress progress(match.pairs - memory.finished.size(), "match");
  const MatchResult result = play_match(
      match,
      [&](const MatchResult& so_far) {
        const Estimate now = elo(so_far.pentanomial);
        progress.advance(1, "Elo " + format_elo(now.value, now.lower95, now.upper95));
      },
      stop, memory);
  progress.finish(!result.interrupted);
  const Json json = match_json(match, result);
  if (folder) folder->finish({{match, result}}, json, !result.interrupted);
  if (options.games.json) {
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{}", match_text(match, result));
  }
  if (result.interrupted) {
    fmt::print(stderr, "interrupted: {} of {} pairs were finished and are counted.{}\n",
               result.games.size() / 2, match.pairs,
               folder ? " The same command goes on from here." : "");
    return kInterrupted;
  }
  return kDone;
}

}  // namespace

void add_match(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("match", "two engines play pairs of games");
  const auto options = std::make_shared<MatchArguments>();
  command.add_option("--game", options->games.game, "game spec, see 'banyan list'")->required();
  command.add_option("--a", options->a, "engine spec of A, see 'banyan list'")->required();
  command.add_option("--b", options->b, "engine spec of B")->required();
  options->games.add_to(command);
  command.add_option("--sprt", options->sprt,
                     "LO,HI: end early once A's advantage is shown to be nearer LO or HI "
                     "normalised Elo (alpha = beta = 0.05)");
  command.add_option("--equivalent", options->equivalent,
                     "E: end early once A and B are shown to be within E Elo of each other, or "
                     "further apart; at most 5 % of matches say what is false (two one-sided tests "
                     "that may look after every pair)");
  command.footer(
      "Example: banyan match --game hex:size=7 --a root:threads=2 --b seq --pairs 50 --time 20ms\n"
      "An engine's own budget wins: --a seq:iterations=2000 --b seq:iterations=1000");
  command.callback([=, &action] {
    action = [=](const std::stop_token& stop) { return match(*options, stop); };
  });
}

}  // namespace banyan::bench

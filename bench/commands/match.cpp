// banyan match: two engines play pairs of games.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "bench/commands/commands.hpp"
#include "bench/commands/games.hpp"
#include "bench/match/match.hpp"
#include "bench/match/run_folder.hpp"
#include "bench/match/together/sweep.hpp"
#include "bench/report/show.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
SprtSettings parse_sprt(const std::string& text) {
  const std::vector<std::string> bounds = parse_list(text, ',', "--sprt");
  const auto lower = read_number<double>(bounds.front());
  const auto upper = read_number<double>(bounds.back());
  try {
    if (bounds.size() == 2 && lower && upper) {
      SprtSettings sprt;
      sprt.lower = *lower;
      sprt.upper = *upper;
      check(sprt);
      return sprt;
    }
  } catch (const std::logic_error&) {  // out of range
  }
  throw UsageError(fmt::format(
      "--sprt {0}: give two bounds in normalised Elo, LO,HI from -{1:g} to {1:g} with LO < HI "
      "(for example 0,20).",
      in_quotes(text), largest_bound(2)));
}

double parse_equivalent(const std::string& text) {
  const double margin = read_number<double>(text).value_or(0);
  if (margin >= 1 && margin <= 400) return margin;
  throw UsageError(fmt::format("--equivalent {}: give a margin of 1 to 400 Elo.", in_quotes(text)));
}

namespace {

struct MatchArguments {
  Given given;
  GamesOptions games;
  std::array<std::string, kMostEngines> engines;  ///< empty: none
  std::string sprt;
  std::string equivalent;
};

/// The current standing in a few words.
std::string standing(const MatchOptions& options, const MatchResult& so_far) {
  if (!has_elo(options)) {
    return fmt::format("A {:+.3g} over an even share", so_far.over_even(0).value);
  }
  return "Elo " + format_elo(elo(so_far.pentanomial));
}

int match(const MatchArguments& options, const std::stop_token& stop) {
  if (std::ranges::any_of(options.engines, has_list)) {
    if (!options.sprt.empty() || !options.equivalent.empty() || !options.engines[2].empty()) {
      throw UsageError(
          "lists of values are for two engines, without --sprt and --equivalent: leave out these, "
          "or "
          "give single values.");
    }
    return play_sweep(options.games, options.engines[0], options.engines[1], options.given.text(),
                      stop);
  }
  MatchOptions match = options.games.parse(stop);
  for (std::size_t i = 0; i < kMostEngines; ++i) {
    const std::string& engine = options.engines[i];
    if (i < 2 || !engine.empty()) match.engines.push_back(parse_engine(engine));
  }
  if (!options.sprt.empty()) match.sprt = parse_sprt(options.sprt);
  if (!options.equivalent.empty()) match.equivalent = parse_equivalent(options.equivalent);
  if (match.sprt && match.equivalent) {
    throw UsageError("--sprt and --equivalent each end the match by a test: give one of them.");
  }
  const ProgramNames programs = check_match(match);

  MatchMemory memory;
  std::unique_ptr<RunFolder> folder;
  if (!options.games.out.empty()) {
    folder = std::make_unique<RunFolder>(options.games.out, match_settings(match),
                                         options.given.text(), programs);
    memory =
        folder->memory(match, std::make_shared<Openings>(match.game, match.openings, match.seed));
  }

  Progress progress(match.deals - memory.finished.size(), "match");
  const MatchResult result = play_match(
      match, [&](const MatchResult& so_far) { progress.advance(1, standing(match, so_far)); }, stop,
      memory);
  progress.finish(!result.interrupted);
  const Json json = match_json(match, result);
  fmt::print("{}", options.games.json ? with_maker(json) : match_text(match, result));
  if (folder) {
    folder->played(match, result);
    folder->note("result", json);
    folder->finish(!result.interrupted);
    std::vector<Row> rows;
    RowWriter({.experiment = "verdict"}, rows).add_text("answer", match_verdict(match, result));
    add_match_rows("match", {{match, result}}, rows);
    write_rows(folder->folder(), rows);
    if (!result.interrupted) show_page(options.games.out, options.games.json, stop);
  }
  return status_of_work(result.interrupted,
                        "interrupted: {} of {} {} were finished and are counted.{}\n",
                        result.deals.size(), match.deals, has_elo(match) ? "pairs" : "deals",
                        folder ? " The same command goes on from here." : "");
}

}  // namespace

void add_match(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<MatchArguments>(
      app, action, "match", "engines play each other: pairs of games, or deals in every seating",
      match);
  add_game(command, options->games.game);
  const std::array<const char*, kMostEngines> engines{
      "engine spec of A, see 'banyan list'", "engine spec of B",
      "engine spec of C, in games with three or more seats", "engine spec of D"};
  for (std::size_t i = 0; i < kMostEngines; ++i) {
    CLI::Option* const option =
        command.add_option("--" + letter(i), options->engines[i], engines[i])->required(i < 2);
    if (i > 2) option->needs("--" + letter(i - 1));
  }
  options->games.add_to(command);
  command.add_option(
      "--sprt", options->sprt,
      "LO,HI: end early once A's advantage (over B; of more seats or engines, over an even share) "
      "is shown to be nearer LO or HI normalised Elo (alpha = beta = 0.05)");
  command.add_option("--equivalent", options->equivalent,
                     "E: end early once A and B are shown to be within E Elo of each other, or "
                     "further apart; at most 5 % of matches say what is false (two one-sided tests "
                     "that may look after every pair)");
  command.footer(
      "Example: banyan match --game hex:size=7 --a root:threads=2 --b seq --pairs 50 --time 20ms\n"
      "         banyan match --game rolit --a seq:c=1 --b seq --c random --pairs 20 "
      "--iterations 1k\n"
      "Lists of values make a match for each, judged together (Holm): \n"
      "         banyan match --game hex:size=7 --a 'virtual:workers={2|4|8},vl={1|mean}' \\\n"
      "             --b 'root:threads={same}' --pairs 100 --iterations 1000 --out hex\n"
      "An engine's own budget wins: --a seq:iterations=2000 --b seq:iterations=1000\n"
      "Games of more seats, of chance or of hidden cards are played by deals: one opening and the "
      "same chance\nin every seating, so that each engine has each seat equally often.");
}

}  // namespace banyan::bench

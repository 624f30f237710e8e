// banyan elo: Elo, and the state of a sequential test, from the counts of a match played elsewhere.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/commands/commands.hpp"
#include "bench/commands/games.hpp"
#include "bench/match/match.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct EloArguments {
  std::vector<std::string> counts;
  bool pairs = false;
  std::string sprt;
  bool json = false;
};

/// What a match was counted in, and the names of its counts in the order of the command line.
struct Counted {
  const char* unit;
  const char* other;  ///< how to give the other kind
  std::vector<const char*> names;
};

const Counted& counted_in(bool pairs) {
  static const Counted kOfGames{
      "games", "for pairs of games give --pairs and five", {"WINS", "DRAWS", "LOSSES"}};
  static const Counted kOfPairs{"pairs",
                                "for single games leave --pairs out and give three",
                                {"LL", "LD", "DD+WL", "WD", "WW"}};
  return pairs ? kOfPairs : kOfGames;
}

std::vector<std::uint64_t> parse_counts(const EloArguments& options) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  const Counted& counted = counted_in(options.pairs);
  const std::size_t need = counted.names.size();
  if (options.counts.size() != need) {
    throw UsageError(fmt::format("elo: {} counts instead of {}: give {}; {}.",
                                 options.counts.size(), need, fmt::join(counted.names, " "),
                                 counted.other));
  }
  std::vector<std::uint64_t> counts;
  for (std::size_t i = 0; i < need; ++i) {
    counts.push_back(parse_count(options.counts[i], counted.names[i], 0, kMost));
  }
  if (std::ranges::all_of(counts, [](std::uint64_t count) { return count == 0; })) {
    throw UsageError(fmt::format("elo: no {} at all: give a count above 0.", counted.unit));
  }
  return counts;
}

/// The statistics of the counts.
struct Standing {
  std::optional<Trinomial> games;  ///< if single games were given
  Pentanomial pairs{};             ///< or the games as such
  Estimate nelo;
  std::optional<double> llr;
  std::string verdict;
};

Standing standing_of(const EloArguments& options) {
  const std::vector<std::uint64_t> counts = parse_counts(options);
  Standing standing;
  if (options.pairs) {
    std::ranges::copy(counts, standing.pairs.begin());
    standing.nelo = normalised_elo(standing.pairs);
  } else {
    standing.games = Trinomial{counts[2], counts[1], counts[0]};
    standing.pairs = as_pairs(*standing.games);
    standing.nelo = normalised_elo(*standing.games);
  }
  const char* const unit = counted_in(options.pairs).unit;
  if (options.sprt.empty()) {
    standing.verdict = elo_verdict("A", "B", standing.pairs, unit);
  } else {
    const SprtSettings sprt = parse_sprt(options.sprt);
    standing.llr = standing.games ? llr(*standing.games, sprt) : llr(standing.pairs, sprt);
    standing.verdict =
        sprt_verdict_text("A", "B", sprt, *standing.llr, pair_count(standing.pairs), unit);
  }
  return standing;
}

Json json_of(const EloArguments& options, const Standing& standing) {
  Json json;
  if (const auto& games = standing.games) {
    json = {{"games", pair_count(standing.pairs)},
            {"wins", (*games)[2]},
            {"draws", (*games)[1]},
            {"losses", (*games)[0]}};
  } else {
    json = {{"pairs", pair_count(standing.pairs)}, {"pentanomial", standing.pairs}};
  }
  json["score"] = score(standing.pairs);
  json.update(interval_json("elo", elo(standing.pairs)));
  json.update(interval_json("nelo", standing.nelo));
  json.update({{"los", los(standing.pairs)},
               {"p_value", difference_p_value(standing.pairs)},
               {"llr", standing.llr ? Json(*standing.llr) : Json(nullptr)},
               {"sprt", nullptr},
               {"verdict", standing.verdict}});
  if (standing.llr) {
    const SprtSettings sprt = parse_sprt(options.sprt);
    const SprtLimits limits = sprt_limits(sprt.alpha, sprt.beta);
    json["sprt"] = {{"lo", sprt.lower},
                    {"hi", sprt.upper},
                    {"accept_h0", limits.accept_h0},
                    {"accept_h1", limits.accept_h1},
                    {"verdict", to_text(sprt_verdict(*standing.llr, limits))}};
  }
  return json;
}

std::string text_of(const EloArguments& options, const Standing& standing) {
  const Pentanomial& pairs = standing.pairs;
  std::string text;
  if (const auto& games = standing.games) {
    text = fmt::format("A wins {}, draws {}, loses {}: ", (*games)[2], (*games)[1], (*games)[0]);
  } else {
    text = fmt::format("{} pairs: ", pair_count(pairs));
  }
  const Estimate e = elo(pairs);
  text += fmt::format("score {}\n{}\n", format_percent(score(pairs)),
                      elo_text(e, standing.nelo, los(pairs)));
  if (!standing.games) text += pairs_text(pairs) + '\n';
  text +=
      fmt::format("95 % interval {}; p = {:.3g}\n", elo_range_text(e), difference_p_value(pairs));
  if (standing.llr) text += llr_text(*standing.llr, parse_sprt(options.sprt)) + '\n';
  std::string verdict = standing.verdict;
  verdict[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(verdict[0])));
  return text + '\n' + wrapped(verdict) + '\n';
}

int rate(const EloArguments& options, const std::stop_token&) {
  const Standing standing = standing_of(options);
  fmt::print("{}",
             options.json ? json_of(options, standing).dump(2) + '\n' : text_of(options, standing));
  return kDone;
}

}  // namespace

void add_elo(CLI::App& app, Action& action) {
  const auto [command, options] = add_command<EloArguments>(
      app, action, "elo", "Elo and a sequential test from counts of games or pairs", rate);
  command
      .add_option("COUNTS", options->counts,
                  "results of A against B: WINS DRAWS LOSSES; with --pairs LL LD DD+WL WD WW")
      ->required();
  command.add_flag(
      "--pairs", options->pairs,
      "the counts are of game pairs (one opening, colours swapped), by A's two results "
      "from LL, both lost, to WW, both won: fastchess's Ptnml(0-2)");
  command.add_option("--sprt", options->sprt,
                     "LO,HI: state of a sequential test whether A's advantage is nearer LO or HI "
                     "normalised Elo (alpha = beta = 0.05)");
  add_json(command, options->json);
  command.footer(
      "Examples: banyan elo 121 0 79\n"
      "          banyan elo --pairs 17 0 45 0 38 --sprt 0,10\n"
      "Single games count as independent. Games of one opening are not, so give their pairs if "
      "you\n"
      "have them: the interval then is right, and mostly narrower. LOS is the likelihood that A "
      "is\n"
      "stronger; p is how often equal players would differ as much. A sequential test may be "
      "looked\n"
      "at after every pair, Elo's interval only once, after a number of games fixed before.");
}

}  // namespace banyan::bench

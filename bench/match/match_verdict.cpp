// The conclusion of a match: which engine to use.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bench/match/match.hpp"
#include "bench/statistics/equivalence.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

std::string elo_range_text(const Estimate& e) {
  if (std::isfinite(e.error95)) {
    return fmt::format("{:+.1f} to {:+.1f} Elo", e.lower95, e.upper95);
  }
  return format_elo(e) + " Elo";
}

namespace {

/// Whether further deals would be those that were played, as far as the last ones show.
bool would_repeat(const MatchResult& result) {
  return result.once && result.repeats.in_a_row() > 0;
}

/// How to go on where that is so.
constexpr const char* kOtherOpenings =
    "; more games would only repeat these, so give other openings";

/// "tree:threads=2 is +61.2 ± 18.3 Elo over seq. Use tree:threads=2."
std::string comparison(const std::string& better, const std::string& worse, const Estimate& e) {
  return fmt::format("{0} is {1} Elo over {2}. Use {0}.", better, format_elo(e), worse);
}

std::string sprt_verdict_text(const MatchOptions& options, const MatchResult& result) {
  const SprtSettings& sprt = *options.sprt;
  const std::string& a = options.engines[0].spec;
  const bool two = options.engines.size() == 2;
  const std::string over = two ? "over " + options.engines[1].spec : "above an even share";
  const std::string others = two ? options.engines[1].spec : "the others";
  if (result.verdict != Verdict::kContinue) {
    const bool better = result.verdict == Verdict::kH1;
    return fmt::format("the test accepts that {} is nearer {:+g} than {:+g} nElo {}. {}.", a,
                       better ? sprt.upper : sprt.lower, better ? sprt.lower : sprt.upper, over,
                       better ? "Use " + a : "Keep " + others);
  }
  const SprtLimits limits = sprt_limits(sprt.alpha, sprt.beta);
  const double ratio = result.llr.value_or(0);
  const char* const word = has_elo(options) ? "pairs" : "deals";
  const auto deals = static_cast<double>(has_elo(options) ? pair_count(result.pentanomial)
                                                          : result.even_shares.size());
  const double more =
      std::ceil(deals * ((ratio > 0 ? limits.accept_h1 : limits.accept_h0) / ratio - 1));
  std::string rest;
  if (would_repeat(result)) {
    rest = kOtherOpenings;
  } else if (ratio != 0 && more <= static_cast<double>(kMostDeals)) {
    rest = fmt::format("; at this rate about {} more {}",
                       format_count(static_cast<std::uint64_t>(more)), word);
  } else if (deals > 0) {
    rest = fmt::format("; at this rate not even {} {}, the most of a match, would",
                       format_count(kMostDeals), word);
  }
  return fmt::format("not enough games for the test to decide between {} and {}{}.", a, others,
                     rest);
}

std::string equivalence_text(const MatchOptions& options, const MatchResult& result) {
  const double margin = *options.equivalent;
  const std::string& a = options.engines[0].spec;
  const std::string& b = options.engines[1].spec;
  const std::string range = elo_range_text(anytime_elo(result.pentanomial));
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
      "not enough games to show whether {} and {} are within {:g} Elo of each other ({}){}.", a, b,
      margin, range, would_repeat(result) ? kOtherOpenings : "");
}

std::string elo_verdict_text(const MatchOptions& options, const MatchResult& result) {
  constexpr double kSmall = 10;  // smaller differences do not matter
  const std::string& a = options.engines[0].spec;
  const std::string& b = options.engines[1].spec;
  const Estimate e = elo(result.pentanomial);
  if (e.lower95 > 0) return comparison(a, b, e);
  if (e.upper95 < 0) return comparison(b, a, {-e.value, e.error95, -e.upper95, -e.lower95});
  const double widest = std::max(-e.lower95, e.upper95);
  if (widest <= kSmall) {
    return fmt::format("{} and {} are within {:.1f} Elo of each other. Use either.", a, b, widest);
  }
  std::string text =
      fmt::format("not enough games to tell {} from {} ({} Elo)", a, b, format_elo(e));
  if (would_repeat(result)) return text + kOtherOpenings + ".";
  const double difference = std::max(kSmall, std::abs(e.value));
  const double pairs = pairs_to_find(result.pentanomial, difference);
  const double more = std::ceil(pairs - static_cast<double>(pair_count(result.pentanomial)));
  if (more >= 1 && std::isfinite(more)) {
    text += fmt::format("; a difference of {:.0f} Elo would need about {} more pairs", difference,
                        format_count(static_cast<std::uint64_t>(more)));
  }
  return text + ".";
}

/// Names the best engine only if it is shown to be ahead of every other. With two equal engines,
/// this errs in one match of twenty; with more, less often.
std::string score_verdict_text(const MatchOptions& options, const MatchResult& result) {
  const std::size_t engines = options.engines.size();
  std::size_t best = 0;
  for (std::size_t i = 1; i < engines; ++i) {
    if (mean(result.scores[i]) > mean(result.scores[best])) best = i;
  }
  std::vector<std::string> rivals;
  for (std::size_t i = 0; i < engines; ++i) {
    if (i != best && !(result.lead(best, i).lower95 > 0)) rivals.push_back(options.engines[i].spec);
  }
  const std::string& name = options.engines[best].spec;
  if (rivals.empty()) return fmt::format("Use {}.", name);
  return fmt::format("not enough deals to tell {} from {}{}.", name, fmt::join(rivals, " and "),
                     would_repeat(result) ? kOtherOpenings : "");
}

}  // namespace

std::string match_verdict(const MatchOptions& options, const MatchResult& result) {
  const std::string where = fmt::format("{}, {}: ", options.game.spec, budget_text(options));
  if (options.sprt) return where + sprt_verdict_text(options, result);
  if (options.equivalent) return where + equivalence_text(options, result);
  return where + (has_elo(options) ? elo_verdict_text : score_verdict_text)(options, result);
}

}  // namespace banyan::bench

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

std::string sprt_verdict_of(const MatchOptions& options, const MatchResult& result) {
  const bool pairs = has_elo(options);
  std::optional<std::string> b;
  if (options.engines.size() == 2) b = options.engines[1].spec;
  return sprt_verdict_text(options.engines[0].spec, b, *options.sprt, result.llr.value_or(0),
                           pairs ? pair_count(result.pentanomial) : result.even_shares.size(),
                           pairs ? "pairs" : "deals", would_repeat(result));
}

}  // namespace

std::string sprt_verdict_text(const std::string& a, const std::optional<std::string>& b,
                              const SprtSettings& sprt, double llr, std::uint64_t played,
                              const char* unit, bool repeat) {
  const std::string over = b ? "over " + *b : "above an even share";
  const std::string others = b.value_or("the others");
  const SprtLimits limits = sprt_limits(sprt.alpha, sprt.beta);
  if (const Verdict verdict = sprt_verdict(llr, limits); verdict != Verdict::kContinue) {
    const bool better = verdict == Verdict::kH1;
    return fmt::format("the test accepts that {} is nearer {:+g} than {:+g} nElo {}. {}.", a,
                       better ? sprt.upper : sprt.lower, better ? sprt.lower : sprt.upper, over,
                       better ? "Use " + a : "Keep " + others);
  }
  const double more = std::ceil(static_cast<double>(played) *
                                ((llr > 0 ? limits.accept_h1 : limits.accept_h0) / llr - 1));
  std::string rest;
  if (repeat) {
    rest = kOtherOpenings;
  } else if (llr != 0 && more <= static_cast<double>(kMostDeals)) {
    rest = fmt::format("; at this rate about {} more {}",
                       format_count(static_cast<std::uint64_t>(more)), unit);
  } else if (played > 0) {
    rest = fmt::format("; at this rate not even {} {}, the most of a match, would",
                       format_count(kMostDeals), unit);
  }
  return fmt::format("not enough games for the test to decide between {} and {}{}.", a, others,
                     rest);
}

std::string elo_verdict(const std::string& a, const std::string& b, const Pentanomial& counts,
                        const char* unit, bool repeat) {
  constexpr double kSmall = 10;  // smaller differences do not matter
  const Estimate e = elo(counts);
  if (e.lower95 > 0) return comparison(a, b, e);
  if (e.upper95 < 0) return comparison(b, a, {-e.value, e.error95, -e.upper95, -e.lower95});
  const double widest = std::max(-e.lower95, e.upper95);
  if (widest <= kSmall) {
    return fmt::format("{} and {} are within {:.1f} Elo of each other. Use either.", a, b, widest);
  }
  std::string text =
      fmt::format("not enough games to tell {} from {} ({} Elo)", a, b, format_elo(e));
  if (repeat) return text + kOtherOpenings + ".";
  const double difference = std::max(kSmall, std::abs(e.value));
  const double more =
      std::ceil(pairs_to_find(counts, difference) - static_cast<double>(pair_count(counts)));
  if (more >= 1 && std::isfinite(more)) {
    text += fmt::format("; a difference of {:.0f} Elo would need about {} more {}", difference,
                        format_count(static_cast<std::uint64_t>(more)), unit);
  }
  return text + ".";
}

std::string match_verdict(const MatchOptions& options, const MatchResult& result) {
  const std::string where = fmt::format("{}, {}: ", options.game.spec, budget_text(options));
  if (options.sprt) return where + sprt_verdict_of(options, result);
  if (options.equivalent) return where + equivalence_text(options, result);
  if (!has_elo(options)) return where + score_verdict_text(options, result);
  return where + elo_verdict(options.engines[0].spec, options.engines[1].spec, result.pentanomial,
                             "pairs", would_repeat(result));
}

}  // namespace banyan::bench

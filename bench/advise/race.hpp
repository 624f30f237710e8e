// A race: which of several engines plays next against one baseline, who leaves, and what the games
// say. Pure functions.
//
// Sequential halving (Karnin, Koren and Somekh 2013): the time is cut into equal rounds, in each
// the engines that are left share it equally, and after each the worse half of them leaves; the
// last two stay to the end. Of what is known for a fixed budget it finds the best of many with
// nearly the fewest games, and it has no setting. It looks at intervals only once, at the end: an
// engine is called stronger if the interval of all its games says so. However it came that far,
// that errs for it in at most 5 % over the number of engines that began, so equal engines are
// called stronger in at most 5 % of races (Bonferroni).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// One engine in the race. They stand in order of preference.
struct Runner {
  std::string engine;
  std::string against;   ///< the baseline
  Pentanomial counts{};  ///< the pairs of games of these two
  double seconds = 0;    ///< that they took
  bool racing = true;
  bool ranked = true;  ///< false: the yardstick, which is no candidate and never leaves
};

/// How many rounds a race of so many candidates has, at least one.
int rounds(std::size_t candidates);

/// Who plays next: of those racing the one that had the least time; nothing without one.
std::optional<std::size_t> next_runner(std::span<const Runner> runners);

/// Ends a round: of the candidates that race, the worse half by score leaves, of equals the later;
/// two stay.
void halve(std::span<Runner> runners);

/// How many candidates a race of so many seconds is for: as many as have `least` turns each, beside
/// the yardstick, in the first round; at least one.
std::size_t fitting(std::size_t candidates, double turn_seconds, double seconds, double least);

enum class Answer {
  kStronger,      ///< an engine was shown to be stronger than the baseline
  kKeep,          ///< all were shown to be weaker, or none was worth racing
  kNoDifference,  ///< none was shown to differ, and none can differ by more than kSmallElo
  kExhausted,     ///< the baseline's own search leaves nothing to find: bench/advise/advise.hpp
  kUnsure,        ///< not enough games; what is named is the best guess
};

inline constexpr double kSmallElo = 20;

/// What a race has come to.
struct Finding {
  Answer answer = Answer::kUnsure;
  std::optional<std::size_t> best;  ///< the runner to use; nothing for the baseline
};

/// The candidates' Elo over the baseline, with intervals that hold all at once.
std::vector<Estimate> gains(std::span<const Runner> runners);

/// Names the first of those candidates left that the games do not tell from the one that scored
/// most: its interval overlaps with that one's, and it too is shown to be stronger than the
/// baseline if that one is. Where none is, the baseline is named unless a candidate at least scored
/// more.
Finding judge(std::span<const Runner> runners);

}  // namespace banyan::bench

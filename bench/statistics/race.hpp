// A race: which of several engines plays next against one baseline, which are eliminated, which is
// chosen, and what the games show. Pure functions.
//
// The first half of the time chooses, by sequential halving (Karnin, Koren and Somekh 2013). It is
// split into equal rounds; in each, the remaining engines share it equally, and after each the
// worse half is eliminated. The last two stay to the end, and the higher score is chosen. The order
// of preference only breaks ties.
//
// The second half is only for the chosen engine. These games had no part in the choice, so their
// interval needs no correction for the number of engines, and the gain is not inflated by selection
// (data splitting; Cox 1975).
//
// Games may have less than a move's time, for all engines alike. They then show the gain at that
// time, but there are more of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// An engine's role.
enum class Role {
  kCandidate,  ///< to be chosen
  kYardstick,  ///< the baseline with another budget, as a scale; never eliminated
  kChosen,     ///< the chosen candidate, in the second half
};

/// One engine in the race. They are in order of preference, candidates first.
struct Runner {
  std::string engine;
  std::string against;   ///< the baseline
  Pentanomial counts{};  ///< the pairs of games between these two
  double seconds = 0;    ///< time that these took
  bool racing = true;
  Role role = Role::kCandidate;
  std::string spec{};  ///< of the engine with its budget in these games
  /// The speed over the baseline's by which both have budgets in iterations; exactly 1 where they
  /// have time.
  Estimate speed{1, 0, 1, 1};
  bool ended = false;  ///< plays no more: its games only repeat
};

/// The number of rounds of a race with this many candidates, at least one.
int rounds(std::size_t candidates);

/// The next engine to play: the racing one with the least time so far; nothing if none plays.
std::optional<std::size_t> next_runner(std::span<const Runner> runners);

/// Ends a round: eliminates the worse half of the racing candidates by score, ties from the end;
/// two stay.
void halve(std::span<Runner> runners);

/// The racing candidate with the highest score; ties go to the first. Nothing without candidates.
std::optional<std::size_t> chosen(std::span<const Runner> runners);

/// The share of a move's time that games use. It is halved until a race with time for `turns` turns
/// at full time has kTurns. The baseline must still make kLeastVisits visits per move of a position
/// in which it makes `visits` visits per move at full time.
double share_of_move(double turns, double visits);

/// Since one engine gets half of them, a gain of 60 Elo is nearly always shown.
inline constexpr double kTurns = 512;
/// With fewer, a search has hardly begun to distinguish moves.
inline constexpr double kLeastVisits = 10;

/// How many candidates a race of `seconds` seconds allows: as many as get `least` turns each in the
/// first round, besides the yardstick; at least one.
std::size_t fitting(std::size_t candidates, double turn_seconds, double seconds, double least);

enum class Answer {
  kStronger,      ///< an engine was shown to be stronger than the baseline
  kKeep,          ///< all were shown to be weaker, or none was worth testing
  kNoDifference,  ///< none was shown to differ, and none can differ by more than kSmallElo
  kExhausted,     ///< the baseline's own search leaves nothing to gain: bench/advise/advise.hpp
  kUnsure,        ///< not enough games; the best guess is named
};

inline constexpr double kSmallElo = 20;
inline constexpr double kMostPerDoubling = 400;  ///< a score of 10 : 1

/// The result of a race.
struct Finding {
  Answer answer = Answer::kUnsure;
  std::optional<std::size_t> best;  ///< the engine to use; nothing for the baseline
};

/// Elo over the baseline: the candidates' intervals hold simultaneously, the chosen one's and the
/// yardstick's separately. They include the error of the speeds: budgets that miss equal time by a
/// factor shift the gain by log2 of it, times what a doubling is worth. That is at most the upper
/// end of the yardstick's interval, and at most kMostPerDoubling.
std::vector<Estimate> gains(std::span<const Runner> runners);

/// The chosen engine's games in the second half; before that, those that chose it.
Estimate gain_of_chosen(std::span<const Runner> runners);

/// Names the chosen candidate if it is shown to be stronger than the baseline, or at least scored
/// more; otherwise the baseline. Unsure if the chosen one's speed is too noisy for equal time.
Finding judge(std::span<const Runner> runners);

}  // namespace banyan::bench

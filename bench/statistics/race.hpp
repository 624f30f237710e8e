// A race: which of several engines plays next against one baseline, who leaves, which is chosen,
// and what the games say. Pure functions.
//
// The first half of the time chooses, by sequential halving (Karnin, Koren and Somekh 2013): it is
// cut into equal rounds, in each the engines that are left share it equally, and after each the
// worse half of them leaves; the last two stay to the end, and the one that scored more is chosen.
// The order of preference decides between equal scores alone.
//
// The second half is for the chosen engine alone. These games had no part in the choice, so their
// interval needs no correction for the engines that there were, and the gain is not flattered by
// having been picked (data splitting; Cox 1975).
//
// Games may have less than the time of a move, all engines alike: what they then tell is the gain
// at that time, but there are the more of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// What an engine plays for.
enum class Role {
  kCandidate,  ///< to be chosen
  kYardstick,  ///< the baseline, to show what its own budget is worth; it never leaves
  kChosen,     ///< a candidate once more, in the second half
};

/// One engine in the race. They stand in order of preference, candidates first.
struct Runner {
  std::string engine;
  std::string against;   ///< the baseline
  Pentanomial counts{};  ///< the pairs of games of these two
  double seconds = 0;    ///< that they took
  bool racing = true;
  Role role = Role::kCandidate;
  std::string spec{};  ///< of the engine with the budget that it has in these games
};

/// How many rounds a race of so many candidates has, at least one.
int rounds(std::size_t candidates);

/// Who plays next: of those racing the one that had the least time; nothing without one.
std::optional<std::size_t> next_runner(std::span<const Runner> runners);

/// Ends a round: of the candidates that race, the worse half by score leaves, of equals the later;
/// two stay.
void halve(std::span<Runner> runners);

/// Of the candidates that race the one that scored most, of equals the first. Nothing without
/// candidates.
std::optional<std::size_t> chosen(std::span<const Runner> runners);

/// The share of a move's time that games have: halved until a race that has time for so many
/// `turns` at full time is one of kTurns, as long as the baseline still makes kLeastVisits for each
/// move of a position where it makes so many `visits` for each at full time.
double share_of_move(double turns, double visits);

/// With half of them for one engine, a gain of 60 Elo is shown nearly always.
inline constexpr double kTurns = 512;
/// Below, a search has hardly begun to tell moves apart.
inline constexpr double kLeastVisits = 10;

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

/// Elo over the baseline: the candidates' with intervals that hold all at once, the chosen one's
/// and the yardstick's each with its own.
std::vector<Estimate> gains(std::span<const Runner> runners);

/// The chosen one's games in the second half; before there are any, those that chose it.
Estimate gain_of_chosen(std::span<const Runner> runners);

/// Names the chosen candidate where it is shown to be stronger than the baseline, or at least
/// scored more; otherwise the baseline.
Finding judge(std::span<const Runner> runners);

}  // namespace banyan::bench

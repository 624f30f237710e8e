// Which engines may be the best of a game on a machine, and which of them their speeds rule out.
#pragma once

#include <string>
#include <vector>

#include "bench/advise/speeds.hpp"

namespace banyan::bench {

/// An engine's spec with more keys; unchanged if either is empty.
std::string with_keys(const std::string& engine, const std::string& keys);

/// The constants of UCB1 with which engines are compared, as keys of their specs; empty: the usual
/// one.
struct Constants {
  std::string best = {};  ///< the baseline's: the game's tuned one, where there is one
  /// Tried too: the usual one where another is tuned, else half of it.
  std::string other = "c=0.7";
};

/// The engine that all others are measured against, where an engine for this machine is asked for.
std::string baseline(const Constants& constants);

/// An engine that may be the best, and what its speed must show for it to be raced.
struct Candidate {
  std::string engine;  ///< its spec
  /// Does the same but for being coarser, which speed alone can pay for; empty: none.
  std::string coarser_than;
  /// Does the same faster, if all is well: where it is much faster, this one is not raced; empty:
  /// none.
  std::string slower_than;
  /// The sequential search with the same constants, which plays as well from as many games: this
  /// one is raced only if it simulates more. Empty: it is raced in any case.
  std::string control = {};
  std::string why_not = {};  ///< not raced; empty: it is
};

/// Strategies, batches, virtual losses and numbers of threads up to so many. In order of what is
/// expected of them at equal speed (docs/choosing-a-strategy.md): of those that score the same the
/// first is named. The control of the other constant stands before its engines, so that it is raced
/// wherever they are: without it, threads would get the credit for another constant.
std::vector<Candidate> candidates(int threads, const Constants& constants = {});

/// Settings of a search whose leaves a device evaluates: leaves of a call, calls at a time, virtual
/// losses, collisions and exploration, in the same order. Each spec ends with `evaluation`, keys
/// that follow a comma.
std::vector<Candidate> device_candidates(int threads, const std::string& evaluation);
/// What these are measured against.
std::string device_baseline(const std::string& evaluation);

/// The same where a server evaluates leaves one by one, up to so many at a time: calls in flight,
/// rounds of calls that wait for the slowest, virtual losses and exploration.
std::vector<Candidate> server_candidates(int calls, const std::string& evaluation);
/// All of those calls in flight, each told as it comes back.
std::string server_baseline(int calls, const std::string& evaluation);

/// Why a candidate is not raced, a few words; empty if it is. `speeds` has all candidates' and the
/// baseline's, of the first position, searched in turns. It is not where it is shown to simulate
/// less than kClearly times its control's games a second: it plays no better from as many games,
/// and a tenth more of them are worth less than kSmallElo wherever a doubling is worth less than
/// 145 Elo. Nor where it is coarser without being kClearly faster than what it names, or where what
/// it names is kMuch faster.
std::string why_not_raced(const Candidate& candidate, const std::vector<ThroughputRow>& speeds);

/// The same of device_candidates(): nothing but for those that evaluate less than a quarter of
/// another's leaves a second. Fewer leaves in flight may be worth a doubling, hardly two.
std::string why_not_raced_on_device(const Candidate& candidate,
                                    const std::vector<ThroughputRow>& speeds);

inline constexpr double kClearly = 1.1;
inline constexpr double kMuch = 1.2;

}  // namespace banyan::bench

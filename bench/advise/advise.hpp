// Which engine to use for a game on this machine: speeds first, then a race at equal time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/advise/candidates.hpp"
#include "bench/registry/callback_evaluator.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/statistics/race.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// A simulated device or server that evaluates leaves, as `batched` has it, and what its searches
/// cost.
struct DeviceQuestion {
  std::string cost;             ///< as in device=
  std::string evaluation = {};  ///< keys of what it computes, behind a comma; empty: playouts
  std::string descent = {};     ///< time of a descent in virtual time, as in descent=
  /// What a server answers at a time, or would be asked for; 0: a device, whose calls have many
  /// leaves.
  int calls = 0;
};

struct AdviseOptions {
  GameChoice game;
  std::chrono::nanoseconds move_time{};
  int threads = 1;     ///< most of an engine
  double seconds = 0;  ///< for everything, at most
  std::uint64_t seed = 1;
  /// Asked for are settings of `batched` on this device, in virtual time; nothing: an engine for
  /// this machine.
  std::optional<DeviceQuestion> device = {};
  /// Asked for are settings of `batched` with this evaluator, in real time. Not together with a
  /// device.
  std::shared_ptr<const CallbackEvaluator> evaluator = nullptr;

  /// Whether settings of `batched` are asked for.
  [[nodiscard]] bool of_batches() const { return device.has_value() || evaluator != nullptr; }
  [[nodiscard]] double move_seconds() const {
    return std::chrono::duration<double>(move_time).count();
  }
};

/// An engine that takes part, with the evaluator that is asked about.
EngineSettings settings_of(const AdviseOptions& options, const std::string& engine);

/// The engine that all others are measured against.
std::string baseline_of(const AdviseOptions& options);
/// The engine's spec, or on a device the keys in which it differs from others.
std::string short_name(const AdviseOptions& options, const std::string& engine);
/// The engine's spec on the device, in virtual time, with so much of it.
std::string on_device(const DeviceQuestion& device, const std::string& engine,
                      std::chrono::nanoseconds clock);

/// The cores of this machine: games at equal time need one per thread.
int most_threads();

/// Throws UsageError for what is out of range or a game that candidates do not play, SystemLimit
/// for what the system does not give them.
void check(const AdviseOptions& options);

/// What advice is made from. Tests put a clock and engines of their own in its place.
struct Experiments {
  /// A steady clock, and what adds to `speed` a search of the first position by its engine, so many
  /// seconds long.
  SpeedMeter speeds;
  /// How long a turn is expected to take before any was played: as many pairs as fit the machine
  /// at once, of which the games are as long as games by chance.
  double turn_seconds = 0;
  /// Plays a further turn and puts all the pairs of the runner so far into it; none, if it was
  /// stopped. `iterations` are the baseline's a move. Says if its games only repeat.
  std::function<void(Runner& runner, double iterations)> play;
};

struct Advice {
  std::string baseline;
  std::vector<ThroughputRow>
      speeds;  ///< of the baseline, then of the candidates if they were asked
  std::vector<Candidate> candidates;  ///< with what became of them before the race
  std::vector<Runner> runners;  ///< those raced, the yardstick, and at last the chosen one again
  Finding finding;
  double search_seconds = 0;  ///< of a search that tells speeds or that the tree is exhausted
  double share = 1;           ///< of the time of a move that games have; less than 1: in iterations
  double turn_seconds = 0;    ///< of a turn, the mean over the race
  double seconds = 0;
  bool interrupted = false;

  /// The engine to use.
  [[nodiscard]] std::string best() const;
  /// Its Elo over the baseline; 0 for that itself.
  [[nodiscard]] Estimate gain() const;
  /// Elo of the baseline over itself with half the time, in the same race.
  [[nodiscard]] Estimate doubling() const;
  /// Of an engine that had fewer cores than threads, as other programs took them; null if none.
  [[nodiscard]] const ThroughputRow* starved_engine() const;
};

/// The options as a command line, but for the minutes.
std::string command_of(const AdviseOptions& options, double minutes);

/// Asks by one search of the baseline whether its tree is exhausted (kExhaustedShare of
/// summary.hpp). If not, measures speeds in turns, for at most a tenth of the time, and lets what
/// they do not rule out race to its end. Where there is no time for many games (share_of_move),
/// they are shorter: all engines then have budgets in iterations in the ratio of their speeds,
/// which are measured at the full time or as much of it as there is. Those that choose an engine
/// favour one that seemed too fast, so its speed is measured anew for the second half. Throws
/// UsageError if the time ends before every engine was measured once; it goes on for no longer than
/// a search needs for its first iteration. `progress` is called with the seconds that went by and
/// what is known. The finding is unsure on a busy machine.
Advice advise(const AdviseOptions& options, const Experiments& experiments,
              const std::function<void(double seconds, const std::string& text)>& progress,
              const std::stop_token& stop);

/// A device's question with what is measured or looked up here: the time of a descent, and the
/// evaluation by the program's own network where it has one for the game. Throws UsageError for a
/// cost that is none or a game that `batched` does not play.
DeviceQuestion device_question(const GameChoice& game, const std::string& cost);

/// The experiments by this program on this machine. They end at once where `stop` does.
Experiments real_experiments(const AdviseOptions& options, const std::stop_token& stop);

}  // namespace banyan::bench

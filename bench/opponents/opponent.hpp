// Foreign programs as engines: their settings and their faults.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// A foreign program, by its spec.
struct OpponentSettings {
  std::vector<std::string> command;    ///< the program and its arguments
  std::chrono::nanoseconds timeout{};  ///< for an answer; for a move, beyond its thinking time
  bool stop_on_fault = false;          ///< otherwise a fault loses the game
  std::vector<std::string> setup;      ///< commands sent before the first game
  std::string variant;                 ///< UCI: its name for the game; empty: ours
  std::string go;                      ///< UCI: "nodes 1000", "depth 5"; empty: only by time
};

/// How an engine lost a game other than by the rules. All but kTime is what a foreign program did
/// instead of making a legal move.
enum class Fault : std::uint8_t {
  kResigned,  ///< not a fault
  kCrash,
  kTimeout,
  kGarbage,
  kIllegalMove,
  kRefusal,  ///< of a command, or of a legal move
  kTime,     ///< its clock ran out
};

/// "crash", "time-out"...
const char* to_text(Fault fault);

/// Throws UsageError for any other text.
Fault parse_fault(const std::string& text);

/// Thrown by a search of a foreign program. what() is one sentence with its last words.
class OpponentFault : public std::runtime_error {
 public:
  OpponentFault(Fault fault, const std::string& sentence)
      : std::runtime_error(sentence), fault_(fault) {}

  [[nodiscard]] Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

/// A foreign program's own name and version; empty if it does not report them.
struct ProgramName {
  std::string name;
  std::string version;

  bool operator==(const ProgramName&) const = default;
};

/// Starts the program and checks that it can play this game. Throws UsageError if it does not run,
/// speaks another protocol, or plays another game or size. It is kept from game to game, and
/// restarted after a fault.
std::unique_ptr<AnyEngine> make_opponent(const AnyGame& position, const EngineSettings& settings);

/// Tells a foreign program what both clocks show when its next search begins; other engines ignore
/// it.
void tell_clocks(AnyEngine& engine, const GameClocks& clocks);
/// Throws UsageError if the engine is a foreign program that takes no stones that were set up.
void need_stones(const AnyEngine& engine);

/// The engine's own name; nothing if it is not a foreign program.
std::optional<ProgramName> program_name(const AnyEngine& engine);

}  // namespace banyan::bench

// Foreign programs as engines: what is asked of one, and what it does wrong.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// A foreign program, as its spec asks for it.
struct OpponentSettings {
  std::vector<std::string> command;    ///< the program and its arguments
  std::chrono::nanoseconds timeout{};  ///< for an answer; for a move, beyond the time it was given
  bool stop_on_fault = false;          ///< else a fault loses the game
  std::vector<std::string> setup;      ///< commands sent before the first game
  std::string variant;                 ///< UCI: what it calls the game; empty: what we know
  std::string go;                      ///< UCI: "nodes 1000", "depth 5"; empty: by time alone
};

/// How an engine lost a game without the rules' help. All but kTime is what a foreign program did
/// instead of making a legal move.
enum class Fault : std::uint8_t {
  kResigned,  ///< no fault
  kCrash,
  kTimeout,
  kGarbage,
  kIllegalMove,
  kRefusal,  ///< of a command, or of a move that is legal
  kTime,     ///< its clock ran out
};

/// "crash", "time-out"...
const char* to_text(Fault fault);

/// Throws UsageError for a text that is none of these.
Fault parse_fault(const std::string& text);

/// Thrown by a search of such a program. what() is one sentence with its last words.
class OpponentFault : public std::runtime_error {
 public:
  OpponentFault(Fault fault, const std::string& sentence)
      : std::runtime_error(sentence), fault_(fault) {}

  [[nodiscard]] Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

/// What a foreign program calls itself; empty what it does not tell.
struct ProgramName {
  std::string name;
  std::string version;

  bool operator==(const ProgramName&) const = default;
};

/// Starts the program and learns whether it can play this game: throws UsageError if it does not
/// run, speaks another protocol or plays another game or size. It is kept from game to game, and
/// started anew after a fault.
std::unique_ptr<AnyEngine> make_opponent(const AnyGame& position, const EngineSettings& settings);

/// Tells a foreign program what both players' clocks show when its next search begins; other
/// engines nothing.
void tell_clocks(AnyEngine& engine, const GameClocks& clocks);
/// Throws UsageError if the engine is such a program and cannot be told of stones that were set up.
void need_stones(const AnyEngine& engine);

/// What the engine calls itself; nothing if it is none of these.
std::optional<ProgramName> program_name(const AnyEngine& engine);

}  // namespace banyan::bench

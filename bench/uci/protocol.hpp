// The Universal Chess Interface (Meyer-Kahlen 2004) as text: commands and their words.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/clocks/game_clock.hpp"

namespace banyan::bench::uci {

using Words = std::vector<std::string>;
using Time = std::chrono::milliseconds;

/// The words of a line from its first command on: unknown words before it are skipped, as the
/// protocol demands. Empty if there is no command.
Words parse_line(std::string_view line);

/// The words of "setoption name N value V"; both may have blanks.
struct OptionText {
  std::string name;
  std::string value;
};
/// Throws UsageError if there is no name.
OptionText parse_option(const Words& words);

/// What "go" asks for.
struct Go {
  bool infinite = false;
  bool ponder = false;
  std::uint64_t nodes = 0;  ///< 0: not given
  std::optional<Time> movetime;
  std::array<std::optional<Time>, 2> left;  ///< wtime and btime
  std::array<Time, 2> increments{};         ///< winc and binc
  int moves_to_go = 0;                      ///< 0: not given
  Words moves;                              ///< of searchmoves
  std::vector<std::string> refused;         ///< a sentence for each part that is not heeded

  /// The clock of that player, if there is one.
  [[nodiscard]] std::optional<GameClock> clock(std::size_t player) const;
};
Go parse_go(const Words& words);

}  // namespace banyan::bench::uci

// The options of UCI: the engine's keys, and those that controllers know by name.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/engines.hpp"
#include "bench/uci/protocol.hpp"

namespace banyan::bench::uci {

struct Options {
  EngineSettings engine;
  std::size_t multi_pv = 1;
  GameClock::Time lag = GameClock::kLag;  ///< "Move Overhead"
};

/// "option name c type string default 1.4" and so on, one line each. `variant` is the only value of
/// UCI_Variant.
std::vector<std::string> option_lines(const Options& options, std::string_view variant);

/// The options after "setoption". Throws UsageError for unknown names and unusable values.
Options with_option(Options options, const OptionText& text, std::string_view variant);

}  // namespace banyan::bench::uci

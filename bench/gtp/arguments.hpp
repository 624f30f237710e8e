// Reads the arguments of commands. All functions throw Refused.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "bench/gtp/session.hpp"

namespace banyan::bench::gtp {

using Arguments = std::vector<std::string>;
using Time = GameClock::Time;

/// The ith argument; `what` is its name in messages.
const std::string& argument(const Arguments& arguments, std::size_t i, const char* what);

bool is_player(const std::string& text);
Player read_player(const Arguments& arguments, std::size_t i = 0);

double read_number(const Arguments& arguments, std::size_t i, const char* what, double lowest,
                   double highest);
int read_whole(const Arguments& arguments, std::size_t i, const char* what, int lowest,
               int highest);

/// Seconds, possibly fractional.
Time read_time(const Arguments& arguments, std::size_t i, const char* what);

}  // namespace banyan::bench::gtp

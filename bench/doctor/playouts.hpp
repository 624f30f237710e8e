// Whether playouts are uniformly random, and different from one another.
#pragma once

#include <cstddef>

#include "bench/doctor/log.hpp"
#include "bench/doctor/tree.hpp"

namespace banyan::bench::doctor {

struct PlayoutCheck {
  std::size_t moves = 0;    ///< whose alternatives are known
  std::size_t unknown = 0;  ///< others
  double p = 1;             ///< of the chi-square test that all legal moves are equally likely
  double detectable = 0;    ///< relative deviation of one move's share that would have shown
  double first = 0;         ///< share of playout moves that are the first of several legal ones
  double last = 0;
  std::size_t compared = 0;  ///< playouts whose beginnings can be compared with others
  double distinct = 0;       ///< different beginnings
  double expected = 0;       ///< of random playouts
};
PlayoutCheck measure_playouts(const WatchedLog& log, const Growth& growth);

}  // namespace banyan::bench::doctor

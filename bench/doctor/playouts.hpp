// Whether playouts are uniformly random, and different from one another.
#pragma once

#include <cstddef>

#include "bench/doctor/fitting/reading.hpp"

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
  std::size_t further = 0;   ///< playouts from a leaf after its first
  std::size_t repeats = 0;   ///< of these, those that are the one before again
  std::size_t never = 0;     ///< places that should have been chosen often and never were
  /// Playouts of two threads, the first with the first and so on, that can be compared, and how
  /// many are the same.
  std::size_t of_threads = 0;
  std::size_t same_of_threads = 0;
};
PlayoutCheck measure_playouts(const Reading& reading);

}  // namespace banyan::bench::doctor

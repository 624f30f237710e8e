// How a log is read: which playouts belong together, whose trees there are, when a node gets
// children, and what a descent sees of others in flight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/doctor/fitting/log.hpp"

namespace banyan::bench::doctor {

/// Visits before the root, and any other node, gets children.
struct Growth {
  std::uint32_t root = 0;
  std::uint32_t others = 1;
  std::uint32_t chance = 0;  ///< likewise of nodes where chance moves
  bool by_results = false;   ///< descents in flight do not count
};

/// What a descent sees of others in flight. kInTurn: there are none, since each iteration ends
/// before the next one begins.
enum class Shown : std::uint8_t { kInTurn, kNothing, kLosses, kVisits };

/// A play on the way to a result, or the result itself, which is the last one of its iteration.
struct Event {
  std::uint64_t line = 0;
  std::uint32_t iteration = 0;
  bool result = false;
};

struct Reading {
  const WatchedLog* log = nullptr;
  /// Each with a tree of its own. Readings share them.
  std::shared_ptr<const std::vector<WatchedSearch>> shared_searches;
  Growth growth;
  Shown shown = Shown::kInTurn;
  double losses = 1;           ///< of Shown::kLosses
  bool apart = false;          ///< a tree for each thread
  std::uint32_t playouts = 1;  ///< of most leaves
  bool one_visit = false;      ///< several playouts count as one visit
  bool only_seen = false;      ///< choices on the way to a position that the search kept are none

  /// Of each search, in order; only if descents overlap.
  std::shared_ptr<const std::vector<std::vector<Event>>> events;

  [[nodiscard]] const std::vector<WatchedSearch>& searches() const { return *shared_searches; }
  [[nodiscard]] bool overlaps() const { return shown != Shown::kInTurn; }
};

/// The first way to read a log: iterations one after the other, of one playout each unless the log
/// shows several from a leaf.
Reading plain_reading(const WatchedLog& log);

/// Each result as an iteration of one playout, whatever leaf it is from.
Reading reading_of_results(const WatchedLog& log);

/// All others that the log may be read by.
std::vector<Reading> other_readings(const WatchedLog& log, const Reading& plain);

/// What is not as in the plainest search, as sentences.
std::vector<std::string> reading_texts(const Reading& reading);

}  // namespace banyan::bench::doctor

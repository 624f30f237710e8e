// Shared cache lines in virtual time: who has them, and how long others wait for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/result/result.hpp"

namespace banyan {

/// The cache lines that simulated workers share, kept coherent as processors do: many may hold a
/// line to read it, but only one may write it (the protocol MESI; Papamarcos, Patel 1984). Each
/// access to a line that the worker does not hold so takes one transfer:
///
///   a read of a line that another wrote since the worker used it last
///   a write of a line that any other holds
///
/// Transfers for writes to one line never overlap: who comes while one is under way waits for its
/// end. Reads that follow each other overlap, and so do reads by several workers. A write waits for
/// the reads before it, since it depends on them. A line that nobody wrote yet is free to read,
/// because a worker alone must fetch it too. Lines are never evicted. One owner at a time.
class SharedLines {
 public:
  using Line = std::uint64_t;  ///< names a line

  /// With 0 everything is free.
  explicit SharedLines(std::chrono::nanoseconds transfer);

  [[nodiscard]] bool cost() const { return transfer_ > 0; }

  /// The accesses that follow are of this worker and begin now. Time never goes back.
  void begin(int worker, std::uint64_t now);
  void read(Line line);
  void write(Line line);
  /// How long they took, ns.
  std::uint64_t end();

  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }
  /// The time that all accesses took, ns, summed over the workers.
  [[nodiscard]] std::uint64_t time() const { return time_; }

 private:
  struct State {
    bool written = false;
    std::vector<int> holders;           // several only while they read
    std::vector<std::uint64_t> writes;  // when transfers for writes begin, ascending
  };

  [[nodiscard]] bool holds(const State& state) const;
  /// Lasts until when, if a transfer begins as soon as it can after `from`.
  std::uint64_t transfer(State& state, std::uint64_t from, bool writes);

  std::uint64_t transfer_;
  std::unordered_map<Line, State> lines_;
  int worker_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t written_ = 0;  // when the last write was over
  std::uint64_t ready_ = 0;    // when the reads since then are over, too
  std::uint64_t transfers_ = 0;
  std::uint64_t time_ = 0;
};

/// Adds both sums to a result's counters, unless everything was free.
void add_counters(const SharedLines& lines, SearchResult& result);

}  // namespace banyan

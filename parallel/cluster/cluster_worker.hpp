// What the workers of all schemes have in common: what they tell of themselves at the end.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/counts.hpp"
#include "parallel/cluster/port.hpp"

namespace banyan {

/// What one worker did in one search.
struct WorkerReport {
  IterationCounts counts;
  Traffic traffic;
  std::uint64_t received = 0;  ///< messages
  std::uint64_t bytes = 0;     ///< of its tree, or its part of one
  std::uint64_t idle_ns = 0;   ///< waited for messages
  std::uint64_t given_up = 0;  ///< descents of a spread tree that the end left without a result
};

/// The first byte of a message.
enum class MessageKind : std::uint8_t {
  kJob,     ///< of a spread tree: an iteration
  kStop,    ///< from worker 0: time is up, no leaf is to be played out any more
  kEnd,     ///< from worker 0: no job is left anywhere
  kReport,  ///< to worker 0, the last message of every other worker
  kPart,    ///< to worker 0 before that: a node of a spread tree, to be checked
  kShare,   ///< to worker 0: what a tree found itself, at one depth of the shared top
  kSum,     ///< from worker 0: these of all trees, added up
};

/// Adds what the workers report to a result, worker 0 first.
inline void count_cluster(const std::vector<WorkerReport>& reports, SearchResult& result) {
  Traffic traffic;
  std::uint64_t received = 0;
  std::uint64_t idle = 0;
  std::uint64_t given_up = 0;
  for (const WorkerReport& report : reports) {
    traffic.messages += report.traffic.messages;
    traffic.packets += report.traffic.packets;
    traffic.bytes += report.traffic.bytes;
    received += report.received;
    idle += report.idle_ns;
    given_up += report.given_up;
  }
  result.count("workers", reports.size());
  result.count("messages", traffic.messages);
  result.count("packets", traffic.packets);
  result.count("message_bytes", traffic.bytes);
  result.count("messages_received", received);
  result.count("messages_received_root", reports.front().received);
  result.count("idle_ns", idle);
  result.count("given_up", given_up);
}

}  // namespace banyan

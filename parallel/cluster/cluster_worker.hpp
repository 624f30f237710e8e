// What the workers of all schemes share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result/counts.hpp"
#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/port.hpp"
#include "parallel/cluster/spread_tree.hpp"

namespace banyan {

/// What one worker did in one search.
struct WorkerReport {
  IterationCounts counts;
  Traffic traffic;
  std::uint64_t received = 0;  ///< messages
  std::uint64_t bytes = 0;     ///< of its tree, or its part of one
  std::uint64_t idle_ns = 0;   ///< waiting for messages
  std::uint64_t given_up = 0;  ///< descents of a spread tree that ended without a result
};

/// The first byte of a message.
enum class MessageKind : std::uint8_t {
  kJob,     ///< of a spread tree: an iteration
  kStop,    ///< from worker 0: time is up, no more playouts
  kEnd,     ///< from worker 0: no job is left anywhere
  kReport,  ///< to worker 0: the last message of every other worker
  kPart,    ///< to worker 0 before that: a node of a spread tree, to check
  kShare,   ///< to worker 0: what a tree found itself, at one depth of the shared top
  kSum,     ///< from worker 0: the sum of these over all trees
};

/// Adds the workers' reports to a result, worker 0's first.
void count_cluster(const std::vector<WorkerReport>& reports, SearchResult& result);

/// A worker of any scheme, run by one thread. Its last message is its report, to worker 0, which is
/// done when it has all.
class ClusterWorker {
 public:
  ClusterWorker(const ClusterOptions& options, Port& port);
  ClusterWorker(const ClusterWorker&) = delete;
  ClusterWorker& operator=(const ClusterWorker&) = delete;
  virtual ~ClusterWorker() = default;

  /// Does what is due; false if there was nothing.
  virtual bool step() = 0;
  [[nodiscard]] bool done() const { return reported_ == expected_; }
  /// Records that it waited this long for messages.
  void idled(std::uint64_t nanoseconds);

  /// Worker 0's result, when done.
  [[nodiscard]] virtual SearchResult result() const = 0;
  /// Worker 0's copy of a spread tree's nodes, by worker, when done, if they are to be checked.
  [[nodiscard]] virtual std::vector<std::vector<SpreadNode>> nodes() const { return {}; }

 protected:
  [[nodiscard]] bool first() const { return port_->worker() == 0; }
  [[nodiscard]] std::uint32_t number() const { return static_cast<std::uint32_t>(port_->worker()); }

  /// Makes its report, whose counts must be set, with what else worker 0 is to know. Of worker 0
  /// that is left out.
  void report(std::span<const std::byte> more = {});
  /// Worker 0 takes the report of another, whose number it returns. `reader` is left at what else
  /// there is.
  std::uint32_t take_report(Reader& reader);
  /// Whether all others have reported to worker 0.
  [[nodiscard]] bool others_reported() const { return reported_ + 1 == expected_; }

  const ClusterOptions* options_;
  Port* port_;
  WorkerReport report_;
  std::vector<WorkerReport> reports_;  // by worker; worker 0's

 private:
  int expected_;  // reports: worker 0's of all, others' only their own
  int reported_ = 0;
};

}  // namespace banyan

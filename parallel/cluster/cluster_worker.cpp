// What the workers of a search report.
#include "parallel/cluster/cluster_worker.hpp"

#include "core/base/saturating.hpp"

namespace banyan {

void count_cluster(const std::vector<WorkerReport>& reports, SearchResult& result) {
  Traffic traffic;
  std::uint64_t received = 0;
  std::uint64_t idle = 0;
  std::uint64_t given_up = 0;
  for (const WorkerReport& report : reports) {
    traffic.messages += report.traffic.messages;
    traffic.packets += report.traffic.packets;
    traffic.bytes += report.traffic.bytes;
    received += report.received;
    idle = saturating_add(idle, report.idle_ns);
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

ClusterWorker::ClusterWorker(const ClusterOptions& options, Port& port)
    : options_(&options), port_(&port), expected_(first() ? port.workers() : 1) {
  if (first()) reports_.resize(static_cast<std::size_t>(port.workers()));
}

void ClusterWorker::idled(std::uint64_t nanoseconds) {
  report_.idle_ns = saturating_add(report_.idle_ns, nanoseconds);
}

void ClusterWorker::report(std::span<const std::byte> more) {
  ++reported_;
  if (first()) {
    reports_[0] = report_;
    return;
  }
  Bytes message;
  append(message, MessageKind::kReport);
  append(message, number());
  append(message, report_);
  append(message, more);
  port_->send(0, message);
}

std::uint32_t ClusterWorker::take_report(Reader& reader) {
  const auto worker = reader.read<std::uint32_t>();
  reports_[worker] = reader.read<WorkerReport>();
  ++reported_;
  return worker;
}

}  // namespace banyan

// Reads run.json.
#include "bench/rows/run_info.hpp"

namespace banyan::bench {
namespace {

/// Checks the fields of a run that are shown unchanged.
void check_rest(const Field& run) {
  const Field machine = run["provenance"]["machine"];
  if (machine.has("caches")) {
    for (const Field& cache : machine["caches"].elements()) {
      cache["type"].text();
      for (const char* name : {"level", "count", "size_bytes"}) cache[name].count();
    }
  }
  run["provenance"]["flags"].text();
  const Field settings = run["settings"];
  for (const char* name : {"pairs", "seed"}) settings[name].count();
  for (const char* name : {"games", "engines"}) {
    for (const Field& spec : settings[name].elements()) spec.text();
  }
  if (!run.has("plan")) return;  // from a build before plans existed
  for (const auto& [suite, items] : run["plan"].members()) {
    for (const Field& item : items.elements()) {
      for (const auto& [name, value] : item.members()) value.text();
    }
  }
}

}  // namespace

RunInfo read_run_info(const Field& run) {
  const Field from = run["provenance"];
  const Field machine = from["machine"];
  const Field settings = run["settings"];
  RunInfo info;
  info.version = from["version"].text();
  info.commit = from["commit"].text();
  info.compiler = from["compiler"].text();
  info.command = from["command"].text();
  info.cpu_model = machine["cpu_model"].text();
  info.cpus = machine["available_cpus"].count();
  info.allocator = machine["allocator"].text();
  info.os = machine["os"].text();
  info.time_utc = machine["time_utc"].text();
  if (from.has("cluster")) {
    const Field cluster = from["cluster"];
    const std::vector<Field> nodes = cluster["nodes"].elements();
    for (const Field& node : nodes) node["name"].text();
    info.cluster = {cluster["ranks"].count(), nodes.size(), cluster["mpi"].text()};
  }
  info.profile = settings["profile"].text();
  info.search_ms = settings["search_ms"].count();
  info.repetitions = settings["repetitions"].count();
  check_rest(run);
  return info;
}

}  // namespace banyan::bench

// Reads run.json.
#include "bench/rows/run_info.hpp"

#include <fmt/format.h>

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

std::string provenance_text(const RunInfo& info) {
  std::string text =
      fmt::format("Banyan {} ({}), {}, {}; {} with {} CPUs; {}; {}.", info.version, info.commit,
                  info.compiler, info.allocator, info.cpu_model, info.cpus, info.os, info.time_utc);
  if (info.commit.ends_with("-dirty")) {
    text += " Its source had changes that are in no commit: nobody can build it again.";
  }
  if (info.cluster) {
    text += fmt::format(
        " Games and positions were shared out over {} ranks on {} node{} ({}); speeds were "
        "measured on the first rank alone.",
        info.cluster->ranks, info.cluster->nodes, info.cluster->nodes == 1 ? "" : "s",
        info.cluster->mpi);
  }
  return text;
}

}  // namespace banyan::bench

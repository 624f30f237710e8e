// Collects the provenance of results.
#include "bench/machine/provenance.hpp"

#include "bench/machine/machine.hpp"
#include "bench/machine/version.hpp"

namespace banyan::bench {
Json provenance(const std::string& command) {
  const nlohmann::json machine = read_machine();
  Json all{{"version", build::kVersion}, {"commit", build::kCommit}, {"compiler", build::kCompiler},
           {"flags", build::kFlags},     {"command", command},       {"machine", machine}};
  all.update(further_provenance());
  return without_controls(all);
}

Json maker() {
  const Json whole = provenance("");
  Json maker;
  for (const char* field : {"/version", "/commit", "/compiler", "/flags", "/machine/cpu_model",
                            "/machine/logical_cpus"}) {
    const Json::json_pointer where(field);
    maker[where] = whole.at(where);
  }
  return maker;
}

Json& further_provenance() {
  static Json fields = Json::object();
  return fields;
}

bool same_maker(const Json& a, const Json& b) {
  for (const char* field : {"/provenance/commit", "/provenance/machine/cpu_model"}) {
    const Json::json_pointer where(field);
    if (!a.contains(where) || !b.contains(where) || a.at(where) != b.at(where)) return false;
  }
  return true;
}

}  // namespace banyan::bench

// Collects the provenance of results.
#include "bench/machine/provenance.hpp"

#include "bench/machine/machine.hpp"
#include "bench/machine/version.hpp"

namespace banyan::bench {
namespace {

void flatten_into(const Json& value, const std::string& name,
                  std::vector<std::pair<std::string, std::string>>& fields) {
  if (!value.is_structured()) {
    fields.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    return;
  }
  for (const auto& [key, part] : value.items()) {
    flatten_into(part, name.empty() ? key : name + "." + key, fields);
  }
}

}  // namespace

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

std::vector<std::pair<std::string, std::string>> flatten(const Json& object) {
  std::vector<std::pair<std::string, std::string>> fields;
  flatten_into(object, "", fields);
  return fields;
}

}  // namespace banyan::bench

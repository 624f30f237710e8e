#include "bench/output/same_run.hpp"

#include <fmt/format.h>

#include "bench/machine/provenance.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// A setting's value, cut where it is long.
std::string shown(const Json& value) { return cut_to_width(value.dump(), 80); }

/// The first difference between the programs of two runs; nothing if none is known.
std::optional<std::string> other_program(const Json& there, const Json& run) {
  const Json::json_pointer programs("/provenance/programs");
  if (!there.contains(programs) || !run.contains(programs)) return std::nullopt;
  for (const Json& now : run[programs]) {
    for (const Json& before : there[programs]) {
      const bool same = before.is_object() && has_fields(before, {{"engine", now["engine"]}});
      if (same && before != now) return fmt::format("{}, not {}", before.dump(), now.dump());
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Json> earlier_run(const OutputFolder& folder, const Json& run) {
  if (folder.type_of("run.json") == std::filesystem::file_type::not_found) return std::nullopt;
  Json there = json_of_file(folder.at("run.json"));
  if (const auto why = why_another_run(there, run)) folder.refuse(*why);
  return there;
}

OutputFolder folder_of_answer(const std::filesystem::path& path, const Json& run) {
  OutputFolder folder(path);
  earlier_run(folder, run);
  folder.need_writable("run.json");
  return folder;
}

std::optional<std::string> why_another_run(const Json& there, const Json& run) {
  if (!there.is_object() || !there.contains("provenance") || !there.contains("settings")) {
    return "a damaged run";
  }
  const Json& settings = there["settings"];
  const Json& asked = run["settings"];
  if (!settings.is_object() || settings.size() > asked.size()) return "another kind of run";
  for (const auto& [name, value] : asked.items()) {
    if (!settings.contains(name)) return "another kind of run";
    if (settings[name] != value) {
      return fmt::format("another run (its {} is {}, not {})", name, shown(settings[name]),
                         shown(value));
    }
  }
  if (!same_maker(there, run)) return "a run of another build or machine";
  if (const auto other = other_program(there, run)) {
    return fmt::format("a run with another program ({})", *other);
  }
  return std::nullopt;
}

}  // namespace banyan::bench

#include "bench/output/results.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kMeasured = "measured.jsonl";
constexpr const char* kUnfinished = "unfinished.json";

bool is_of(const Field& result, std::string_view suite, const Json& fields) {
  return result.json().value("suite", Json()) == suite && has_fields(result.json(), fields);
}

std::vector<Field> fields_of(const std::filesystem::path& file, std::vector<JsonLine> lines) {
  std::vector<Field> fields;
  for (JsonLine& line : lines) {
    fields.push_back(Field::of_json(std::move(line.json),
                                    fmt::format("{} line {}", file.string(), line.number)));
  }
  return fields;
}

std::optional<Field> unfinished_in(const std::filesystem::path& folder) {
  const auto file = folder / kUnfinished;
  if (!file_exists(file)) return std::nullopt;
  Field unfinished = Field::of_file(file);
  unfinished["suite"].text();
  return unfinished;
}

}  // namespace

Results Results::in(const std::filesystem::path& folder) {
  Results results;
  results.whole_ = fields_of(folder / kMeasured, read_lines(folder / kMeasured).objects);
  results.unfinished_ = unfinished_in(folder);
  return results;
}

Results Results::recovered(const Folder& folder) {
  Results results;
  results.whole_ =
      fields_of(folder.at(kMeasured), recover_lines(folder, kMeasured, "It is measured again."));
  results.unfinished_ = unfinished_in(folder.path());
  return results;
}

const Field* Results::whole(std::string_view suite, const Json& key) const {
  for (const Field& result : whole_) {
    if (is_of(result, suite, key)) return &result;
  }
  return nullptr;
}

const Field* Results::part(std::string_view suite, const Json& key) const {
  const bool is_there = unfinished_ && is_of(*unfinished_, suite, key);
  return is_there && whole(suite, key) == nullptr ? &*unfinished_ : nullptr;
}

std::vector<Field> Results::all(std::string_view suite, const Json& fields) const {
  std::vector<Field> found;
  for (const Field& result : whole_) {
    if (is_of(result, suite, fields)) found.push_back(result);
  }
  return found;
}

void Results::add(const Folder& folder, Json result) {
  folder.append(kMeasured, lines_text({result}));
  whole_.push_back(Field::of_json(std::move(result), "what was measured"));
  if (!unfinished_) return;
  folder.remove(kUnfinished);
  unfinished_.reset();
}

void Results::keep(const Folder& folder, Json result) {
  folder.write(kUnfinished, result.dump(2) + "\n");
  unfinished_ = Field::of_json(std::move(result), "what was measured");
}

}  // namespace banyan::bench

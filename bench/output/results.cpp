// Reads and writes results.
#include "bench/output/results.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kMeasured = "measured.jsonl";
constexpr const char* kUnfinished = "unfinished.json";

bool is_of(const Field& result, std::string_view suite, const Json& fields) {
  return result.json().value("suite", Json()) == suite && has_fields(result.json(), fields);
}

}  // namespace

Results::Results(const std::filesystem::path& folder, std::vector<JsonLine> lines) {
  for (JsonLine& line : lines) {
    whole_.push_back(
        Field::of_json(std::move(line.json),
                       fmt::format("{} line {}", (folder / kMeasured).string(), line.number)));
  }
  if (!file_exists(folder / kUnfinished)) return;
  unfinished_ = Field::of_file(folder / kUnfinished);
  (*unfinished_)["suite"].text();  // throws if damaged
}

Results Results::in(const std::filesystem::path& folder) {
  return {folder, read_lines(folder / kMeasured).objects};
}

Results Results::recovered(const Folder& folder) {
  return {folder.path(), recover_lines(folder, kMeasured, "It is measured again.")};
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

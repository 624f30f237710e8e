// What a run measured so far: kept in its folder, so that a run can go on after any end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/fields.hpp"
#include "bench/text/folder.hpp"
#include "bench/text/json.hpp"
#include "bench/text/json_lines.hpp"

namespace banyan::bench {

/// The results of a run, an object each with the fields `suite`, those that identify it within the
/// suite (its key), and those measured. Whole ones are lines of measured.jsonl, which are never
/// rewritten. One at a time is unfinished: unfinished.json, replaced as it grows.
class Results {
 public:
  Results() = default;

  /// Those in a folder; none without the files. What a crash left of a line is left out. Throws
  /// UsageError for what is no object.
  static Results in(const std::filesystem::path& folder);

  /// Reads those that a run continues: damaged lines are reported, and removed.
  static Results recovered(const Folder& folder);

  /// The whole result with this key; null if there is none.
  [[nodiscard]] const Field* whole(std::string_view suite, const Json& key) const;
  /// What is there of it, if it is not whole; null if nothing.
  [[nodiscard]] const Field* part(std::string_view suite, const Json& key) const;
  /// All whole results, or those of a suite that have these fields, in the order of measuring.
  [[nodiscard]] std::vector<Field> all() const { return whole_; }
  [[nodiscard]] std::vector<Field> all(std::string_view suite,
                                       const Json& fields = Json::object()) const;

  /// Adds a whole result, in the folder too.
  void add(const Folder& folder, Json result);
  /// Replaces the unfinished result, in the folder too.
  void keep(const Folder& folder, Json result);

 private:
  Results(const std::filesystem::path& folder, std::vector<JsonLine> lines);

  std::vector<Field> whole_;
  std::optional<Field> unfinished_;
};

}  // namespace banyan::bench

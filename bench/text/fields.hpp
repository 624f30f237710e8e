// Reads fields of result files, and reports damaged or foreign ones with one sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The document in a file, as read_json() has it. Throws FileError if it cannot be read.
Json json_of_file(const std::filesystem::path& file);

/// A place in a result file: its file, its path within it ("benchmarks[3].name") and its value.
/// Every reader throws UsageError with a sentence that names file and field.
class Field {
 public:
  /// The whole file, parsed. Throws FileError if it cannot be read or is larger.
  static Field of_file(const std::filesystem::path& file, std::size_t most = kMostText);

  /// A text instead of the file's; `file` is for messages.
  static Field of_text(std::string_view text, std::string file);

  /// An existing value.
  static Field of_json(Json value, std::string file) {
    return {std::move(file), "", std::move(value)};
  }

  /// The field of an object.
  Field operator[](std::string_view name) const;

  /// The elements of an array.
  [[nodiscard]] std::vector<Field> elements() const;

  /// The fields of an object by their names.
  [[nodiscard]] std::vector<std::pair<std::string, Field>> members() const;

  // Without [[nodiscard]], since these also serve only as checks.
  std::string text() const;
  double number() const;                                 ///< finite
  [[nodiscard]] double number_or(double without) const;  ///< for null `without`
  std::uint64_t count() const;                           ///< an integer >= 0
  bool flag() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// The value, of any type.
  [[nodiscard]] const Json& json() const& { return value_; }
  [[nodiscard]] Json json() && { return std::move(value_); }  // that of a field of a field lives on

  /// Throws UsageError: "FILE: field PATH " + what + ".".
  [[noreturn]] void refuse(std::string_view what) const;

 private:
  Field(std::string file, std::string path, Json value);
  [[noreturn]] void refuse_kind(std::string_view expected) const;

  std::string file_;
  std::string path_;
  Json value_;
};

/// Whether the object has these fields, with the same values.
bool has_fields(const Json& object, const Json& fields);

}  // namespace banyan::bench

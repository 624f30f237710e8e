// JSON, for all files and outputs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace banyan::bench {

/// Keeps fields in their documented order.
using Json = nlohmann::ordered_json;

/// Parses a text. The result is discarded if it is no JSON, is nested deeper than anything written
/// here, or has control characters in its texts (bench/text/utf8.hpp), which nothing written here
/// has. All input from outside must use it: parts of this program descend values by recursion, and
/// show texts to people.
Json read_json(std::string_view text);

/// The same, but texts may hold anything.
Json read_any_json(std::string_view text);

/// Where a document has a text or name with a control character: "matches[2].b"; nothing if there
/// is none.
std::optional<std::string> place_of_control(const Json& json);

/// The same with all texts converted by printable(), as results must be written.
Json without_controls(Json json);

/// An integer >= 0, where nlohmann's reader would convert 0.5 or -1. Throws UsageError for other
/// numbers, and Json::exception for other values.
std::uint64_t count_of(const Json& value);

}  // namespace banyan::bench

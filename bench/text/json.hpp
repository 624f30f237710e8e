// JSON, as all files and outputs have it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace banyan::bench {

/// Keeps fields in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// What a text holds; discarded if it is no JSON, is nested deeper than anything written here, or
/// has control characters in its texts (bench/text/utf8.hpp), which nothing written here has. The
/// one reader of what comes from outside: parts of this program go down a value by recursion, and
/// its texts are shown to people.
Json read_json(std::string_view text);

/// The same, but that texts may hold anything.
Json read_any_json(std::string_view text);

/// Where a document has a text, or a name, with a control character: "matches[2].b"; nothing where
/// it has none.
std::optional<std::string> place_of_control(const Json& json);

/// The same with all its texts as printable() has them, as results are to be written.
Json without_controls(Json json);

/// A whole number from 0, where nlohmann's reading would make one of 0.5 or -1. Throws UsageError
/// for another number, and Json::exception for what is no number.
std::uint64_t count_of(const Json& value);

}  // namespace banyan::bench

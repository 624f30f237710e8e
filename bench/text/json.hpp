// JSON, as all files and outputs have it.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace banyan::bench {

/// Keeps fields in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// What a text holds; discarded if it is no JSON or is nested deeper than anything written here.
/// The one reader of what comes from outside: parts of this program go down a value by recursion.
Json read_json(std::string_view text);

}  // namespace banyan::bench

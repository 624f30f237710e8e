// JSON, as all files and outputs have it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

namespace banyan::bench {

/// Keeps fields in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// What a text holds; discarded if it is no JSON or is nested deeper than anything written here.
/// The one reader of what comes from outside: parts of this program go down a value by recursion.
Json read_json(std::string_view text);

/// A whole number from 0, where nlohmann's reading would make one of 0.5 or -1. Throws UsageError
/// for another number, and Json::exception for what is no number.
std::uint64_t count_of(const Json& value);

}  // namespace banyan::bench

// Files with a JSON object a line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string_view>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// An object of such a file, and the number of its line, from 1.
struct JsonLine {
  std::size_t number;
  Json json;
};

/// None without the file; lines that hold no object, being torn, are left out.
std::vector<JsonLine> read_lines(const std::filesystem::path& path);
/// The same of what somebody names: read_input().
std::vector<JsonLine> read_lines(const std::filesystem::path& path, const std::stop_token& stop);

void write_lines(const std::filesystem::path& path, const std::vector<Json>& lines);

/// Adds them to the end, all at once.
void append_lines(const std::filesystem::path& path, const std::vector<Json>& lines);

/// Says on standard error what is wrong with a line, and what is done about it.
void tell_damaged(const std::filesystem::path& path, const JsonLine& line, std::string_view why,
                  std::string_view remedy);

}  // namespace banyan::bench

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

/// What such a file holds.
struct JsonLines {
  std::vector<JsonLine> objects;
  std::vector<std::size_t> damaged;  ///< the numbers of lines that hold none
  bool torn = false;  ///< a last one without its end holds none: so a crash leaves it
};

/// Nothing without the file.
JsonLines read_lines(const std::filesystem::path& path);
/// The same of what somebody names: read_input().
JsonLines read_lines(const std::filesystem::path& path, const std::stop_token& stop);

/// The objects of a file that a run goes on with. Damaged lines are told of, and what is done about
/// them; these and a torn one are taken out of the file, where others would be written behind them.
std::vector<JsonLine> recover_lines(const std::filesystem::path& path, std::string_view remedy);

void write_lines(const std::filesystem::path& path, const std::vector<Json>& lines);

/// Adds them to the end, all at once.
void append_lines(const std::filesystem::path& path, const std::vector<Json>& lines);

/// Says on standard error what is wrong with a line, and what is done about it.
void tell_damaged(const std::filesystem::path& path, std::size_t line, std::string_view why,
                  std::string_view remedy);

}  // namespace banyan::bench

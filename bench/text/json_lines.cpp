// Reading and writing lines of JSON.
#include "bench/text/json_lines.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <utility>

#include "bench/text/files.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

std::vector<JsonLine> read_lines(const std::filesystem::path& path) {
  std::vector<JsonLine> lines;
  if (!file_exists(path)) return lines;
  std::istringstream text(read_file(path));
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    Json json = read_json(line);
    if (json.is_object()) lines.push_back({number, std::move(json)});
  }
  return lines;
}

void write_lines(const std::filesystem::path& path, const std::vector<Json>& lines) {
  std::string text;
  for (const Json& line : lines) text += line.dump() + '\n';
  write_file_whole(path, text);
}

void append_lines(const std::filesystem::path& path, const std::vector<Json>& lines) {
  std::string text;
  for (const Json& line : lines) text += (text.empty() ? "" : "\n") + line.dump();
  append_line(path, text);
}

void tell_damaged(const std::filesystem::path& path, const JsonLine& line, std::string_view why,
                  std::string_view remedy) {
  const std::string note =
      fmt::format("note: {} line {}: {} {}", path.string(), line.number, why, remedy);
  print_to_standard_error("{}\n", printable(note));
}

}  // namespace banyan::bench

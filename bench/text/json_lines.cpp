// Reading and writing lines of JSON.
#include "bench/text/json_lines.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <utility>

#include "bench/text/files.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

namespace {

std::vector<JsonLine> lines_of(const std::string& whole) {
  std::vector<JsonLine> lines;
  std::istringstream text(whole);
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    Json json = read_json(line);
    if (json.is_object()) lines.push_back({number, std::move(json)});
  }
  return lines;
}

}  // namespace

std::vector<JsonLine> read_lines(const std::filesystem::path& path) {
  return file_exists(path) ? lines_of(read_file(path)) : std::vector<JsonLine>();
}

std::vector<JsonLine> read_lines(const std::filesystem::path& path, const std::stop_token& stop) {
  return file_exists(path) ? lines_of(read_input(path, stop)) : std::vector<JsonLine>();
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
  fmt::print(stderr, "{}\n", printable(note));
}

}  // namespace banyan::bench

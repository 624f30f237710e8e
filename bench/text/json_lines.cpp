// Reads and writes lines of JSON.
#include "bench/text/json_lines.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <utility>

#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

namespace {

constexpr std::size_t kLongestLine = std::size_t{8} << 20U;

JsonLines lines_of(const std::string& whole, const std::filesystem::path& path) {
  JsonLines lines;
  std::istringstream text(whole);
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.size() > kLongestLine) {
      throw UsageError(fmt::format("{} line {}: it is longer than {} MiB: banyan did not write it.",
                                   path.string(), number, kLongestLine >> 20U));
    }
    Json json = read_json(line);
    if (json.is_object()) {
      lines.objects.push_back({number, std::move(json)});
    } else if (text.eof()) {
      lines.torn = true;
    } else {
      lines.damaged.push_back(number);
    }
  }
  return lines;
}

}  // namespace

JsonLines read_lines(const std::filesystem::path& path) {
  return file_exists(path) ? lines_of(read_file(path), path) : JsonLines();
}

JsonLines read_lines(const std::filesystem::path& path, const std::stop_token& stop) {
  return file_exists(path) ? lines_of(read_input(path, stop), path) : JsonLines();
}

std::vector<JsonLine> recover_lines(const Folder& folder, const std::string& name,
                                    std::string_view remedy) {
  JsonLines lines = read_lines(folder.at(name));
  for (const std::size_t number : lines.damaged) {
    tell_damaged(folder.at(name), number, "it holds no JSON object.", remedy);
  }
  if (lines.torn || !lines.damaged.empty()) {
    std::vector<Json> whole;
    for (const JsonLine& line : lines.objects) whole.push_back(line.json);
    folder.write(name, lines_text(whole));
  }
  return std::move(lines.objects);
}

std::string lines_text(const std::vector<Json>& lines) {
  std::string text;
  for (const Json& line : lines) text += line.dump() + '\n';
  return text;
}

void tell_damaged(const std::filesystem::path& path, std::size_t line, std::string_view why,
                  std::string_view remedy) {
  const std::string note = fmt::format("note: {} line {}: {} {}", path.string(), line, why, remedy);
  print_to_standard_error("{}\n", printable(note));
}

}  // namespace banyan::bench

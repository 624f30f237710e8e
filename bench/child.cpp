// Running a program and reading its JSON.
#include "bench/child.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace banyan::bench {
namespace {

std::string output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe)) {
    text.append(part.data(), n);
  }
  if (::pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
  return text;
}

/// As one word of the shell.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

Json search_by(const std::string& program, const std::string& arguments,
               const std::string& environment) {
  const std::string command =
      fmt::format("{}{}{} search {} --json", environment, environment.empty() ? "" : " ",
                  quoted(program), arguments);
  Json found = Json::parse(output_of(command), nullptr, false);
  if (found.is_discarded()) throw std::runtime_error("printed no JSON: " + command);
  return found;
}

}  // namespace banyan::bench

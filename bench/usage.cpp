// Explaining unusable command lines.
#include "bench/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/spec.hpp"

namespace banyan::bench {
namespace {

std::string unknown(const std::string& what, const std::string& given,
                    const std::vector<std::string>& allowed) {
  const auto near = nearest(given, allowed);
  return fmt::format("unknown {} {}:{} give {}.", what, in_quotes(given),
                     near ? fmt::format(" did you mean {}?", *near) : "",
                     fmt::format("one of {}", fmt::join(allowed, ", ")));
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                    const char* const* argv) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (argc < 2)
    return "no command: give one of " + fmt::format("{}", fmt::join(commands, ", ")) + ".";
  const std::string first = argv[1];
  if (std::find(commands.begin(), commands.end(), first) == commands.end()) {
    return unknown("command", first, commands);
  }
  const CLI::App& command = *app.get_subcommand(first);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  // Even if it is something else that CLI11 finds first: a required option may be missing since it
  // was misspelt.
  const bool only_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  for (const std::string& extra : command.remaining(true)) {
    if (only_extras || extra.starts_with("--")) {
      return unknown(fmt::format("argument of {}", first), extra.substr(0, extra.find('=')), names);
    }
  }
  return fmt::format("{}: {} (see 'banyan {} --help').", first, error.what(), first);
}

}  // namespace banyan::bench

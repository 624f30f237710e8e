// Explains unusable command lines.
#include "bench/program/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

std::string unknown(const std::string& what, const std::string& given,
                    const std::vector<std::string>& allowed) {
  const auto near = nearest(given, allowed);
  return fmt::format("unknown {} {}:{} give one of {}.", what, in_quotes(given),
                     near ? fmt::format(" did you mean {}?", *near) : "", fmt::join(allowed, ", "));
}

/// The place of the command, behind --plugin and its files.
int place_of_command(int argc, const char* const* argv) {
  int place = 1;
  while (place < argc) {
    const std::string_view argument = argv[place];
    if (argument == "--plugin") {
      place += 2;
    } else if (argument.starts_with("--plugin=")) {
      ++place;
    } else {
      break;
    }
  }
  return place;
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc,
                    const char* const* argv) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const int place = place_of_command(argc, argv);
  if (place > argc) return "--plugin names no file: give one, and a command behind it.";
  if (place == argc) return fmt::format("no command: give one of {}.", fmt::join(commands, ", "));
  const std::string first = argv[place];
  if (std::find(commands.begin(), commands.end(), first) == commands.end()) {
    return unknown("command", first, commands);
  }
  const CLI::App& command = *app.get_subcommand(first);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  // Even if CLI11 finds another error first: a required option may be missing because it was
  // misspelt.
  const bool only_extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  for (const std::string& extra : command.remaining(true)) {
    if (only_extras || extra.starts_with("--")) {
      return unknown(fmt::format("argument of {}", first), extra.substr(0, extra.find('=')), names);
    }
  }
  return fmt::format("{}: {} (see 'banyan {} --help').", first, error.what(), first);
}

void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* const command : app.get_subcommands()) {
    for (const CLI::Option* const option : command->get_options()) {
      // An empty list of moves is valid. Required specs and numbers have their own messages.
      const bool says_more = option->get_required() && !option->get_positional();
      if (option->check_lname("moves") || says_more) continue;
      for (const std::string& value : option->results()) {
        if (!value.empty()) continue;
        throw UsageError(fmt::format("{}: {} is empty: give a value{}.", command->get_name(),
                                     option->get_name(),
                                     option->get_required() ? "" : ", or leave it out"));
      }
    }
  }
}

}  // namespace banyan::bench

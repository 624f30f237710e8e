// What several commands share.
#include <algorithm>
#include <cstdio>

#include "bench/commands/commands.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/spec.hpp"
#include "core/base/stat.hpp"

namespace banyan::bench {

Given::Given(const CLI::App& command) : command_("banyan " + command.get_name()) {
  for (const CLI::Option* const option : command.get_options()) {
    const bool is_flag = option->get_items_expected_max() == 0;
    if (option->count() > 0) {
      options_.emplace_back(option->get_name(), is_flag ? "" : option->results().front());
    } else if (!is_flag && !option->get_default_str().empty()) {
      options_.emplace_back(option->get_name(), option->get_default_str());
    }
  }
}

void Given::set(const std::string& option, const std::string& value) {
  for (auto& [name, old] : options_) {
    if (name == option) {
      old = value;
      return;
    }
  }
  options_.emplace_back(option, value);
}

std::string Given::text(const std::vector<std::string>& without) const {
  std::string text = command_;
  for (const auto& [name, value] : options_) {
    if (name == "--out" || name == "--json") continue;
    if (std::find(without.begin(), without.end(), name) != without.end()) continue;
    text += ' ' + name;
    if (!value.empty()) text += ' ' + shell_word(value);
  }
  return text;
}

void print_at_once(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

void LimitOptions::add_to(CLI::App& command) {
  command
      .add_option("--iterations", iterations,
                  "exactly N iterations per search, over all threads (e.g. 20000, 200k)")
      ->type_name("N");
  command.add_option("--playouts", playouts, "exactly N playouts per search")->type_name("N");
  command
      .add_option("--time", time,
                  "time per search (e.g. 250ms, 1s); of several limits the first one reached "
                  "ends it")
      ->type_name("D");
}

std::optional<Limits> LimitOptions::parse() const {
  if (iterations.empty() && playouts.empty() && time.empty()) return std::nullopt;
  Limits limits;
  const auto visits = [](const std::string& text, const char* argument) {
    return text.empty() ? 0 : parse_count(text, argument, 1, kMaxVisits);
  };
  limits.iterations = visits(iterations, "--iterations");
  limits.playouts = visits(playouts, "--playouts");
  if (!time.empty()) limits.time = parse_duration(time, "--time");
  return limits;
}

void add_game(CLI::App& command, std::string& game) {
  command.add_option("--game", game, "game spec, see 'banyan list'")->required();
}

void add_json(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "one JSON object");
}

void add_seed(CLI::App& command, std::uint64_t& seed) {
  // Not parsed by CLI11, which reads -3, 1e20 and 010 as other numbers.
  command
      .add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = parse_count(text, "--seed"); },
          "seed of all random numbers")
      ->type_name("S")
      ->default_str(std::to_string(seed));
}

CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest) {
  const auto check = [=](const std::string& text) -> std::string {
    const auto number = read_number<std::int64_t>(text);
    if (number && *number >= lowest && *number <= highest) return {};
    return fmt::format("{} is no whole number from {} to {}", in_quotes(text), lowest, highest);
  };
  return CLI::Validator(check, "", "");
}

}  // namespace banyan::bench

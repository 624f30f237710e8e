// The program's commands. Each one adds itself to the command line and runs if chosen.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine/interrupt.hpp"
#include "bench/text/standard_error.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {

/// The work of a chosen command; returns the exit status.
using Action = std::function<int(const std::stop_token& stop)>;

/// A parsed command's options, with the defaults of those that have one, in the order of --help.
class Given {
 public:
  Given() = default;
  explicit Given(const CLI::App& command);

  /// Sets an option that was left to the command, or replaces what was given.
  void set(const std::string& option, const std::string& value);

  /// The command line that does the same: not where its results go, nor these options.
  [[nodiscard]] std::string text(const std::vector<std::string>& without = {}) const;

 private:
  std::string command_;
  std::vector<std::pair<std::string, std::string>> options_;  ///< "--seed" and "1"; flags: ""
};

/// Sets `given` of options that have such a member.
template <class Options>
void note_given(Options& options, const CLI::App& command) {
  if constexpr (requires { options.given; }) options.given = Given(command);
}

/// Adds a command with these options and this work. If it is chosen, parsing sets `action`, and
/// `given` of options that have such a member.
template <class Options>
std::pair<CLI::App&, std::shared_ptr<Options>> add_command(CLI::App& app, Action& action,
                                                           const char* name, const char* help,
                                                           int (*work)(const Options&,
                                                                       const std::stop_token&)) {
  CLI::App& command = *app.add_subcommand(name, help);
  const auto options = std::make_shared<Options>();
  command.callback([=, &action, &command] {
    note_given(*options, command);
    action = [=](const std::stop_token& stop) { return work(*options, stop); };
  });
  return {command, options};
}

/// The exit status at the end of such work. If that was interrupted, a line tells what remains.
template <class... Parts>
int status_of_work(bool interrupted, fmt::format_string<Parts...> remains, Parts&&... parts) {
  if (!interrupted) return kDone;
  std::fflush(stdout);  // the answer so far comes first, in a file of both too
  print_to_standard_error(remains, std::forward<Parts>(parts)...);
  return kInterrupted;
}

/// Prints text that a person or a program waits for.
void print_at_once(const std::string& text);

/// The commands add themselves.
using AddCommand = void(CLI::App& app, Action& action);
AddCommand add_list, add_search, add_play, add_gtp, add_uci, add_perft, add_advise, add_match,
    add_pool;
AddCommand add_bench, add_quality, add_label, add_train, add_signature;
AddCommand add_elo, add_exploitability, add_doctor, add_check_game, add_build_plugin;

/// The options --iterations, --playouts and --time: the first limit reached ends a search.
struct LimitOptions {
  std::string iterations;
  std::string playouts;
  std::string time;

  void add_to(CLI::App& command);

  /// Nothing if none is given. Throws UsageError for an invalid one.
  [[nodiscard]] std::optional<Limits> parse() const;
};

/// Adds --game, which is required, and --json. Their variables must outlive the parsing.
void add_game(CLI::App& command, std::string& game);
void add_json(CLI::App& command, bool& json);

/// Adds --seed, any integer below 2^64.
void add_seed(CLI::App& command, std::uint64_t& seed);

/// Checks that an argument is an integer from `lowest` to `highest`: the text of CLI11's own check
/// depends on its version.
CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest);

}  // namespace banyan::bench

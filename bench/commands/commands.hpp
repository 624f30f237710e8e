// The program's commands. Each one adds itself to the command line and runs if chosen.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "core/search/budget.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's name
class App;
}

namespace banyan::bench {

/// The work of a chosen command; returns the exit status.
using Action = std::function<int(const std::stop_token& stop)>;

/// Adds a command; if it is chosen, parsing sets `action`.
void add_list(CLI::App& app, Action& action);
void add_search(CLI::App& app, Action& action);
void add_play(CLI::App& app, Action& action);
void add_gtp(CLI::App& app, Action& action);
void add_perft(CLI::App& app, Action& action);
void add_advise(CLI::App& app, Action& action);
void add_match(CLI::App& app, Action& action);
void add_pool(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_quality(CLI::App& app, Action& action);
void add_label(CLI::App& app, Action& action);
void add_train(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_signature(CLI::App& app, Action& action);
void add_exploitability(CLI::App& app, Action& action);

/// The options --iterations, --playouts and --time: the first limit reached ends a search.
struct LimitOptions {
  std::string iterations;
  std::string playouts;
  std::string time;

  void add_to(CLI::App& command);

  /// Nothing if none is given. Throws UsageError for an invalid one.
  [[nodiscard]] std::optional<Limits> parse() const;
};

/// Adds --seed, any integer below 2^64; `seed` must outlive the parsing.
void add_seed(CLI::App& command, std::uint64_t& seed);

/// Adds --tolerance and --fail-on-regression, whose variables must outlive the parsing. The other
/// function returns the tolerance as a share, or throws UsageError.
void add_tolerance(CLI::App& command, double& percent, bool& fail_on_regression);
double parse_tolerance(double percent);

}  // namespace banyan::bench

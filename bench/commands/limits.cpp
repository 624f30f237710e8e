// Budgets and seeds on the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bench/commands/commands.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"
#include "core/trees/stat.hpp"

namespace banyan::bench {
namespace {

std::uint64_t visit_count(const std::string& text, const char* argument) {
  const std::uint64_t count = parse_count(text, argument);
  if (count < 1 || count > kMaxVisits) {
    throw UsageError(
        fmt::format("{} {} is out of range: give 1 to {}.", argument, text, kMaxVisits));
  }
  return count;
}

}  // namespace

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
  if (!iterations.empty()) limits.iterations = visit_count(iterations, "--iterations");
  if (!playouts.empty()) limits.playouts = visit_count(playouts, "--playouts");
  if (!time.empty()) limits.time = parse_duration(time, "--time");
  return limits;
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

}  // namespace banyan::bench

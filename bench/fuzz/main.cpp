// banyan_fuzz [SECONDS] [SEED] [ROUND]: tries inputs made by chance until the time is up or one
// fails. A round alone is what a failure says that repeats it.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include "bench/fuzz/fuzz.hpp"
#include "bench/registry/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::fuzz {
namespace {

constexpr std::array kKinds{"spec", "JSON", "command", "folder", "GTP conversation"};

/// Readers are tried often: they cost microseconds, the program milliseconds.
std::size_t kind_of(std::uint64_t round) {
  const std::uint64_t place = round % 128;
  return place == 127 ? 3 : place > 123 ? 2 : place > 121 ? 4 : place % 2;
}

Trial attempt(std::size_t kind, Dice& dice, Folders& folders) {
  switch (kind) {
    case 0:
      return try_spec(dice);
    case 1:
      return try_json(dice);
    case 2:
      return try_command(dice, BANYAN_PROGRAM_PATH);
    case 3:
      return folders.attempt(dice);
    default:
      return try_gtp(dice);
  }
}

/// False if the round failed.
bool pass(std::uint64_t seed, std::uint64_t round, Folders& folders) {
  Dice dice({seed, round, 0, 0});
  const std::size_t kind = kind_of(round);
  const Trial trial = attempt(kind, dice, folders);
  if (trial.fault.empty()) return true;
  fmt::print(stderr, "fuzz: a {} failed. Repeat it by: banyan_fuzz 0 {} {}\n{}\n{}\n", kKinds[kind],
             seed, round, printable(trial.input), printable(trial.fault));
  return false;
}

int run(int argc, char** argv) {
  const auto number = [&](int i, const char* name) -> std::optional<std::uint64_t> {
    if (i >= argc) return std::nullopt;
    return parse_count(argv[i], name);
  };
  const std::uint64_t seconds = number(1, "SECONDS").value_or(60);
  const auto clock = std::chrono::steady_clock::now;
  const std::uint64_t seed =
      number(2, "SEED").value_or(static_cast<std::uint64_t>(std::time(nullptr)));
  Folders folders(BANYAN_PROGRAM_PATH);
  if (const auto round = number(3, "ROUND")) return pass(seed, *round, folders) ? 0 : 1;
  const auto end = clock() + std::chrono::seconds(seconds);
  std::array<std::uint64_t, kKinds.size()> tried{};
  for (std::uint64_t round = 0; clock() < end; ++round) {
    if (!pass(seed, round, folders)) return 1;
    ++tried[kind_of(round)];
  }
  fmt::print(
      "fuzz: seed {}: {} specs, {} JSON texts, {} command lines, {} damaged folders and {} lines "
      "of "
      "GTP, all taken well\n",
      seed, tried[0], tried[1], tried[2], tried[3], kGtpLines * tried[4]);
  return 0;
}

}  // namespace
}  // namespace banyan::bench::fuzz

int main(int argc, char** argv) {
  try {
    return banyan::bench::fuzz::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz: {}\n", error.what());
    return 2;
  }
}

// banyan_fuzz [SECONDS] [SEED] [ROUND]: tries random inputs until the time is up or one fails. A
// failure names its ROUND, which repeats it.
// banyan_fuzz gtp LINES [SEED]: only GTP rounds, until LINES lines were processed.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <optional>
#include <string_view>

#include "bench/fuzz/fuzz.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"

namespace banyan::bench::fuzz {
namespace {

/// The kinds of input, in the order of kKinds.
enum Kind : std::size_t { kSpec, kJson, kRecord, kCommand, kFolder, kGtp, kLabels, kPage };
constexpr std::array kKinds{
    "spec", "JSON", "record", "command", "folder", "GTP conversation", "set of labels", "page"};

/// Readers are tried often, since they take microseconds, the program milliseconds.
Kind kind_of(std::uint64_t round) {
  const std::uint64_t place = round % 128;
  if (place == 127) return kFolder;
  if (place > 123) return kCommand;
  if (place > 121) return kGtp;
  if (place > 119) return place == 120 ? kLabels : kPage;
  return static_cast<Kind>(place % 3);
}

Trial attempt(Kind kind, Dice& dice, Folders* folders) {
  switch (kind) {
    case kSpec:
      return try_spec(dice);
    case kJson:
      return try_json(dice);
    case kCommand:
      return try_command(dice, BANYAN_PROGRAM_PATH);
    case kFolder:
      return folders->attempt(dice);
    case kLabels:
      return try_labels(dice, BANYAN_PROGRAM_PATH);
    case kPage:
      return try_page(dice, BANYAN_PROGRAM_PATH);
    case kRecord:
      return try_record(dice);
    case kGtp:
      break;
  }
  return try_gtp(dice);
}

/// False if the round failed. Only rounds with folders need `folders`.
bool pass(std::uint64_t seed, std::uint64_t round, Folders* folders) {
  Dice dice({seed, round, 0, 0});
  const Kind kind = kind_of(round);
  const Trial trial = attempt(kind, dice, folders);
  if (trial.fault.empty()) return true;
  print_to_standard_error("fuzz: a {} failed. Repeat it by: banyan_fuzz 0 {} {}\n{}\n{}\n",
                          kKinds[kind], seed, round, printable(trial.input),
                          printable(trial.fault));
  return false;
}

int run_all(std::uint64_t seconds, std::uint64_t seed, std::optional<std::uint64_t> round) {
  const auto clock = std::chrono::steady_clock::now;
  Folders folders(BANYAN_PROGRAM_PATH);
  if (round) return pass(seed, *round, &folders) ? 0 : 1;
  const auto end = clock() + std::chrono::seconds(seconds);
  std::array<std::uint64_t, kKinds.size()> tried{};
  for (std::uint64_t next = 0; clock() < end; ++next) {
    if (!pass(seed, next, &folders)) return 1;
    ++tried[kind_of(next)];
  }
  fmt::print(
      "fuzz: seed {}: {} specs, {} JSON texts, {} records, {} command lines, {} damaged folders, "
      "{} "
      "sets of labels, {} pages and {} lines of GTP, all taken well\n",
      seed, tried[kSpec], tried[kJson], tried[kRecord], tried[kCommand], tried[kFolder],
      tried[kLabels], tried[kPage], kGtpLines * tried[kGtp]);
  return 0;
}

int run_gtp(std::uint64_t lines, std::uint64_t seed) {
  Progress progress(lines, "fuzz");
  std::uint64_t taken = 0;
  for (std::uint64_t round = 0; taken < lines; ++round) {
    if (kind_of(round) != kGtp) continue;
    if (!pass(seed, round, nullptr)) return 1;
    taken += kGtpLines;
    progress.advance(kGtpLines, fmt::format("{} lines of GTP", taken));
  }
  progress.finish(true);
  fmt::print("fuzz: seed {}: {} lines of GTP, all taken well\n", seed, taken);
  return 0;
}

int run(int argc, char** argv) {
  const auto number = [&](int i, const char* name) -> std::optional<std::uint64_t> {
    if (i >= argc) return std::nullopt;
    return parse_count(argv[i], name);
  };
  const bool gtp = argc > 1 && std::string_view(argv[1]) == "gtp";
  const std::uint64_t seed =
      number(gtp ? 3 : 2, "SEED").value_or(static_cast<std::uint64_t>(std::time(nullptr)));
  if (gtp) return run_gtp(number(2, "LINES").value_or(1'000'000), seed);
  return run_all(number(1, "SECONDS").value_or(60), seed, number(3, "ROUND"));
}

}  // namespace
}  // namespace banyan::bench::fuzz

int main(int argc, char** argv) {
  try {
    return banyan::bench::fuzz::run(argc, argv);
  } catch (const std::exception& error) {
    banyan::bench::print_to_standard_error("fuzz: {}\n", error.what());
    return 2;
  }
}

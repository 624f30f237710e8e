// banyan_fuzz [SECONDS] [SEED] [ROUND]: tries random inputs until the time is up or one fails. A
// failure names its ROUND, which repeats it.
// banyan_fuzz gtp LINES [SEED]: only GTP rounds, until LINES lines were processed; uci likewise.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/text/escape.hpp"
#include "bench/text/progress.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/standard_error.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

struct Kind {
  const char* name;
  const char* plural;
  Trial (*attempt)(Dice&);
  int lines = 1;  ///< of a round
};
constexpr std::array kKinds{Kind{"spec", "specs", try_spec},
                            Kind{"JSON", "JSON texts", try_json},
                            Kind{"record", "records", try_record},
                            Kind{"command", "command lines", try_command},
                            Kind{"folder", "damaged folders", try_folder},
                            Kind{"folder for results", "folders and files for results", try_output},
                            Kind{"set of labels", "sets of labels", try_labels},
                            Kind{"page", "pages", try_page},
                            Kind{"UCI conversation", "lines of UCI", try_uci, kUciLines},
                            Kind{"GTP conversation", "lines of GTP", try_gtp, kGtpLines}};
/// Their places there.
enum : std::size_t { kReaders = 3, kCommand = 3, kFolder, kOutput, kLabels, kPage, kUci, kGtp };

/// Readers are tried often, since they take microseconds, the program milliseconds.
std::size_t kind_of(std::uint64_t round) {
  const std::uint64_t place = round % 128;
  if (place == 127) return kFolder;
  if (place > 123) return kCommand;
  if (place > 121) return place == 122 ? kUci : kGtp;
  if (place > 119) return place == 120 ? kLabels : kPage;
  if (place == 119) return kOutput;
  return place % kReaders;
}

/// False if the round failed.
bool pass(std::uint64_t seed, std::uint64_t round) {
  Dice dice({seed, round, 0, 0});
  const Kind& kind = kKinds[kind_of(round)];
  const Trial trial = kind.attempt(dice);
  if (trial.fault.empty()) return true;
  print_to_standard_error("fuzz: a {} failed. Repeat it by: banyan_fuzz 0 {} {}\n{}\n{}\n",
                          kind.name, seed, round, printable(trial.input), printable(trial.fault));
  return false;
}

int run_all(std::uint64_t seconds, std::uint64_t seed, std::optional<std::uint64_t> round) {
  const auto clock = std::chrono::steady_clock::now;
  if (round) return pass(seed, *round) ? 0 : 1;
  const auto end = clock() + std::chrono::seconds(seconds);
  std::array<std::uint64_t, kKinds.size()> tried{};
  for (std::uint64_t next = 0; clock() < end; ++next) {
    if (!pass(seed, next)) return 1;
    tried[kind_of(next)] += static_cast<std::uint64_t>(kKinds[kind_of(next)].lines);
  }
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    counts.push_back(fmt::format("{} {}", tried[i], kKinds[i].plural));
  }
  fmt::print("fuzz: seed {}: {}, all taken well\n", seed,
             enumeration(std::vector<std::string_view>(counts.begin(), counts.end())));
  return 0;
}

/// Rounds of a protocol alone.
int run_lines(std::size_t kind, std::uint64_t lines, std::uint64_t seed) {
  const auto [name, plural, attempt, lines_of_round] = kKinds[kind];
  Progress progress(lines, "fuzz");
  std::uint64_t taken = 0;
  for (std::uint64_t round = 0; taken < lines; ++round) {
    if (kind_of(round) != kind) continue;
    if (!pass(seed, round)) return 1;
    taken += static_cast<std::uint64_t>(lines_of_round);
    progress.advance(static_cast<std::uint64_t>(lines_of_round),
                     fmt::format("{} {}", taken, plural));
  }
  progress.finish(true);
  fmt::print("fuzz: seed {}: {} {}, all taken well\n", seed, taken, plural);
  return 0;
}

int run(int argc, char** argv) {
  const auto number = [&](int i, const char* name) -> std::optional<std::uint64_t> {
    if (i >= argc) return std::nullopt;
    return parse_count(argv[i], name);
  };
  const std::string_view first = argc > 1 ? argv[1] : "";
  const bool protocol = first == "gtp" || first == "uci";
  const std::uint64_t seed =
      number(protocol ? 3 : 2, "SEED").value_or(static_cast<std::uint64_t>(std::time(nullptr)));
  if (protocol) {
    return run_lines(first == "gtp" ? kGtp : kUci, number(2, "LINES").value_or(1'000'000), seed);
  }
  return run_all(number(1, "SECONDS").value_or(60), seed, number(3, "ROUND"));
}

}  // namespace
}  // namespace banyan::bench::fuzz

int main(int argc, char** argv) {
  ::setenv("BANYAN_PYTHON", "", 1);  // reports take seconds
  try {
    return banyan::bench::fuzz::run(argc, argv);
  } catch (const std::exception& error) {
    banyan::bench::print_to_standard_error("fuzz: {}\n", error.what());
    return 2;
  }
}

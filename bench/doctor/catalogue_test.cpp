// The catalogue of planted faults: each is found and named; right searches are told so. With
// BANYAN_DOCTOR_TABLE=FILE, SlowCatalogue writes its table there (results/doctor).
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "bench/doctor/catalogue_test.hpp"
#include "bench/doctor/diagnose.hpp"
#include "bench/doctor/faulty_uct_test.hpp"
#include "bench/text/files.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

constexpr double kC = 1.414;

template <class G>
Diagnosis diagnosis_of_fault(Fault fault, std::uint64_t iterations, std::uint64_t seed,
                             bool with_hints = true) {
  std::ostringstream out;
  Json claims;
  {
    const WatchLog log(out, "test", iterations);
    claims = FaultyUct<G>(fault, kC, seed).search(Watched<G>(G{}), iterations);
  }
  const WatchedLog log = read_watched_log(out.str());
  return with_hints ? diagnose(log, {{Family::kUcb1, kC}, claims}) : diagnose(log, {});
}

TEST(Catalogue, IsNamed) {
  for (const Planted& planted : planted_faults()) {
    const Diagnosis found = diagnosis_of_fault<TicTacToe>(planted.fault, 1000, 7);
    EXPECT_TRUE(is_named(found, planted.names)) << planted.text << "\n" << diagnosis_text(found);
  }
}

TEST(Catalogue, HasAtLeastFortyFaultsWithTexts) {
  EXPECT_GE(planted_faults().size(), 40U);
  for (const Planted& planted : planted_faults()) EXPECT_FALSE(planted.names.empty());
}

template <class G>
void expect_small_one_healthy(std::uint64_t seeds, std::uint64_t iterations) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Diagnosis found = diagnosis_of_fault<G>(Fault::kNone, iterations, seed);
    EXPECT_TRUE(found.findings.empty()) << "seed " << seed << "\n" << diagnosis_text(found);
    EXPECT_GE(found.right.size(), 8U);
  }
}

TEST(HealthySearches, RaiseNoAlarmWithoutAFault) {
  expect_small_one_healthy<TicTacToe>(5, 1000);
  expect_small_one_healthy<ConnectFour>(5, 500);
}

TEST(SlowHealthySearches, RaiseNoAlarmWithManySeeds) {
  expect_small_one_healthy<TicTacToe>(30, 1000);
  expect_small_one_healthy<ConnectFour>(30, 500);
}

/// The fewest of some numbers of iterations after which it is named.
template <class G>
std::string named_after(const Planted& planted) {
  for (const std::uint64_t iterations : {100, 300, 1000, 3000, 10000}) {
    const Diagnosis found = diagnosis_of_fault<G>(planted.fault, iterations, 7);
    if (!is_named(found, planted.names)) continue;
    const Finding& worst = found.findings[0];
    const std::string shows =
        worst.iteration ? std::to_string(*worst.iteration) : std::string("all");
    std::string cell = std::to_string(iterations) + " | " + shows + " | " + worst.name;
    for (const std::string& other : worst.alternatives) cell += " or " + other;
    return cell;
  }
  return "- | - | -";
}

TEST(SlowCatalogue, IsNamedInConnectFour) {
  for (const Planted& planted : planted_faults()) {
    const Diagnosis found = diagnosis_of_fault<ConnectFour>(planted.fault, 1000, 7);
    EXPECT_TRUE(is_named(found, planted.names)) << planted.text << "\n" << diagnosis_text(found);
  }
}

TEST(SlowCatalogue, IsNamedWithinTenThousandIterations) {
  const char* const path = std::getenv("BANYAN_DOCTOR_TABLE");
  if (path == nullptr) GTEST_SKIP() << "takes minutes: for the table alone";
  std::string table =
      "| fault | game | named with iterations | shows in iteration | named |\n"
      "| :--- | :--- | ---: | ---: | :--- |\n";
  for (const Planted& planted : planted_faults()) {
    const auto add = [&](const char* game, const std::string& cells) {
      EXPECT_NE(cells[0], '-') << planted.text << ", " << game;
      table += std::string("| ") + planted.text + " | " + game + " | " + cells + " |\n";
    };
    add("tic-tac-toe", named_after<TicTacToe>(planted));
    add("Connect Four", named_after<ConnectFour>(planted));
  }
  // By the log alone, without what the search says and should do.
  int named = 0;
  for (const Planted& planted : planted_faults()) {
    const auto is_named_by_log = [&](const Diagnosis& found) {
      return is_named(found, planted.names) ? 1 : 0;
    };
    named += is_named_by_log(diagnosis_of_fault<TicTacToe>(planted.fault, 10000, 7, false));
    named += is_named_by_log(diagnosis_of_fault<ConnectFour>(planted.fault, 10000, 7, false));
  }
  const auto all = static_cast<int>(2 * planted_faults().size());
  EXPECT_GE(named, all - 6);  // three faults are only of what the search says
  table += "\nBy the log alone, 10 000 iterations name " + std::to_string(named) + " of " +
           std::to_string(all) + ".\n";
  write_file_whole(path, table);
}

}  // namespace
}  // namespace banyan::bench::doctor

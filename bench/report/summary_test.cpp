// Tests of summary.hpp.
#include "bench/report/summary.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/report/synthetic_run_test.hpp"

namespace banyan::bench {
namespace {

TEST(SpeedTable, HasTheMeanWithItsOwnIntervalAndTheFinishedVisits) {
  const std::string text = throughput_table({hex_row("seq", 1e6, 0.125)}, "hex").to_markdown();
  EXPECT_NE(text.find("| 1.00 M ± 2 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 12.5 % |"), std::string::npos) << text;
}

}  // namespace
}  // namespace banyan::bench

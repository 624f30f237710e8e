// Tests of summary.hpp.
#include "bench/report/summary.hpp"

#include <gtest/gtest.h>

#include <string>

namespace banyan::bench {
namespace {

ThroughputRow speed(const std::string& engine, double rate, double finished) {
  ThroughputRow row;
  row.game = "hex";
  row.engine = engine;
  row.iterations_per_second = {0.99 * rate, rate, 1.01 * rate};
  row.playouts_per_second = row.iterations_per_second;
  row.finished_share = finished;
  return row;
}

TEST(SpeedTable, HasTheMeanWithItsOwnIntervalAndTheFinishedVisits) {
  const std::string text = throughput_table({speed("seq", 1e6, 0.125)}, "hex").to_markdown();
  EXPECT_NE(text.find("| 1.00 M ± 2 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 12.5 % |"), std::string::npos) << text;
}

}  // namespace
}  // namespace banyan::bench

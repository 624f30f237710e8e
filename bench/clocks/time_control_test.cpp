#include "bench/clocks/time_control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/registry/refusal_test.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

TimeControl control_of(const std::string& text) { return parse_time_control(text, "--clock"); }

TEST(TimeControlText, IsAMainTimeWithAnIncrementOrByoYomi) {
  EXPECT_EQ(control_of("60s"), (TimeControl{60s}));
  EXPECT_EQ(control_of("1m+1.5s"), (TimeControl{1min, 1500ms}));
  EXPECT_EQ(control_of("1s+1s"), (TimeControl{1s, 1s}));
  EXPECT_EQ(control_of("5m+30s/10"), (TimeControl{5min, {}, 30s, 10}));
  EXPECT_EQ(control_of("1s+1m/25"), (TimeControl{1s, {}, 1min, 25}));
  EXPECT_EQ(control_of("10s+20s"), (TimeControl{10s, 20s}));
  EXPECT_EQ(control_of("0s+5s/1"), (TimeControl{0s, {}, 5s, 1}));
  EXPECT_EQ(control_of("5m+3x30s"), (TimeControl{5min, {}, 30s, 1, 3}));
  EXPECT_EQ(control_of("0s+1x5s"), control_of("0s+5s/1"));
}

TEST(TimeControlText, IsWrittenAsItIsRead) {
  for (const char* text : {"1m", "1m+1s", "250ms+5ms", "5m+30s/10", "1s+5s/1", "0s+5s/1", "10s+20s",
                           "5m+3x30s", "0s+2x1s"}) {
    EXPECT_EQ(to_text(control_of(text)), text);
  }
  EXPECT_EQ(to_text(control_of("60s+1000ms")), "1m+1s");
}

TEST(TimeControlText, IsRefusedInASentenceThatNamesWhatWasGivenAndWhatIsAllowed) {
  for (const char* text :
       {"0s",     "60",       "60s+",        "-1s",       "0s+1s",    "0m+5s/1",     "+1s",
        "60s+0s", "60s+1",    "60s+1s+1s",   "60s+30s/0", "60s+30s/", "60s+30s/1.5", "60s+30s/1001",
        "60s/10", "60s+0x5s", "60s+1001x5s", "60s+5x",    "60s+x5s",  "60s+5x5s/2",  "5x30s",
        "soon",   " "}) {
    const std::string why = refusal([&] { control_of(text); });
    EXPECT_THAT(why, testing::StartsWith(std::string("--clock '") + text + "': give a main time"));
    EXPECT_THAT(why, testing::EndsWith("(60s+5x30s), before which it may be 0s.")) << text;
  }
}

}  // namespace
}  // namespace banyan::bench

// Tests of patience.hpp.
#include "bench/cluster/patience.hpp"

#include <gtest/gtest.h>

#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

TEST(Patience, IsHalfAMinuteOrWhatTheEnvironmentSays) {
  EXPECT_EQ(parse_patience(nullptr), 30s);
  EXPECT_EQ(parse_patience("60"), 60s);
  EXPECT_EQ(parse_patience("1"), 1s);
}

TEST(Patience, OfNoNumberOfSecondsIsRefusedInASentenceThatNamesIt) {
  for (const char* text : {"abc", "nan", "-1", "0.5", "", "0", "1e9", "30s"}) {
    const std::string sentence = refusal([&] { parse_patience(text); });
    EXPECT_TRUE(sentence.starts_with("BANYAN_PATIENCE")) << text << ": " << sentence;
    EXPECT_NE(sentence.find("give"), std::string::npos) << sentence;
  }
}

}  // namespace
}  // namespace banyan::bench

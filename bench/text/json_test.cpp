// Tests of json.hpp: what the reader of outside input accepts.
#include "bench/text/json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ReadJson, TakesWhatIsJson) {
  EXPECT_EQ(read_json("{\"a\": [1, 2.5, null]}")["a"].size(), 3U);
  EXPECT_TRUE(read_json("{\"a\": ").is_discarded());
  EXPECT_TRUE(read_json("").is_discarded());
}

// Parts of the program and of the library descend values by recursion.
TEST(ReadJson, RefusesWhatIsNestedDeeperThanAnythingWritten) {
  EXPECT_FALSE(read_json(nested(100)).is_discarded());
  EXPECT_TRUE(read_json(nested(101)).is_discarded());
  EXPECT_TRUE(read_json(nested(1'000'000)).is_discarded());
  EXPECT_FALSE(read_json("[" + std::string(500, ' ') + "[], [], [[]]]").is_discarded());
}

TEST(ReadJson, RefusesControlCharactersInTextsAndNames) {
  EXPECT_TRUE(read_json("{\"a\": \"b\\u001bc\"}").is_discarded());
  EXPECT_TRUE(read_json("[{\"a\\n\": 1}]").is_discarded());
  EXPECT_FALSE(read_json("{\"a\": \"± \\u00e9\"}").is_discarded());
  EXPECT_EQ(place_of_control(read_any_json("{\"a\": [1, {\"b\": \"\\n\"}]}")), "a[1].b");
  EXPECT_EQ(place_of_control(read_any_json("[\"x\", \"\\u202e\"]")), "[1]");
}

TEST(WithoutControls, ShowsThemInTexts) {
  EXPECT_EQ(without_controls(Json{{"a", {"b\n", 1}}}), (Json{{"a", {"b\\x0a", 1}}}));
}

TEST(CountOf, TakesWholeNumbersFromZeroAlone) {
  EXPECT_EQ(count_of(Json(7)), 7U);
  EXPECT_EQ(count_of(Json(0)), 0U);
  EXPECT_EQ(count_of(read_json("18446744073709551615")), 18446744073709551615U);
  for (const char* other : {"0.5", "-1", "1e30", "7.0"}) {
    EXPECT_THROW(count_of(read_json(other)), UsageError) << other;
  }
  for (const char* other : {"\"7\"", "true", "null", "[7]"}) {
    EXPECT_THROW(count_of(read_json(other)), Json::exception) << other;
  }
}

}  // namespace
}  // namespace banyan::bench

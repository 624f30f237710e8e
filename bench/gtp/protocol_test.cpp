#include "bench/gtp/protocol.hpp"

#include <gtest/gtest.h>

namespace banyan::bench::gtp {
namespace {

using Words = std::vector<std::string>;

TEST(GtpCommand, HasAnIdThatMayBeMissingANameAndArguments) {
  const auto full = parse_command("17 play black D4\r\n");
  ASSERT_TRUE(full);
  EXPECT_EQ(full->id, "17");
  EXPECT_EQ(full->name, "play");
  EXPECT_EQ(full->arguments, (Words{"black", "D4"}));
  const auto bare = parse_command("boardsize 9");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->id, "");
  EXPECT_EQ(bare->arguments, Words{"9"});
}

TEST(GtpCommand, IsReadWithoutCommentsTabsAndControlCharacters) {
  const auto command = parse_command(
      "\x01 3\tpl\x7f\x02"
      "ay  b\td4 # a comment 5 play");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->id, "3");
  EXPECT_EQ(command->name, "play");
  EXPECT_EQ(command->arguments, (Words{"b", "d4"}));
  for (const char* nothing : {"", "\r\n", "   \t", "# 1 name", " # "}) {
    EXPECT_FALSE(parse_command(nothing)) << nothing;
  }
}

TEST(GtpCommand, MayBeAnIdAlone) {
  const auto command = parse_command("12");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->id, "12");
  EXPECT_EQ(command->name, "");
}

TEST(GtpAnswer, SaysWhetherItSucceededAndEndsWithAnEmptyLine) {
  EXPECT_EQ(answer("1", true, "D4"), "=1 D4\n\n");
  EXPECT_EQ(answer("", true, ""), "=\n\n");
  EXPECT_EQ(answer("", false, "unknown command"), "? unknown command\n\n");
}

TEST(GtpAnswer, IsNotEndedByItsText) {
  EXPECT_EQ(answer("2", true, "\n\na\n\n\nb\n\n"), "=2\na\nb\n\n");
  EXPECT_EQ(answer("", true, "\n\n"), "=\n\n");
  EXPECT_EQ(answer("", false, "\x1b[31m\xff"), "? \\x1b[31m\\xff\n\n");
}

}  // namespace
}  // namespace banyan::bench::gtp

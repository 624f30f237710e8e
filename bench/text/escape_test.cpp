// Tests of escape.hpp: hostile text for each target.
#include "bench/text/escape.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/machine/subprocess.hpp"
#include "bench/text/utf8.hpp"

namespace banyan::bench {
namespace {

TEST(Printable, KeepsWhatCanBeReadAndEscapesTheRest) {
  EXPECT_EQ(printable("1 ± 2 hex"), "1 ± 2 hex");
  EXPECT_EQ(printable("a\nb\x1b[31m\x7f"), "a\\x0ab\\x1b[31m\\x7f");
  EXPECT_EQ(printable("\xff\xc2\x9bz"), "\\xff\\xc2\\x9bz");  // C1 controls are two bytes
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\xe2\\x80\\xaeb");  // right-to-left override
}

TEST(Printable, LeavesOutTheMiddleOfWhatNobodyReads) {
  const std::string text = printable("begin" + std::string(130'000, 'x') + "end");
  EXPECT_LE(text.size(), 2000U);
  EXPECT_TRUE(text.starts_with("beginx") && text.ends_with("xend"));
  EXPECT_NE(text.find(" ... "), std::string::npos);
}

TEST(HasControl, FindsCodesOfAsciiOfIso6429AndOfDirectionAndBytesThatAreNoText) {
  for (const char* bad : {"a\nb", "\x1b[2J", "\x7f", "\xc2\x9b", "\xe2\x80\xa8", "\xe2\x80\xae",
                          "\xe2\x81\xa6", "\xff"}) {
    EXPECT_TRUE(has_control(bad)) << printable(bad);
  }
  for (const char* good : {"", "hex:size=11", "± é 漢字 😀"}) EXPECT_FALSE(has_control(good));
}

TEST(MarkdownEscaped, LeavesNoHtmlLinkEmphasisOrCode) {
  EXPECT_EQ(markdown_escaped("<script>"), "&lt;script>");
  EXPECT_EQ(markdown_escaped("<!-- x -->"), "&lt;!-- x -->");
  EXPECT_EQ(markdown_escaped("[x](javascript:y) ![z](w)"), "[x\\](javascript:y) ![z\\](w)");
  EXPECT_EQ(markdown_escaped("[x][y] [y]: z"), "[x\\][y] [y\\]: z");
  EXPECT_EQ(markdown_escaped("*a* _b_ ~~c~~ `d` $e$ \\ f|g"),
            "\\*a* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\$e\\$ \\\\ f\\|g");
  EXPECT_EQ(markdown_escaped("&lt; &#60;"), "\\&lt; \\&#60;");
}

TEST(MarkdownEscaped, LeavesAloneWhatMeansNothingThere) {
  for (const char* text :
       {"tic_tac_toe, hex:size=11,c=0.5", "< -148 & > +148", "+39.3 ± 4 Elo (95 %)",
        "-84.1 Elo; 3.5", "2 = 1 + 1 - 0", "a\n14) b", "3.5 ± 2* [S]"}) {
    EXPECT_EQ(markdown_escaped(text), text);
  }
}

TEST(MarkdownEscaped, LetsNoLineBeginAHeadingListQuotationOrRule) {
  EXPECT_EQ(markdown_escaped("a\n# b\n- c\n  + d\n1. e\n> f\n>g\n===\n---\n\n2) h\n"),
            "a\n\\# b\n\\- c\n  \\+ d\n1\\. e\n\\> f\n\\>g\n\\===\n\\---\n\n2\\) h\n");
}

TEST(MarkdownCell, IsOneLineThatNeedsNoMarksForBlocks) {
  EXPECT_EQ(markdown_cell("-"), "-");
  EXPECT_EQ(markdown_cell("a\n|b"), "a \\|b");
}

TEST(MarkdownCode, IsNotEndedByBackticks) {
  EXPECT_EQ(markdown_code("ls -l"), "`ls -l`");
  EXPECT_EQ(markdown_code("a ``b` c"), "``` a ``b` c ```");
}

TEST(CsvCell, QuotesWhatSeparatesAndDefusesFormulas) {
  EXPECT_EQ(csv_cell("hex:size=3"), "hex:size=3");
  EXPECT_EQ(csv_cell("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
  EXPECT_EQ(csv_cell("=cmd|' /C calc'!A1"), "'=cmd|' /C calc'!A1");
  for (const char* text : {"+1", "-1", "@SUM(A1)"}) EXPECT_EQ(csv_cell(text)[0], '\'');
}

TEST(ShellWord, IsOneWordThatAShellTakesAsItIs) {
  EXPECT_EQ(shell_word("hex:size=11,c=1.5"), "hex:size=11,c=1.5");
  EXPECT_EQ(shell_word("seq;root"), "'seq;root'");
  EXPECT_EQ(shell_word(""), "''");
  const std::string hostile = "a'b; $(id) `id` \"c\" \\ \n*";
  const Ended said = run_in(".", {"sh", "-c", "printf %s " + shell_word(hostile)});
  EXPECT_EQ(said.output, hostile);
}

}  // namespace
}  // namespace banyan::bench

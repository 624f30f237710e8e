// Tests of text.hpp with exact expected strings.
#include "bench/text/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace banyan::bench {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

TEST(Rates, HaveThreeSignificantDigits) {
  EXPECT_EQ(format_rate(0), "0");
  EXPECT_EQ(format_rate(0.5), "0.500");
  EXPECT_EQ(format_rate(1), "1.00");
  EXPECT_EQ(format_rate(17.34), "17.3");
  EXPECT_EQ(format_rate(254321), "254 k");
  EXPECT_EQ(format_rate(1234567), "1.23 M");
  EXPECT_EQ(format_rate(-1234567), "-1.23 M");
  EXPECT_EQ(format_rate(2.5e9), "2.50 G");
  EXPECT_EQ(format_rate(0.00001), "1.00e-05");
  EXPECT_EQ(format_rate(kInfinity), "inf");
  EXPECT_EQ(format_rate(-kInfinity), "-inf");
  EXPECT_EQ(format_rate(kNaN), "n/a");
}

TEST(Rates, HaveTheirPrefixAtTheirUnitAndABlankBeforeBoth) {
  EXPECT_EQ(format_rate(209, "it/s"), "209 it/s");
  EXPECT_EQ(format_rate(0, "it/s"), "0 it/s");
  EXPECT_EQ(format_rate(1234567, "it/s"), "1.23 Mit/s");
  EXPECT_EQ(format_rate(254321, "playouts/s"), "254 kplayouts/s");
}

TEST(Rates, CarryWhenRounded) {
  EXPECT_EQ(format_rate(0.9996), "1.00");
  EXPECT_EQ(format_rate(9.996), "10.0");
  EXPECT_EQ(format_rate(99.96), "100");
  EXPECT_EQ(format_rate(999.4), "999");
  EXPECT_EQ(format_rate(999.6), "1.00 k");
  EXPECT_EQ(format_rate(999600), "1.00 M");
}

TEST(Errors, AreNeverNothing) {
  const auto error = [](double lower, double upper) {
    return format_error({(lower + upper) / 2, (upper - lower) / 2, lower, upper});
  };
  EXPECT_EQ(error(88, 112), "12 %");
  EXPECT_EQ(error(99.4, 100.6), "1 %");
  EXPECT_EQ(error(99.7, 100.3), "0.3 %");
  EXPECT_EQ(error(99.99, 100.01), "< 0.1 %");
  EXPECT_EQ(error(100, 100), "< 0.1 %");
  EXPECT_EQ(error(10, 200), "too noisy");
}

TEST(Counts, AreExactBelowAThousand) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(17), "17");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1.00 k");
  EXPECT_EQ(format_count(18446744073709551615U), "18.4 E");
}

TEST(Durations, UseTheUnitsThatFit) {
  EXPECT_EQ(format_duration(0), "0 s");
  EXPECT_EQ(format_duration(12e-9), "12 ns");
  EXPECT_EQ(format_duration(3.42e-6), "3.4 us");
  EXPECT_EQ(format_duration(0.25), "250 ms");
  EXPECT_EQ(format_duration(1.2), "1.2 s");
  EXPECT_EQ(format_duration(42), "42 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(180), "3 min");
  EXPECT_EQ(format_duration(7500), "2 h 5 min");
  EXPECT_EQ(format_duration(273600), "3 d 4 h");
  EXPECT_EQ(format_duration(-0.25), "-250 ms");
  EXPECT_EQ(format_duration(kInfinity), "inf");
}

TEST(Durations, CarryWhenRounded) {
  EXPECT_EQ(format_duration(0.9996), "1.0 s");
  EXPECT_EQ(format_duration(9.96), "10 s");
  EXPECT_EQ(format_duration(59.4), "59 s");
  EXPECT_EQ(format_duration(59.6), "1 min");
  EXPECT_EQ(format_duration(3599.7), "1 h");
  EXPECT_EQ(format_duration(86399), "1 d");
}

TEST(Bytes, UseBinaryUnits) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(1024), "1.00 KiB");
  EXPECT_EQ(format_bytes(26529000), "25.3 MiB");
  EXPECT_EQ(format_bytes(1023 * 1024), "1023 KiB");
  EXPECT_EQ(format_bytes(1ULL << 30), "1.00 GiB");
}

TEST(Percentages, HaveAnInterval) {
  EXPECT_EQ(format_percent(0.5432), "54.3 %");
  EXPECT_EQ(format_percent(0.9997, 2), "99.97 %");
  EXPECT_EQ(format_percent(kNaN), "n/a");
  EXPECT_EQ(format_percent(0.543, 0.512, 0.574), "54.3 % (51.2 to 57.4)");
}

TEST(Ratios, SayOfNoiseThatItIsNoise) {
  EXPECT_EQ(format_ratio({1.378, 0, 1.1249, 2.056}), "1.38 (1.12 to 2.06)");
  EXPECT_EQ(format_ratio({1.375, 0, 1.0, 2.056}), "too noisy");
  EXPECT_EQ(format_ratio({1.378, kInfinity, 0, kInfinity}), "1.38");
  EXPECT_EQ(format_ratio({kNaN, 0, 0, 0}), "-");
}

TEST(Widths, CountColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("+1 ± 2"), 6U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);     // e and a combining acute
  EXPECT_EQ(display_width("\xE5\x9B\xB4"), 2U);  // a Chinese character
  EXPECT_EQ(display_width("\xFF\xC3"), 2U);      // malformed
  EXPECT_EQ(display_width("\xE2\x80"), 2U);      // cut off
}

TEST(Widths, AreCutBetweenCodePoints) {
  EXPECT_EQ(cut_to_width("a±b±c", 5), "a±b±c");
  EXPECT_EQ(cut_to_width("a±b±c", 3), "a±…");
  EXPECT_EQ(cut_to_width("\xE5\x9B\xB4\xE5\x9B\xB4", 3), "\xE5\x9B\xB4…");
  EXPECT_EQ(cut_to_width("abc", 0), "");
}

Table rates() {
  Table table({{"engine", Table::Align::kLeft},
               {"it/s", Table::Align::kDecimal, Table::Best::kHighest},
               {"games", Table::Align::kRight}});
  table.add_row({"seq", {"254 k", 254e3}, "7"});
  table.add_row({"tree:threads=2", {"1.23 M", 1.23e6}, "1200"});
  table.add_row({"random", "n/a", "8"});
  return table;
}

TEST(Tables, AlignColumnsAndMarkTheBest) {
  EXPECT_EQ(rates().to_console(),
            "engine              it/s   games\n"
            "──────────────  ─────────  ─────\n"
            "seq             254 k          7\n"
            "tree:threads=2    1.23 M*   1200\n"
            "random          n/a            8\n");
}

TEST(Tables, AlignDecimalPointsWithErrors) {
  Table table({{"Elo", Table::Align::kDecimal}});
  table.add_row({"+12.3 ± 4.5"});
  table.add_row({"-8"});
  table.add_row({"+112.25 ± 14.5"});
  table.add_row({"> +800"});
  EXPECT_EQ(table.to_console(),
            "             Elo\n"
            "────────────────\n"
            "   +12.3 ± 4.5\n"
            "    -8\n"
            "  +112.25 ± 14.5\n"
            "> +800\n");
}

TEST(Tables, MarkTheBestOfEachGroupAndNoneWhereAllAreEqual) {
  Table table({{"t", Table::Align::kRight, Table::Best::kLowest}});
  for (const std::vector<double>& group : {std::vector<double>{2, 1}, {5, 4, 6}, {0, 0}}) {
    table.begin_group();
    for (const double value : group)
      table.add_row({{std::to_string(static_cast<int>(value)), value}});
  }
  EXPECT_EQ(table.to_console(), "t\n──\n2\n1*\n5\n4*\n6\n0\n0\n");
}

TEST(Tables, MarkNoneThatMayBeNoBetterThanAnother) {
  const auto marked = [](const Estimate& a, const Estimate& b) {
    Table table({{"t", Table::Align::kRight, Table::Best::kHighest}});
    table.add_row({{"a", a}});
    table.add_row({{"b", b}});
    return table.to_console().find("a*") != std::string::npos;
  };
  EXPECT_TRUE(marked({10, 1, 9, 11}, {8, 3, 5, 11}));
  EXPECT_FALSE(marked({10, 3, 7, 13}, {8, 1, 7, 9}));
  EXPECT_FALSE(marked({10, 1, 9, 11}, {12, 9, 3, 21}));
}

TEST(Tables, PutColumnsThatDoNotFitIntoFurtherTables) {
  Table table({{"engine"},
               {"a", Table::Align::kRight},
               {"b", Table::Align::kRight, Table::Best::kHighest},
               {"c", Table::Align::kRight}});
  table.add_row({"seq", "111111", {"222222", 222222}, "333333"});
  table.add_row({"tree", "444444", {"5", 5}, "6"});
  EXPECT_EQ(table.to_console(24),
            "engine       a       b\n"
            "──────  ──────  ───────\n"
            "seq     111111  222222*\n"
            "tree    444444       5\n"
            "\n"
            "engine       c\n"
            "──────  ──────\n"
            "seq     333333\n"
            "tree         6\n");
}

TEST(Tables, MarkTiesAndNeverALoneValue) {
  Table table({{"t", Table::Align::kRight, Table::Best::kLowest}});
  table.add_row({{"2", 2.0}});
  EXPECT_EQ(table.to_console(), "t\n──\n2\n");
  table.add_row({{"2", 2.0}});
  table.add_row({{"3", 3.0}});
  EXPECT_EQ(table.to_console(), "t\n──\n2*\n2*\n3\n");
}

TEST(Tables, CutNothingWhateverTheLimit) {
  Table table({{"spec"}, {"n", Table::Align::kRight}});
  table.add_row({"tree:threads=2,lock=±free", "123456"});
  table.add_row({"tree:threads=2,lock=node", "7"});
  EXPECT_EQ(table.to_console(4),
            "spec                            n\n"
            "─────────────────────────  ──────\n"
            "tree:threads=2,lock=±free  123456\n"
            "tree:threads=2,lock=node        7\n");
}

TEST(Tables, HoldRowsApartBesideEveryPart) {
  Table table({{"engine"}, {"a", Table::Align::kRight}, {"b", Table::Align::kRight}});
  table.add_row({"tree:threads=1,lock=packed", "1", "2"});
  table.add_row({"tree:threads=2,lock=packed", "3", "4"});
  EXPECT_EQ(table.to_console(30),
            "engine                      a\n"
            "──────────────────────────  ─\n"
            "tree:threads=1,lock=packed  1\n"
            "tree:threads=2,lock=packed  3\n"
            "\n"
            "engine                      b\n"
            "──────────────────────────  ─\n"
            "tree:threads=1,lock=packed  2\n"
            "tree:threads=2,lock=packed  4\n");
}

TEST(Tables, KeepTextToItsCellAndMakeNoControlCodes) {
  Table table({{"a"}, {"b"}});
  table.add_row({"\x1b[31m<b>x\n|", "2"});
  EXPECT_EQ(table.to_console(),
            "a                  b\n"
            "─────────────────  ─\n"
            "\\x1b[31m<b>x\\x0a|  2\n");
}

TEST(Tables, RefuseRowsOfAnotherLength) {
  Table table({{"a"}, {"b"}});
  EXPECT_THROW(table.add_row({"1"}), std::invalid_argument);
  EXPECT_TRUE(table.empty());
}

TEST(Wrapped, BreaksLinesAtSpacesAlone) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", 100), "one two three");
  EXPECT_EQ(wrapped("incomprehensible word", 5), "incomprehensible\nword");
  EXPECT_EQ(wrapped("±1 ±2 ±3", 5), "±1 ±2\n±3");
  EXPECT_EQ(wrapped("", 5), "");
  EXPECT_EQ(wrapped("a\x1b[2J b", 50), "a\\x1b[2J b");
}

}  // namespace
}  // namespace banyan::bench

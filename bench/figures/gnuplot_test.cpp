// Tests of gnuplot.hpp: no text is taken for a command.
#include "bench/figures/gnuplot.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/figures/figure.hpp"

namespace banyan::bench {
namespace {

TEST(GnuplotScript, QuotesTextAndTakesNumbersAndCodeAsTheyAre) {
  const std::string engine = "it's";
  EXPECT_EQ(Gnuplot("plot {} index {} lw {:.1f} title {}", Gnuplot("x"), 2, 1.5, engine).code(),
            "plot x index 2 lw 1.5 title 'it''s'");
  EXPECT_EQ(Gnuplot("set xlabel {}", "threads").code(), "set xlabel 'threads'");
}

TEST(GnuplotScript, KeepsTextToOneLine) {
  EXPECT_EQ(gnuplot_quoted("a\nsystem 'id'"), "'a\\x0asystem ''id'''");
  Figure figure;
  EXPECT_EQ(figure.begin_block("a\nb"), 0U);
  EXPECT_EQ(figure.data, "# a\\x0ab\n");
  EXPECT_EQ(data_cell("a\n\"b\\"), "\"a/x0a'b/\"");
}

TEST(GnuplotScript, JoinsWhatAPlotDraws) {
  Gnuplot plots;
  add_plot(plots, Gnuplot("x"));
  add_plot(plots, Gnuplot("y"));
  EXPECT_EQ(plots.code(), "x, \\\n    y");
}

// gnuplot takes a tic's name for the format of a number.
TEST(GnuplotScript, LetsNoTicBeAFormat) {
  EXPECT_EQ(gnuplot_tics({"50 %", "it's"}).code(), "('50 %%' 0, 'it''s' 1)");
}

}  // namespace
}  // namespace banyan::bench

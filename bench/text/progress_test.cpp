// Tests of progress.hpp with a clock that the test controls.
#include "bench/text/progress.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// Everything written, at times set by the test.
struct Recorder {
  double now = 100;
  std::vector<std::string> written;

  ProgressOutput output(bool terminal) {
    return {terminal, [] { return 60; },
            [this](std::string_view text) { written.emplace_back(text); }, [this] { return now; }};
  }
};

TEST(Rendering, ShowsTextBarShareAndTimeLeft) {
  EXPECT_EQ(render(80, 0.3, 60, "hex: 12 of 40"),
            "hex: 12 of 40  [######--------------]   30 %, 2 min 20 s left");
  EXPECT_EQ(render(80, 0, 60, "hex"), "hex  [--------------------]    0 %");
  EXPECT_EQ(render(80, 1, 60, "hex"), "hex  [####################]  100 %");
  EXPECT_EQ(render(80, 0.999, 60, "hex"), "hex  [###################-]   99 %, 1 s left");
}

TEST(Rendering, CutsTheTextThenDropsTheBar) {
  EXPECT_EQ(render(60, 0.5, 30, "a rather long text about a match"),
            "a rather long tex…  [##########----------]   50 %, 30 s left");
  EXPECT_EQ(render(40, 0.5, 30, "a rather long text about a match"),
            "a rather long text ab…   50 %, 30 s left");
  EXPECT_EQ(render(16, 0.5, 30, "text"), " 50 %, 30 s left");
  EXPECT_EQ(render(5, 0.5, 30, "text"), " 50 …");
  EXPECT_EQ(render(0, 0.5, 30, "text"), "");
  EXPECT_EQ(render(-3, 0.5, 30, "text"), "");
}

TEST(Rendering, NeverExceedsTheWidth) {
  for (int width = 0; width < 120; ++width) {
    for (const double fraction : {-1.0, 0.0, 0.001, 0.5, 1.0, 7.0}) {
      for (const char* text : {"", "±±±", "a text that is longer than most of the widths tried"}) {
        EXPECT_LE(display_width(render(width, fraction, 12345, text)),
                  static_cast<std::size_t>(width));
      }
    }
  }
}

TEST(Rendering, HasAPlainLine) {
  EXPECT_EQ(render_line(0.3, 60, "hex"), "hex: 30 %, 2 min 20 s left");
  EXPECT_EQ(render_line(0, 60, "hex"), "hex: 0 %");
}

TEST(ProgressReports, AreSilentInTheFirstTwoSeconds) {
  for (const bool terminal : {false, true}) {
    Recorder recorder;
    {
      Progress progress(10, "hex", recorder.output(terminal));
      recorder.now += 1.9;
      progress.advance(10, "all");
    }
    EXPECT_TRUE(recorder.written.empty());
  }
}

TEST(ProgressReports, RedrawABarTenTimesASecondAndClearIt) {
  Recorder recorder;
  Progress progress(100, "hex", recorder.output(true));
  recorder.now += 2;
  progress.advance(50, "game 50");
  EXPECT_EQ(recorder.written.back(),
            "\r\x1b[Khex: game 50  [##########----------]   50 %, 2 s left");
  recorder.now += 0.09;
  progress.advance(1);
  EXPECT_EQ(recorder.written.size(), 1U);
  recorder.now += 0.02;
  progress.advance(1);
  EXPECT_EQ(recorder.written.size(), 2U);
  progress.finish(true);
  progress.finish(false);
  progress.advance(1);
  EXPECT_EQ(recorder.written.size(), 3U);
  EXPECT_EQ(recorder.written.back(), "\r\x1b[K");
}

TEST(ProgressReports, WriteALineEveryTenSecondsElsewhere) {
  Recorder recorder;
  {
    Progress progress(100, "hex", recorder.output(false));
    for (int i = 0; i < 25; ++i) {
      recorder.now += 1;
      progress.advance(4);
    }
    progress.finish(true);
  }
  EXPECT_EQ(recorder.written,
            (std::vector<std::string>{"hex: 8 %, 23 s left\n", "hex: 48 %, 13 s left\n",
                                      "hex: 88 %, 3 s left\n", "hex: done in 25 s\n"}));
}

TEST(ProgressReports, SayWhenWorkWasStopped) {
  Recorder recorder;
  {
    Progress progress(100, "hex", recorder.output(false));
    recorder.now += 5;
    progress.advance(1);
  }
  EXPECT_EQ(recorder.written.back(), "hex: stopped after 5.0 s\n");
}

TEST(ProgressReports, SayThatWorkIsDoneThoughItTookFewerUnits) {
  Recorder recorder;
  Progress progress(100, "hex", recorder.output(false));
  recorder.now += 5;
  progress.advance(99);
  progress.finish(true);
  EXPECT_EQ(recorder.written.back(), "hex: done in 5.0 s\n");
}

TEST(ProgressReports, SurviveMoreUnitsThanThereAre) {
  Recorder recorder;
  Progress progress(0, "hex", recorder.output(false));
  Progress other(3, "go", recorder.output(false));
  recorder.now += 3;
  progress.advance(7);
  other.advance(2);
  other.advance(~std::uint64_t{0});
  EXPECT_EQ(recorder.written, (std::vector<std::string>{"hex: 100 %\n", "go: 66 %, 2 s left\n"}));
}

TEST(ProgressReports, CountUnitsOfAllThreads) {
  Recorder recorder;
  recorder.now = 0;
  Progress progress(4000, "hex", recorder.output(false));
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) progress.advance(1, "x");
      });
    }
  }
  recorder.now = 3;
  progress.advance(0);
  EXPECT_EQ(recorder.written, std::vector<std::string>{"hex: x: 100 %\n"});
}

}  // namespace
}  // namespace banyan::bench

// Tests of the scripts of `./run profile`, on samples that perf could have taken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include "bench/program_test.hpp"

namespace banyan::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A script's output for an input; `settings` are its variables and `environment` those of its
/// environment, "name=value" each.
std::string run_script(const std::string& script, const std::string& input,
                       const Arguments& settings = {}, const Arguments& environment = {}) {
  const TemporaryFolder directory;
  const std::string file = directory.path() / "input";
  std::ofstream(file) << input;
  Arguments command{"env"};
  command.insert(command.end(), environment.begin(), environment.end());
  command.insert(command.end(),
                 {"awk", "-v", "scratch=" + (directory.path() / "scratch").string()});
  for (const std::string& setting : settings) command.insert(command.end(), {"-v", setting});
  command.insert(command.end(),
                 {"-f", std::filesystem::path(__FILE__).parent_path() / script, file});
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

std::string stacks(const std::string& samples, const std::string& addr2line = "") {
  return run_script("stacks.awk", samples, {"program=/b/banyan", "addr2line=" + addr2line});
}

TEST(ProfileStacks, AreCountedRootFirst) {
  EXPECT_EQ(stacks("\t  a1 leaf (/b/banyan)\n\t  b2 main (/b/banyan)\n\n"
                   "\t  b3 main (/b/banyan)\n\n"
                   "\t  a4 leaf (/b/banyan)\n\t  b2 main (/b/banyan)\n\n"),
            "main 1\nmain;leaf 2\n");
}

TEST(ProfileStacks, HaveShortNames) {
  EXPECT_EQ(
      stacks("\t1 void banyan::UctIteration<banyan::Tree<banyan::Hex<11> > >::run<int>(int&&, "
             "unsigned int) (/b/banyan)\n\n"
             "\t1 banyan::bench::(anonymous namespace)::search (/b/banyan)\n\n"
             "\t1 std::function<int (long)>::operator()(long) const (/b/banyan)\n\n"
             "\t1 f(int)::{lambda(long)#2}::operator()(long) const (/b/banyan)\n\n"
             "\t1 decltype (g(0)) h<int>(int) (/b/banyan)\n\n"
             "\t1 bool banyan::operator< <int>(int, int) (/b/banyan)\n\n"),
      "UctIteration<Tree<Hex<11>>>::run<int> 1\n"
      "f::{lambda#2}::operator() 1\n"
      "h<int> 1\n"
      "operator< <int> 1\n"
      "search 1\n"
      "std::function<int (long)>::operator() 1\n");
}

TEST(ProfileStacks, EndWhereTheCallerIsNotCode) {
  EXPECT_EQ(stacks("\t1 leaf (/lib/libc.so)\n\t77 [unknown] ([unknown])\n\t5 x (/b/banyan)\n\n"
                   "\t1 [unknown] (/lib/libtbb.so.12)\n\t5 main (/b/banyan)\n\n"),
            "leaf 1\nmain;libtbb.so.12 1\n");
}

TEST(ProfileStacks, ShowInlinedFunctionsAtTheCallAndNotAfterIt) {
  // main at 0x2ff calls sampled(), which contains an inner() in an outer() there.
  const std::string addr2line =
      "sed -e 's/^0x10$/&\\\\ninner(int)\\\\na.hpp:1\\\\nouter()\\\\na.hpp:2/' "
      "-e 's/^0x2ff$/&\\\\nmain\\\\nb.cpp:3/'";
  EXPECT_EQ(stacks("\t10 sampled (/b/banyan)\n\t300 wrong (/b/banyan)\n\n", addr2line),
            "main;outer;inner 1\n");
}

/// A frame of the picture, in pixels.
struct Frame {
  std::string title;
  double x;
  double y;
  double width;
  bool operator==(const Frame&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Frame& frame) {
  return out << frame.title << " at " << frame.x << ", " << frame.y << ", width " << frame.width;
}

std::vector<Frame> frames_of(const std::string& svg) {
  const std::regex pattern(
      "<g><title>([^<]*)</title><rect x=\"([^\"]*)\" y=\"([^\"]*)\" width=\"([^\"]*)\"");
  std::vector<Frame> frames;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), pattern);
       at != std::sregex_iterator(); ++at) {
    frames.push_back({(*at)[1], std::stod((*at)[2]), std::stod((*at)[3]), std::stod((*at)[4])});
  }
  return frames;
}

TEST(FlameGraph, FramesAreAsWideAsTheirShareAndStandOnTheirCallers) {
  const std::string svg = run_script("flame_graph.awk", "main;b 2\nmain;a;c 3\nmain 1\nstart 2\n");
  EXPECT_THAT(frames_of(svg), ElementsAre(Frame{"all: 8 samples, 100.0 %", 0, -17, 1200},
                                          Frame{"main: 6 samples, 75.0 %", 0, -34, 900},
                                          Frame{"a: 3 samples, 37.5 %", 0, -51, 450},
                                          Frame{"c: 3 samples, 37.5 %", 0, -68, 450},
                                          Frame{"b: 2 samples, 25.0 %", 450, -51, 300},
                                          Frame{"start: 2 samples, 25.0 %", 900, -34, 300}));
  EXPECT_THAT(svg, Not(HasSubstr("not shown")));
}

TEST(FlameGraph, LeavesOutWhatIsTooNarrowAndSaysSo) {
  const std::string svg = run_script("flame_graph.awk", "main 9995\nmain;rare;rarer 5\n");
  EXPECT_EQ(frames_of(svg).size(), 2U);
  EXPECT_THAT(svg, HasSubstr("10000 samples; 1 frames under 0.1 % are not shown"));
}

TEST(FlameGraph, EscapesAndClipsItsTexts) {
  const std::string svg =
      run_script("flame_graph.awk", "T<int>::a_rather_long_name_for_so_narrow_a_frame 1\nm 9\n", {},
                 {"title=a & b \\n<\x1b"});
  EXPECT_THAT(svg, HasSubstr(">a &amp; b \\n&lt; </text>"));
  EXPECT_THAT(svg, HasSubstr("<title>T&lt;int&gt;::a_rather_long_name"));
  EXPECT_THAT(svg, HasSubstr(">T::a_rather_lon..</text>"));
}

TEST(FlameGraph, ManagesStacksOfAnyDepth) {
  std::string deep = "f";
  for (int i = 0; i < 500; ++i) deep += ";f";
  EXPECT_EQ(frames_of(run_script("flame_graph.awk", deep + " 1\n")).size(), 502U);
}

TEST(ProfileShares, CountAFunctionOnceAStack) {
  EXPECT_EQ(run_script("shares.awk", "main;f;f 3\nmain;f;g 1\n"),
            "4 samples\n\n"
            "   total      self  function\n"
            " 100.0 %     0.0 %  main\n"
            " 100.0 %    75.0 %  f\n"
            "  25.0 %    25.0 %  g\n");
}

}  // namespace
}  // namespace banyan::bench

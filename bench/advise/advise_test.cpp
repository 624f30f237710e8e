// Tests of a whole advice with a clock and engines of our own.
#include "bench/advise/advise.hpp"

#include <gtest/gtest.h>

#include <map>

#include "bench/advise/output.hpp"
#include "bench/match/simulated_match_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

/// A machine and a game in which every engine is as fast and as strong as is said here.
struct World {
  std::map<std::string, double> speeds;  ///< times the baseline's
  std::map<std::string, double> scores;  ///< against the baseline; 1/2 unless given
  double doubling = 0.65;                ///< the baseline's score against itself with half the time
  double finished = 0;
  double pair_seconds = 1;
  double cores = 1;            ///< that a search had
  double stop_at = kInfinity;  ///< seconds after which a stop is requested
  std::uint64_t seed = 1;

  Advice advise(const AdviseOptions& options) {
    double now = 1000;
    Random random({seed});
    std::stop_source stop;
    const auto pass = [&, begin = now](double seconds) {
      now += seconds;
      if (now - begin >= stop_at) stop.request_stop();
    };
    const Experiments experiments{
        [&] { return now; },
        [&](ThroughputRow& speed, double seconds) {
          pass(seconds);
          const auto known = speeds.find(speed.engine);
          const double times = speed.engine == kBaseline ? 1
                               : known == speeds.end()   ? 0.5
                                                         : known->second;
          speed.iterations_per_second.push_back(1e6 * times * (0.99 + 0.02 * uniform(random)));
          speed.playouts_per_second.push_back(speed.iterations_per_second.back());
          speed.finished_share = finished;
          speed.cores = cores;
        },
        pair_seconds,
        [&](Runner& runner, double rate) {
          EXPECT_NEAR(rate, 1e6, 1e4);
          pass(pair_seconds);
          if (stop.stop_requested()) return;
          const auto known = scores.find(runner.engine);
          const double score = !runner.ranked          ? doubling
                               : known == scores.end() ? 0.5
                                                       : known->second;
          const Pentanomial pair = simulated_pairs(score, 1, random);
          for (std::size_t i = 0; i < pair.size(); ++i) runner.counts[i] += pair[i];
        }};
    Advice found = bench::advise(
        options, experiments, [](double, const std::string&) {}, stop.get_token());
    EXPECT_LE(now - 1000, options.seconds);
    return found;
  }
};

AdviseOptions options_of(double minutes) {
  AdviseOptions options;
  options.game = parse_game("connect_four");
  options.move_time = 20ms;
  options.threads = 2;
  options.seconds = 60 * minutes;
  return options;
}

const std::map<std::string, double> kUsualSpeeds{
    {"tree:threads=2,batch=512", 4.5}, {"tree:threads=2", 2.6}, {"tree:threads=1", 1.2},
    {"tree:threads=1,batch=512", 2.4}, {"seq:batch=512", 2.3},  {"root:threads=2", 2.2},
    {"tree:threads=2,c=0.7", 2.6}};

TEST(Advice, NamesAClearBestWithItsGain) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}, {"tree:threads=2", 0.65}}};
  const AdviseOptions options = options_of(5);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.finding.answer, Answer::kStronger);
  EXPECT_EQ(found.best(), "tree:threads=2,batch=512");
  EXPECT_GT(found.gain().lower95, 0);
  EXPECT_LT(found.gain().lower95, elo_of_score(0.8));
  EXPECT_GT(found.gain().upper95, elo_of_score(0.8));
  EXPECT_TRUE(answer_text(options, found)[0].starts_with("Use tree:threads=2,batch=512."));
}

TEST(Advice, OfTenRaisesTheSameEngineTenTimes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}, {"tree:threads=2", 0.75}}};
    world.seed = seed;
    EXPECT_EQ(world.advise(options_of(5)).best(), "tree:threads=2,batch=512") << seed;
  }
}

TEST(Advice, SaysThatNothingMattersWhereTheTreeIsExhausted) {
  World world{kUsualSpeeds, {}};
  world.finished = 0.97;
  const AdviseOptions options = options_of(5);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.finding.answer, Answer::kExhausted);
  EXPECT_EQ(found.best(), "seq");
  EXPECT_TRUE(found.runners.empty());
  EXPECT_EQ(answer_text(options, found)[0], "Use seq: nothing matters here.");
  EXPECT_TRUE(surer_commands(options, found).empty());
}

TEST(Advice, NamesTheBaselineWhereNothingIsFaster) {
  World world{{}, {}};
  const Advice found = world.advise(options_of(5));
  EXPECT_EQ(found.finding.answer, Answer::kKeep);
  EXPECT_EQ(found.best(), "seq");
  EXPECT_LT(found.seconds, 60);
}

TEST(Advice, IsThatSoFarWhenItIsStopped) {
  World world{kUsualSpeeds, {{"tree:threads=2", 0.7}}};
  for (const double stop_at : {0.5, 5.0, 20.0, 100.0}) {
    world.stop_at = stop_at;
    const AdviseOptions options = options_of(5);
    const Advice found = world.advise(options);
    EXPECT_TRUE(found.interrupted);
    EXPECT_FALSE(answer_text(options, found).empty());
    EXPECT_FALSE(advice_text(options, found).empty());
    EXPECT_TRUE(advice_json(options, found)["interrupted"].get<bool>());
  }
}

TEST(Advice, OfTooLittleTimeRacesFewerEnginesAndSaysSo) {
  World world{kUsualSpeeds, {}};
  const Advice found = world.advise(options_of(0.5));
  EXPECT_LT(found.runners.size(), world.advise(options_of(5)).runners.size());
  int without_time = 0;
  for (const Entry& entry : found.entries) without_time += entry.why_not == "no time" ? 1 : 0;
  EXPECT_GT(without_time, 0);
}

TEST(Advice, WithoutTimeForAGameSaysWhatSpeedsSay) {
  World world{kUsualSpeeds, {}};
  world.pair_seconds = 1000;
  const AdviseOptions options = options_of(1);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.finding.answer, Answer::kUnsure);
  const std::vector<std::string> words = answer_text(options, found);
  EXPECT_NE(words[0].find("no pair of games was finished"), std::string::npos) << words[0];
  EXPECT_NE(words[1].find("4.5"), std::string::npos) << words[1];
}

TEST(Advice, WarnsWhereTheMachineWasBusy) {
  World world{kUsualSpeeds, {}};
  world.cores = 0.6;
  const AdviseOptions options = options_of(1);
  const std::vector<std::string> words = answer_text(options, world.advise(options));
  EXPECT_TRUE(words.back().starts_with("The machine was busy: seq with 1 thread had 0.6 cores."));
}

TEST(Advice, SharesTheRaceAmongThoseThatAreLeft) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}, {"root:threads=2", 0.3}}};
  const Advice found = world.advise(options_of(5));
  std::uint64_t root = 0;
  std::uint64_t best = 0;
  for (const Runner& runner : found.runners) {
    if (runner.engine == "root:threads=2") root = pair_count(runner.counts);
    if (runner.engine == found.best() && runner.ranked) best = pair_count(runner.counts);
  }
  EXPECT_GE(root, 4U);
  EXPECT_GE(best, 2 * root);
  // The yardstick never leaves, and has as much time.
  EXPECT_NEAR(static_cast<double>(pair_count(found.runners.back().counts)),
              static_cast<double>(best), 1);
}

}  // namespace
}  // namespace banyan::bench

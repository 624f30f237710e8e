// Tests of a whole advice with a clock and engines of our own.
#include "bench/advise/advise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/advise/output.hpp"
#include "bench/match/simulated_match_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

double move_seconds(const AdviseOptions& options) {
  return std::chrono::duration<double>(options.move_time).count();
}

/// A machine and a game in which every engine is as fast and as strong as is said here.
struct World {
  std::map<std::string, double> speeds;  ///< times the baseline's
  std::map<std::string, double> scores;  ///< against the baseline; 1/2 unless given
  double doubling = 0.65;                ///< the baseline's score against itself with half the time
  double finished = 0;
  double iterations_per_second = 1e6;  ///< the baseline's
  double pair_seconds = 1;             ///< at the full time of a move
  double cores = 1;                    ///< that a search had
  double least_search_seconds = 0;     ///< that a search takes, whatever it may
  double stop_at = kInfinity;          ///< seconds after which a stop is requested
  double noise = 0.01;                 ///< largest logarithm by which a search misses the speed
  std::uint64_t seed = 1;

  [[nodiscard]] double speed_of(const std::string& engine) const {
    const auto known = speeds.find(engine);
    return known == speeds.end() ? 0.5 : known->second;
  }

  /// At equal time; where budgets in iterations are not, as much more or less as they miss it.
  [[nodiscard]] double score_of(const Runner& runner) const {
    if (runner.role == Role::kYardstick) return doubling;
    const auto known = scores.find(runner.engine);
    const double score = known == scores.end() ? 0.5 : known->second;
    const auto iterations = [](const std::string& spec) {
      return static_cast<double>(parse_engine(spec).limits->iterations);
    };
    if (runner.spec.find("iterations=") == std::string::npos) return score;
    const double times = iterations(runner.spec) / iterations(runner.against);
    return score_of_elo(elo_of_score(score) +
                        elo_of_score(doubling) * std::log2(times / speed_of(runner.engine)));
  }

  Advice advise(const AdviseOptions& options) {
    double now = 1000;
    Random random({seed});
    std::stop_source stop;
    const auto pass = [&, begin = now](double seconds) {
      now += seconds;
      if (now - begin >= stop_at) stop.request_stop();
    };
    const Experiments experiments{
        {[&] { return now; },
         [&](ThroughputRow& speed, double seconds) {
           pass(std::max(seconds, least_search_seconds));
           const double times = speed.engine == baseline_of(options) ? 1 : speed_of(speed.engine);
           speed.iterations_per_second.push_back(iterations_per_second * times *
                                                 std::exp(noise * (2 * uniform(random) - 1)));
           speed.playouts_per_second.push_back(speed.iterations_per_second.back());
           speed.finished_share = finished;
           speed.cores = cores;
         }},
        pair_seconds,
        [&](Runner& runner, double iterations) {
          // In games, budgets are in the ratio of the speeds, or are the time of a move.
          const double share = iterations / (iterations_per_second * move_seconds(options));
          const char* const budget = options.device ? "clock=" : "iterations=";
          EXPECT_TRUE(share > 0.98 || runner.spec.find(budget) != std::string::npos);
          pass(pair_seconds * share);
          if (stop.stop_requested()) return;
          const double score = score_of(runner);
          const Pentanomial pair = simulated_pairs(score, 1, random);
          for (std::size_t i = 0; i < pair.size(); ++i) runner.counts[i] += pair[i];
        }};
    Advice found = bench::advise(
        options, experiments, [](double, const std::string&) {}, stop.get_token());
    EXPECT_LE(now - 1000, options.seconds + least_search_seconds);
    return found;
  }
};

AdviseOptions options_of(double minutes, const char* game = "p_game:branching=7,depth=40") {
  AdviseOptions options;
  options.game = parse_game(game);
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

TEST(Advice, IsMeasuredAgainstTheTunedConstantOfTheGame) {
  std::map<std::string, double> speeds;
  for (const auto& [engine, times] : kUsualSpeeds) {
    if (engine.find("c=") == std::string::npos) {
      speeds[engine] = times;
      speeds[engine + ",c=0.5"] = times;
    }
  }
  World world{speeds, {{"tree:threads=2,c=0.5", 0.7}, {"seq", 0.3}}};
  const AdviseOptions options = options_of(5, "connect_four");
  const Advice found = world.advise(options);
  EXPECT_EQ(found.baseline, "seq:c=0.5");
  EXPECT_EQ(found.best(), "tree:threads=2,c=0.5");
  EXPECT_TRUE(answer_text(options, found)[0].starts_with("Use tree:threads=2,c=0.5."));
  EXPECT_EQ(advice_json(options, found)["baseline"], "seq:c=0.5");
}

TEST(Advice, NamesTheUsualConstantWhereItIsBetterThanTheTunedOne) {
  World world{{{"seq", 1}}, {{"seq", 0.7}}};
  const Advice found = world.advise(options_of(5, "connect_four"));
  EXPECT_EQ(found.best(), "seq");
  EXPECT_EQ(found.finding.answer, Answer::kStronger);
}

TEST(Advice, OfTenRaisesTheSameEngineTenTimes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}, {"tree:threads=2", 0.65}}};
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

TEST(Advice, RacesOnlyTheControlWithOtherConstantsWhereNothingIsFaster) {
  World world{{}, {{"seq:c=0.7", 0.3}}};
  const Advice found = world.advise(options_of(5));
  ASSERT_FALSE(found.runners.empty());
  for (const Runner& runner : found.runners) {
    EXPECT_TRUE(runner.engine == "seq:c=0.7" || runner.role == Role::kYardstick) << runner.engine;
  }
  EXPECT_EQ(found.finding.answer, Answer::kKeep);
  EXPECT_EQ(found.best(), "seq");
}

TEST(Advice, OfNoisySpeedsNamesNoEngineSureThatIsAsStrong) {
  // Speeds that miss the truth by up to a factor of two, in games of 62 500 iterations.
  int stronger = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    World world{kUsualSpeeds, {}};
    world.noise = std::log(2.0);
    world.seed = seed;
    const AdviseOptions options = options_of(5);
    const Advice found = world.advise(options);
    ASSERT_LT(found.share, 1);
    stronger += found.finding.answer == Answer::kStronger ? 1 : 0;
    if (found.finding.answer == Answer::kStronger) continue;
    EXPECT_EQ(advice_text(options, found).find("This is sure"), std::string::npos);
  }
  EXPECT_LE(stronger, 3);
}

TEST(Advice, HasTheErrorOfTheSpeedsInItsInterval) {
  const auto width = [&](double noise) {
    World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}}};
    world.noise = noise;
    const Advice found = world.advise(options_of(5));
    return found.gain().upper95 - found.gain().lower95;
  };
  EXPECT_GT(width(0.4), 1.1 * width(0.01));
}

TEST(Advice, MeasuresSpeedsAnewForTheSecondHalf) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}}};
  world.noise = 0.4;
  const Advice found = world.advise(options_of(5));
  const Runner& half = found.runners.back();
  ASSERT_EQ(half.role, Role::kChosen);
  const auto first = std::find_if(found.runners.begin(), found.runners.end(),
                                  [&](const auto& each) { return each.engine == half.engine; });
  EXPECT_NE(first->speed.value, half.speed.value);
  EXPECT_NE(first->spec, half.spec);
  EXPECT_LT(half.speed.upper95 / half.speed.lower95, first->speed.upper95 / first->speed.lower95);
}

TEST(Advice, IsUnsureWhereTheSpeedsAreTooNoisyForEqualTime) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.9}}};
  world.noise = 2.5;
  const AdviseOptions options = options_of(5);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.finding.answer, Answer::kUnsure);
  EXPECT_NE(advice_text(options, found).find("The speeds were too noisy for equal time"),
            std::string::npos);
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

TEST(Advice, SaysNullOfAllThatItDoesNotKnowWhenItIsStopped) {
  World world{kUsualSpeeds, {{"tree:threads=2", 0.7}}};
  for (const double stop_at : {0.5, 1.7}) {  // during the speeds, before the first game
    world.stop_at = stop_at;
    const AdviseOptions options = options_of(5);
    const Json json = Json::parse(advice_json(options, world.advise(options)).dump());
    EXPECT_EQ(json["answer"]["elo"], nullptr);
    EXPECT_EQ(json["answer"]["elo95"], (Json{nullptr, nullptr}));
    EXPECT_EQ(json["answer"]["time_factor"], nullptr);
    for (const Json& match : json["matches"]) EXPECT_EQ(match["elo"], nullptr);
    if (!json["engines"].empty()) continue;
    EXPECT_EQ(json["answer"]["engine"], nullptr);
    EXPECT_EQ(json["search_seconds"], nullptr);
    EXPECT_EQ(json["time_in_games"], nullptr);
  }
}

TEST(Advice, OfTooLittleTimeRacesFewerEnginesAndSaysSo) {
  World world{kUsualSpeeds, {}};
  world.iterations_per_second = 5000;  // games cannot be shorter
  const Advice found = world.advise(options_of(0.5));
  EXPECT_LT(found.runners.size(), world.advise(options_of(5)).runners.size());
  int without_time = 0;
  for (const Candidate& each : found.candidates) without_time += each.why_not == "no time" ? 1 : 0;
  EXPECT_GT(without_time, 0);
}

TEST(Advice, WithoutTimeForAGameSaysWhatSpeedsSay) {
  World world{kUsualSpeeds, {}};
  world.iterations_per_second = 5000;
  world.pair_seconds = 1000;
  const AdviseOptions options = options_of(1);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.finding.answer, Answer::kUnsure);
  const std::vector<std::string> words = answer_text(options, found);
  EXPECT_NE(words[0].find("no pair of games was finished"), std::string::npos) << words[0];
  EXPECT_NE(words[1].find("4.5"), std::string::npos) << words[1];
}

TEST(Advice, OfSearchesThatTakeLongerThanTheyMayIsRefusedInTime) {
  World world{kUsualSpeeds, {}};
  world.least_search_seconds = 1;
  try {
    world.advise(options_of(0.3));
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              "--minutes 0.3 is too short: a search takes 1.0 s, and the speeds of all engines "
              "1 min 18 s: give 13 or more.");
  }
}

TEST(Advice, HasTheSpeedsOfTheTurnsForWhichThereWasTime) {
  World world{kUsualSpeeds, {}};
  world.least_search_seconds = 1;
  const Advice found = world.advise(options_of(0.75));  // 3 turns of 13 engines
  ASSERT_EQ(found.speeds.size(), 13U);
  for (const ThroughputRow& speed : found.speeds) {
    EXPECT_EQ(speed.iterations_per_second.size(), 2U) << speed.engine;
  }
  EXPECT_DOUBLE_EQ(found.search_seconds, 1);
}

TEST(Advice, SaysHowLongTheSearchesWereThatItMeasured) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}}};
  AdviseOptions options = options_of(1);
  options.move_time = 1h;
  const Advice found = world.advise(options);
  EXPECT_NEAR(found.search_seconds, 60 * 0.1 / 78, 1e-9);
  const std::string text = advice_text(options, found);
  EXPECT_NE(text.find("of searches of 77 ms"), std::string::npos) << text;
}

TEST(Advice, WarnsWhereTheMachineWasBusy) {
  World world{kUsualSpeeds, {}};
  world.cores = 0.6;
  const AdviseOptions options = options_of(1);
  const std::vector<std::string> words = answer_text(options, world.advise(options));
  EXPECT_TRUE(words.back().starts_with("The machine was busy: seq with 1 thread had 0.6 cores."));
}

TEST(Advice, IsNotSureWhereTheMachineWasBusy) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}}};
  const AdviseOptions options = options_of(20);
  const auto says = [&](const char* part) {
    return advice_text(options, world.advise(options)).find(part) != std::string::npos;
  };
  EXPECT_TRUE(says("This is sure"));
  world.cores = 0.6;
  EXPECT_FALSE(says("This is sure"));
  EXPECT_TRUE(says("Use tree:threads=2,batch=512, the best guess."));
  EXPECT_EQ(world.advise(options).finding.answer, Answer::kUnsure);
}

TEST(Advice, SharesTheFirstHalfAmongThoseThatAreLeft) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}, {"root:threads=2", 0.3}}};
  const Advice found = world.advise(options_of(5));
  const auto pairs = [&](const std::string& engine, Role role) {
    const auto runner = std::find_if(
        found.runners.begin(), found.runners.end(),
        [&](const Runner& each) { return each.engine == engine && each.role == role; });
    return runner == found.runners.end() ? 0.0 : static_cast<double>(pair_count(runner->counts));
  };
  const double root = pairs("root:threads=2", Role::kCandidate);
  const double best = pairs(found.best(), Role::kCandidate);
  EXPECT_GE(root, 4);
  EXPECT_GE(best, 1.5 * root);
  // The yardstick never leaves, and has as much time.
  EXPECT_NEAR(pairs("seq", Role::kYardstick), best, 1);
  EXPECT_GT(pairs(found.best(), Role::kChosen), best);
}

TEST(SpeedByOwnCores, IsThatOfAMachineWithoutOtherPrograms) {
  const auto search = [](int threads, double cores, double rate) {
    ThroughputRow row;
    row.threads = threads;
    row.cores = cores;
    row.iterations_per_second = row.playouts_per_second = {rate};
    return row;
  };
  // One thread that had half a core, then a whole one.
  ThroughputRow one;
  double cores = 1;
  add_by_own_cores(one, search(1, 0.5, 500), cores);
  add_by_own_cores(one, search(1, 1, 1000), cores);
  EXPECT_EQ(one.iterations_per_second, (std::vector<double>{1000, 1000}));
  EXPECT_DOUBLE_EQ(one.cores, 0.75);  // which tells that the machine was busy
  // Two that wait for each other for a fifth of the time.
  ThroughputRow two;
  cores = 0;
  add_by_own_cores(two, search(2, 0.8, 800), cores);
  add_by_own_cores(two, search(2, 1.6, 1600), cores);
  add_by_own_cores(two, search(2, 1.2, 1200), cores);
  for (const double rate : two.playouts_per_second) EXPECT_DOUBLE_EQ(rate, 1600);
}

/// A minute at 20 ms a move where a playout takes 10 us, and a pair of games with all of the time
/// 1.6 s: P-games of 40 moves.
World world_of_dear_playouts(std::uint64_t seed) {
  World world;
  world.iterations_per_second = 1e5;
  world.pair_seconds = 1.6;
  world.doubling = score_of_elo(100);
  world.seed = seed;
  return world;
}

TEST(Advice, OfAMinuteNamesTheSharedTreeTenTimesOfTenWhereItIsFasterAndAsStrong) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World world = world_of_dear_playouts(seed);
    world.speeds = {{"tree:threads=2", 1.8}, {"tree:threads=1", 1}, {"root:threads=2", 1.4}};
    world.scores = {{"tree:threads=2", score_of_elo(100 * std::log2(1.8))},
                    {"root:threads=2", score_of_elo(20)}};
    const Advice found = world.advise(options_of(1));
    EXPECT_EQ(found.best(), "tree:threads=2") << seed;
    EXPECT_EQ(found.finding.answer, Answer::kStronger) << seed;
    EXPECT_LT(found.share, 1);
  }
}

TEST(Advice, OfAMinuteCallsNoEngineStrongerWhereAllAreAsFastAndAsStrong) {
  int stronger = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World world = world_of_dear_playouts(seed);
    for (const Candidate& candidate : candidates(2)) world.speeds[candidate.engine] = 1;
    stronger += world.advise(options_of(1)).finding.answer == Answer::kStronger ? 1 : 0;
  }
  EXPECT_LE(stronger, 1);
}

TEST(Advice, GivesEveryEngineABudgetThatItCanHave) {
  World world{kUsualSpeeds, {}};
  AdviseOptions options = options_of(20);
  options.move_time = 1ns;
  const Advice found = world.advise(options);
  ASSERT_FALSE(found.runners.empty());
  for (const Runner& runner : found.runners) {
    EXPECT_NO_THROW(parse_engine(runner.spec)) << runner.spec;
    EXPECT_NO_THROW(parse_engine(runner.against)) << runner.against;
  }
  EXPECT_NE(advice_json(options, found)["time_in_games"], "0h");
}

TEST(Advice, HasGamesOfTheFullTimeWhereThereAreEnough) {
  World world{kUsualSpeeds, {{"tree:threads=2,batch=512", 0.8}}};
  const Advice enough = world.advise(options_of(20));
  EXPECT_EQ(enough.share, 1);
  EXPECT_EQ(enough.runners[0].spec, "tree:threads=2,batch=512");
  EXPECT_EQ(enough.runners[0].against, "seq");
  const Advice few = world.advise(options_of(1));
  EXPECT_EQ(few.share, 1 / 16.0);
  EXPECT_TRUE(few.runners[0].spec.starts_with("tree:threads=2,batch=512,iterations=56"))
      << few.runners[0].spec;
  EXPECT_TRUE(few.runners[0].against.starts_with("seq:iterations=12")) << few.runners[0].against;
}

/// About a device on which a batch of 64 is worth 100 Elo.
World world_with_a_device() {
  World world;
  for (const Candidate& each : device_candidates(2, "")) world.speeds[each.engine] = 1.5;
  world.scores = {{"batched:batch=64", score_of_elo(100)}};
  world.iterations_per_second = 1e5;
  return world;
}

AdviseOptions device_options(double minutes) {
  AdviseOptions options = options_of(minutes);
  options.device = DeviceQuestion{"800us+2us", "", "900ns"};
  return options;
}

TEST(DeviceAdvice, NamesTheBestSettingsOverTheBaseline) {
  World world = world_with_a_device();
  const AdviseOptions options = device_options(10);
  const Advice found = world.advise(options);
  EXPECT_EQ(found.baseline, "batched:batch=16");
  EXPECT_EQ(found.best(), "batched:batch=64");
  const std::string text = advice_text(options, found);
  EXPECT_NE(text.find("on a device of 800us+2us a call, simulated; a descent takes 900ns"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Use batched:batch=64."), std::string::npos) << text;
  EXPECT_NE(text.find(" Elo over batch=16."), std::string::npos) << text;
  EXPECT_EQ(text.find("over seq"), std::string::npos) << text;
  EXPECT_EQ(advice_json(options, found)["device"], "800us+2us");
}

TEST(DeviceAdvice, PlaysInVirtualTimeWhateverItsLength) {
  World world = world_with_a_device();
  for (const double minutes : {0.5, 30.0}) {
    const Advice found = world.advise(device_options(minutes));
    ASSERT_FALSE(found.runners.empty());
    for (const Runner& runner : found.runners) {
      for (const std::string& spec : {runner.spec, runner.against}) {
        EXPECT_NE(spec.find(",simulated=on,device=800us+2us,descent=900ns,clock="),
                  std::string::npos)
            << spec;
        EXPECT_NO_THROW(parse_engine(spec));
      }
    }
  }
}

TEST(DeviceAdvice, GivesACommandThatMakesItSurer) {
  World world = world_with_a_device();
  const AdviseOptions options = device_options(10);
  const std::vector<std::string> commands = surer_commands(options, world.advise(options));
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_TRUE(commands[0].ends_with("--device 800us+2us")) << commands[0];
  EXPECT_NE(commands[1].find("batched:batch=64,simulated=on,device=800us+2us,descent=900ns,"
                             "clock=20ms"),
            std::string::npos)
      << commands[1];
}

/// About a server for which half of its calls in flight are worth 100 Elo more than all.
TEST(ServerAdvice, NamesTheCallsInFlightInWords) {
  AdviseOptions options = options_of(10);
  options.device = DeviceQuestion{"exponential:mean=10ms,concurrent=8", "", "900ns", 8};
  World world;
  for (const Candidate& each : server_candidates(8, "")) world.speeds[each.engine] = 1;
  world.scores = {{"batched:batch=1,streams=4,vl=1", score_of_elo(100)}};
  world.iterations_per_second = 800;
  const Advice found = world.advise(options);
  EXPECT_EQ(found.baseline, "batched:batch=1,streams=8");
  const std::string text = advice_text(options, found);
  EXPECT_NE(text.find("on a server of exponential:mean=10ms,concurrent=8, simulated"),
            std::string::npos)
      << text;
  const std::vector<std::string> words = answer_text(options, found);
  EXPECT_EQ(words[0], "Use batched:batch=1,streams=4,vl=1.") << text;
  EXPECT_EQ(words[1],
            "That is 4 calls in flight, each told as soon as it comes back, and a call in flight "
            "counts as so many losses: 1.");
}

TEST(ServerAdvice, NamesItsControlWhereNothingIsStronger) {
  AdviseOptions options = options_of(10);
  options.device = DeviceQuestion{"exponential:mean=10ms,concurrent=8", "", "900ns", 8};
  World world;
  for (const Candidate& each : server_candidates(8, "")) {
    world.speeds[each.engine] = 1;
    world.scores[each.engine] = score_of_elo(-150);
  }
  world.iterations_per_second = 800;
  const std::string text = advice_text(options, world.advise(options));
  EXPECT_NE(text.find("The control, batch=1,streams=8 over itself with half the time: "),
            std::string::npos)
      << text;
}

TEST(ServerAdvice, BoundsVisitsThatNeedNoCall) {
  const DeviceQuestion server{"constant:mean=2s,concurrent=8", "", "900ns", 8};
  // Of 31 rounds of 8 calls, four times as many.
  EXPECT_TRUE(on_device(server, "batched:batch=1,streams=8", std::chrono::minutes(1))
                  .ends_with(",clock=1m,iterations=992"));
}

TEST(ServerAdvice, RefusesATimeInWhichNoCallComesBack) {
  AdviseOptions options = options_of(10);
  options.move_time = std::chrono::milliseconds(100);
  options.device = DeviceQuestion{"lognormal:median=2s,p99=20s,concurrent=8", "", "900ns", 8};
  try {
    check(options);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "--time 100ms is too short: half of the calls of --device "
                 "lognormal:median=2s,p99=20s,concurrent=8 take 2s or more: give the time of many "
                 "calls, such as 1m.");
  }
}

}  // namespace
}  // namespace banyan::bench

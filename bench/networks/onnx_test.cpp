// Networks in the ONNX format, compared with the same networks of the program.
#include "bench/networks/onnx.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/networks/networks.hpp"
#include "bench/networks/onnx_file_test.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

/// Tests that need ONNX Runtime, with a file for the network.
class Onnx : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_onnx()) GTEST_SKIP() << "this program was built without ONNX Runtime";
  }

  [[nodiscard]] const std::string& file_with(std::string_view bytes) const {
    write_file_whole(file_, bytes);
    return file_;
  }
  [[nodiscard]] std::shared_ptr<const AnyNetwork> read(const std::string& game,
                                                       std::string_view bytes) const {
    return network_for(*parse_game(game).start, file_with(bytes));
  }
  [[nodiscard]] std::string why_refused(const std::string& game, std::string_view bytes) const {
    try {
      return read(game, bytes) ? "none" : "nothing";
    } catch (const UsageError& error) {
      return error.what();
    }
  }

 private:
  TemporaryFolder folder_;
  std::string file_ = folder_.path() / "x.onnx";
};

/// The program keeps it.
const Network& own(const char* game) { return *own_network(*parse_game(game).start); }

/// Positions of random games.
std::vector<Observation> random_positions(const std::string& game, std::size_t count) {
  Random random({1, 0, 0, 0});
  std::vector<Observation> seen;
  const auto start = parse_game(game).start;
  auto position = start->clone();
  while (seen.size() < count) {
    if (position->over()) position = start->clone();
    seen.push_back(*position->observe());
    const auto moves = position->legal_moves();
    position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return seen;
}

FeatureBatch features_of(const std::vector<Observation>& positions) {
  FeatureBatch batch;
  for (const Observation& seen : positions) batch.add_position(seen.ones);
  return batch;
}

/// The largest difference of values and logits, in parts of those above 1.
double difference(const AnyNetwork& a, const AnyNetwork& b, const FeatureBatch& of_a,
                  const FeatureBatch& of_b) {
  const auto outputs = static_cast<std::size_t>(a.outputs());
  std::vector<float> from_a(of_a.size() * outputs);
  std::vector<float> from_b(of_b.size() * outputs);
  a.evaluate(of_a, from_a);
  b.evaluate(of_b, from_b);
  double most = 0;
  for (std::size_t i = 0; i < from_a.size(); ++i) {
    const bool of_value = i % outputs == 0;
    const double x = of_value ? a.value(from_a[i]) : from_a[i];
    const double y = of_value ? b.value(from_b[i]) : from_b[i];
    most = std::max(most, std::abs(x - y) / std::max(1.0, std::abs(x)));
    EXPECT_FALSE(std::isnan(y));
  }
  return most;
}

TEST_F(Onnx, FilesOfTheProgramsNetworksGiveWhatThoseGive) {
  for (const char* game : {"connect_four", "othello", "hex:size=7", "hex:size=11", "go:size=9"}) {
    const auto network = read(game, onnx::file_of(own(game)));
    for (const std::size_t count : {1, 2, 64}) {
      const FeatureBatch positions = features_of(random_positions(game, count));
      EXPECT_LT(difference(own(game), *network, positions, positions), 1e-5) << game;
    }
  }
}

TEST_F(Onnx, FilesMayTakePlanesWhereFeaturesWithoutACellFillOneEach) {
  const auto seen = random_positions("go:size=5", 30);
  const GridShape shape = seen.front().features;
  const int planes = shape.planes + shape.others;
  Random random({1, 0, 0, 0});
  const Network flat("go", {planes * shape.cells(), {16}, seen.front().moves.size()}, random);
  onnx::Form form;
  for (const int size : {planes, shape.rows, shape.columns}) {
    form.input.push_back(static_cast<std::uint64_t>(size));
  }
  const auto network = read("go:size=5", onnx::file_of(flat, form));
  FeatureBatch on_planes;
  std::vector<float> numbers(static_cast<std::size_t>(planes * shape.cells()));
  for (const Observation& position : seen) {
    write_planes(shape, position.ones, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != 0) on_planes.add(static_cast<int>(i));
    }
    on_planes.end_position();
  }
  EXPECT_LT(difference(flat, *network, on_planes, features_of(seen)), 1e-5);
}

TEST_F(Onnx, FilesForAFixedNumberOfPositionsTakeAnyNumber) {
  const auto network = read("othello", onnx::file_of(own("othello"), {.batch = 4}));
  for (const std::size_t count : {1, 4, 7, 12}) {
    const FeatureBatch positions = features_of(random_positions("othello", count));
    EXPECT_LT(difference(own("othello"), *network, positions, positions), 1e-5);
  }
}

TEST_F(Onnx, FilesMayHaveValuesWithoutASecondDimension) {
  const auto network =
      read("connect_four", onnx::file_of(own("connect_four"), {.value_in_a_column = false}));
  const FeatureBatch positions = features_of(random_positions("connect_four", 9));
  EXPECT_LT(difference(own("connect_four"), *network, positions, positions), 1e-5);
}

TEST_F(Onnx, NetworksAnswerSeveralThreadsAtOnceAsOne) {
  const auto network = read("othello", onnx::file_of(own("othello")));
  const FeatureBatch positions = features_of(random_positions("othello", 16));
  const auto outputs = static_cast<std::size_t>(network->outputs());
  std::vector<std::vector<float>> answers(5, std::vector<float>(16 * outputs));
  network->evaluate(positions, answers[0]);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < answers.size(); ++i) {
      threads.emplace_back([&, i] {
        for (int times = 0; times < 20; ++times) network->evaluate(positions, answers[i]);
      });
    }
  }
  for (const std::vector<float>& of_thread : answers) EXPECT_EQ(of_thread, answers[0]);
}

TEST_F(Onnx, FilesThatDoNotFitAreRefusedByWhatTheyHave) {
  const Network& connect_four = own("connect_four");
  const std::string good = onnx::file_of(connect_four);
  EXPECT_EQ(why_refused("connect_four", good), "none");
  EXPECT_THAT(why_refused("othello", good),
              HasSubstr("its input is [any, 84], and positions of othello are [batch, 192] or "
                        "[batch, 3, 8, 8]."));
  EXPECT_THAT(why_refused("connect_four", onnx::file_of(connect_four, {.input = {2, 7, 6}})),
              HasSubstr("[any, 2, 7, 6]"));
  EXPECT_THAT(why_refused("connect_four", onnx::file_of(connect_four, {.batch = 5000})),
              HasSubstr("[5000, 84]"));
  EXPECT_THAT(why_refused("connect_four", onnx::file_of(connect_four, {.policy = "moves"})),
              HasSubstr("no output named 'policy'"));
  EXPECT_THAT(why_refused("connect_four", onnx::file_of(connect_four, {.type = onnx::kDouble})),
              HasSubstr("its input is no tensor of 32-bit floats"));
  EXPECT_THAT(
      why_refused("connect_four", onnx::file_of(connect_four, {.value_type = onnx::kDouble})),
      HasSubstr("its output 'value' is no tensor of 32-bit floats"));
  Random random({1, 0, 0, 0});
  EXPECT_THAT(why_refused("connect_four", onnx::file_of(Network("", {84, {8}, 6}, random))),
              HasSubstr("its output 'policy' is [2, 6] for 2 positions, not [2, 7]."));
  EXPECT_THAT(why_refused("gomoku", good), HasSubstr("a game with features for networks"));
}

TEST_F(Onnx, DamagedFilesAreRefusedByASentenceOfTheRuntime) {
  const std::string good = onnx::file_of(own("connect_four"));
  for (const std::string& bytes :
       {std::string(), std::string("not a network"), good.substr(0, good.size() / 2)}) {
    const std::string why = why_refused("connect_four", bytes);
    EXPECT_THAT(why, HasSubstr("x.onnx cannot be used: ONNX Runtime says: "));
    EXPECT_EQ(why.find('\n'), std::string::npos);
  }
  EXPECT_THROW(network_for(*parse_game("othello").start, "/nowhere/x.onnx"), UsageError);
}

TEST_F(Onnx, SearchesMakeTheirIterationsAndAreTheSameAgainOnOneThread) {
  const std::string& file = file_with(onnx::file_of(own("connect_four")));
  const auto start = parse_game("connect_four").start;
  const auto searched = [&](const std::string& engine) {
    return start->make_engine(parse_engine(engine + "net=" + file))
        ->search(*start, {.iterations = 333}, {.seed = 1}, {});
  };
  for (const char* engine :
       {"seq:", "batched:batch=16,", "batched:gumbel=4,", "root:threads=1,", "leaf:"}) {
    const SearchResult once = searched(engine);
    const SearchResult again = searched(engine);
    EXPECT_EQ(once.iterations, 333U) << engine;
    ASSERT_EQ(once.children.size(), again.children.size());
    for (std::size_t i = 0; i < once.children.size(); ++i) {
      EXPECT_EQ(once.children[i].visits, again.children[i].visits) << engine;
    }
  }
  for (const char* engine : {"tree:threads=2,", "batched:batch=8,threads=2,streams=2,"}) {
    EXPECT_EQ(searched(engine).iterations, 333U) << engine;
  }
}

TEST_F(Onnx, NetworksThatGiveNoNumbersEndTheSearchWithASentence) {
  Network network = own("connect_four");
  network.layers().back().biases.front() = std::numeric_limits<float>::quiet_NaN();
  const Outcome outcome =
      run_banyan({"search", "--game", "connect_four", "--engine",
                  "batched:net=" + file_with(onnx::file_of(network)), "--iterations", "50"});
  EXPECT_EQ(outcome.status, 1) << outcome.text();
  EXPECT_THAT(outcome.err, HasSubstr("An evaluator gave a value that is not from 0"));
}

TEST(WithoutOnnxRuntime, ANetworkInItsFormatIsRefusedByWhatHelps) {
  if (has_onnx()) GTEST_SKIP() << "this program was built with ONNX Runtime";
  const Outcome outcome = run_banyan({"search", "--game", "connect_four", "--engine",
                                      "batched:net=mine.onnx", "--iterations", "50"});
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_EQ(outcome.err,
            "banyan: net=mine.onnx needs ONNX Runtime, and this program was built without it: "
            "install Debian 13's libonnxruntime-dev and build again.\n");
}

}  // namespace
}  // namespace banyan::bench

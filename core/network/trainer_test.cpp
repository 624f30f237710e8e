#include "core/network/trainer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

/// Two of eight features. The value is whether they are neighbours; the move is the first.
std::vector<Lesson> neighbours() {
  std::vector<Lesson> lessons;
  for (std::uint16_t a = 0; a < 8; ++a) {
    for (std::uint16_t b = a + 1; b < 8; ++b) {
      Lesson& lesson = lessons.emplace_back();
      lesson.ones = {a, b};
      lesson.value = b == a + 1 ? 1.0F : 0.0F;
      lesson.moves = {a, b};
      lesson.shares = {1, 0};
    }
  }
  return lessons;
}

std::vector<const Lesson*> pointers(const std::vector<Lesson>& lessons) {
  std::vector<const Lesson*> all;
  for (const Lesson& lesson : lessons) all.push_back(&lesson);
  return all;
}

Network fresh() {
  Random random({1, 0, 0, 0});
  return {"neighbours", {8, {32, 16}, 8}, random};
}

TEST(Trainer, TeachesWhatNoSingleFeatureTells) {
  const std::vector<Lesson> lessons = neighbours();
  Network network = fresh();
  Trainer trainer(network);
  const Loss before = trainer.test(pointers(lessons));
  for (int i = 0; i < 400; ++i) trainer.learn(pointers(lessons), 1e-2);
  const Loss after = trainer.test(pointers(lessons));
  EXPECT_NEAR(before.moves, std::log(2), 0.05);  // knows nothing
  EXPECT_LT(after.value, 0.01);
  EXPECT_LT(after.moves, 0.01);
  EXPECT_EQ(after.leaders, 1);
}

TEST(Trainer, TestingChangesNothing) {
  const std::vector<Lesson> lessons = neighbours();
  Network network = fresh();
  Trainer trainer(network);
  trainer.test(pointers(lessons));
  EXPECT_EQ(network.to_bytes(), fresh().to_bytes());
}

TEST(Trainer, ComesToTheSameNetworkAgain) {
  const std::vector<Lesson> lessons = neighbours();
  const auto trained = [&] {
    Network network = fresh();
    Trainer trainer(network);
    for (int i = 0; i < 20; ++i) trainer.learn(pointers(lessons), 1e-2);
    return network.to_bytes();
  };
  EXPECT_EQ(trained(), trained());
}

TEST(Trainer, SharesOfMovesAreLearnedToo) {
  const Lesson lesson{{1, 2}, {3, 5, 6}, {0.5F, 0.3F, 0.2F}, 0.25F};
  const std::vector<const Lesson*> one{&lesson};
  Network network = fresh();
  Trainer trainer(network);
  for (int i = 0; i < 500; ++i) trainer.learn(one, 1e-2);
  FeatureBatch positions;
  positions.add_position(lesson.ones);
  std::vector<float> outputs(9);
  network.evaluate(positions, outputs);
  EXPECT_NEAR(1 / (1 + std::exp(-outputs[0])), 0.25, 0.01);
  const double sum = std::exp(outputs[4]) + std::exp(outputs[6]) + std::exp(outputs[7]);
  EXPECT_NEAR(std::exp(outputs[4]) / sum, 0.5, 0.01);
  EXPECT_NEAR(std::exp(outputs[6]) / sum, 0.3, 0.01);
}

}  // namespace
}  // namespace banyan

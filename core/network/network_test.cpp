#include "core/network/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

using testing::HasSubstr;

Network random_network(std::vector<int> hidden = {9, 5}, std::uint64_t seed = 1) {
  Random random({seed, 0, 0, 0});
  Network network("some_game", {20, std::move(hidden), 7}, random);
  for (Network::Layer& layer : network.layers()) {
    for (float& bias : layer.biases) bias = static_cast<float>(random.below(100)) / 100 - 0.5F;
  }
  return network;
}

FeatureBatch random_positions(int count) {
  Random random({2, 0, 0, 0});
  FeatureBatch positions;
  for (int i = 0; i < count; ++i) {
    for (int feature = 0; feature < 20; ++feature) {
      if (random.below(3) == 0) positions.add(feature);
    }
    positions.end_position();
  }
  return positions;
}

std::vector<float> answers(const Network& network, const FeatureBatch& positions) {
  std::vector<float> outputs(positions.size() *
                             static_cast<std::size_t>(network.shape().outputs()));
  network.evaluate(positions, outputs);
  return outputs;
}

/// The textbook form: one number after another.
std::vector<double> textbook(const Network& network, std::span<const std::uint16_t> ones) {
  std::vector<double> values(static_cast<std::size_t>(network.shape().features));
  for (const std::uint16_t feature : ones) values[feature] = 1;
  for (const Network::Layer& layer : network.layers()) {
    std::vector<double> next(layer.biases.begin(), layer.biases.end());
    for (std::size_t out = 0; out < next.size(); ++out) {
      for (std::size_t in = 0; in < values.size(); ++in) {
        next[out] += values[in] * double{layer.weights[in * next.size() + out]};
      }
      if (&layer != &network.layers().back()) next[out] = std::max(next[out], 0.0);
    }
    values = next;
  }
  return values;
}

TEST(Network, AnswersAsTheTextbookDoesForBatchesOfAnySize) {
  for (const std::vector<int>& hidden : {std::vector<int>{9}, {9, 5}, {33, 17, 8}, {151, 7}}) {
    const Network network = random_network(hidden);
    for (const int count : {1, 2, 7, 64, 130}) {
      const FeatureBatch positions = random_positions(count);
      const std::vector<float> outputs = answers(network, positions);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::vector<double> expected = textbook(network, positions[i]);
        ASSERT_EQ(expected.size(), 8U);
        for (std::size_t j = 0; j < 8; ++j) ASSERT_NEAR(outputs[8 * i + j], expected[j], 1e-4);
      }
    }
  }
}

TEST(Network, AnswersSeveralThreadsAtOnceAsOne) {
  const Network network = random_network({64, 32});
  const FeatureBatch positions = random_positions(50);
  const std::vector<float> alone = answers(network, positions);
  std::vector<std::vector<float>> together(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<float>& outputs : together) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) outputs = answers(network, positions);
      });
    }
  }
  for (const std::vector<float>& outputs : together) EXPECT_EQ(outputs, alone);
}

TEST(NetworkFile, HoldsTheNetworkToTheThirdDigit) {
  const Network network = random_network();
  const Network read = Network::from_bytes(network.to_bytes());
  EXPECT_EQ(read.game(), "some_game");
  EXPECT_EQ(read.shape(), network.shape());
  const FeatureBatch positions = random_positions(10);
  const std::vector<float> before = answers(network, positions);
  const std::vector<float> after = answers(read, positions);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 5e-3);
  EXPECT_EQ(read.to_bytes(), Network::from_bytes(read.to_bytes()).to_bytes());
}

std::string refusal(const std::string& bytes) {
  try {
    Network::from_bytes(bytes);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(NetworkFile, IsRefusedByASentenceIfDamaged) {
  const std::string bytes = random_network().to_bytes();
  EXPECT_THAT(refusal(""), HasSubstr("no network"));
  EXPECT_THAT(refusal("PNG"), HasSubstr("no network"));
  EXPECT_THAT(refusal(bytes.substr(0, 20)), HasSubstr("does not end"));
  EXPECT_THAT(refusal(bytes.substr(0, bytes.size() - 1)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(bytes + "x"), HasSubstr("goes on"));
  std::string flipped = bytes;
  flipped[bytes.size() - 10] ^= 1;
  EXPECT_THAT(refusal(flipped), HasSubstr("checksum"));
  EXPECT_THAT(refusal("banyan-network 2 x 1 1, 1 0\n"), HasSubstr("another version"));
  EXPECT_THAT(refusal("banyan-network 1 x 1 1,\n"), HasSubstr("seven words"));
  EXPECT_THAT(refusal("banyan-network 1 x -1 1, 1 0\n"), HasSubstr("out of range"));
  EXPECT_THAT(refusal("banyan-network 1 x 1 99999999999, 1 0\n"), HasSubstr("out of range"));
  EXPECT_THAT(refusal("banyan-network 1 x 65535 65535,65535,65535, 65535 0\n"),
              HasSubstr("larger than"));
}

TEST(NetworkFile, IsNeverTakenWithAByteChanged) {
  const std::string bytes = random_network().to_bytes();
  Random random({3, 0, 0, 0});
  for (int i = 0; i < 300; ++i) {
    std::string changed = bytes;
    const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
    changed[at] ^= static_cast<char>(1 + random.below(255));
    const bool of_the_name = at >= bytes.find("some_game") && at < bytes.find(" 20 ");
    if (!of_the_name) {
      EXPECT_NE(refusal(changed), "none") << at;
    }
  }
}

TEST(NetworkFile, WithAWeightThatIsNoNumberIsRefused) {
  Network network = random_network();
  network.layers()[0].weights[3] = 1e30F;  // infinite in 16 bits
  EXPECT_THAT(refusal(network.to_bytes()), HasSubstr("no number"));
}

}  // namespace
}  // namespace banyan

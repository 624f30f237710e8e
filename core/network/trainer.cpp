#include "core/network/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/network/first_layer.hpp"
#include "core/network/matrices.hpp"

namespace banyan {
namespace {

/// log(1 + exp(x)) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

}  // namespace

struct Trainer::State {
  /// Weights to learn, the loss's gradient, and Adam's moments.
  struct Learned {
    Matrix slope, mean, square;

    void set_zero(Eigen::Index rows, Eigen::Index columns) {
      for (Matrix* numbers : {&slope, &mean, &square}) numbers->setZero(rows, columns);
    }

    template <class Values>
    void step(Values&& values, float rate, float decay, std::uint64_t number) {
      constexpr float kMean = 0.9F;
      constexpr float kSquare = 0.999F;
      mean = kMean * mean + (1 - kMean) * slope;
      square = kSquare * square + (1 - kSquare) * slope.cwiseAbs2();
      const auto n = static_cast<double>(number);
      const auto mean_unbiased = static_cast<float>(1 - std::pow(kMean, n));
      const auto square_unbiased = static_cast<float>(1 - std::pow(kSquare, n));
      values *= 1 - rate * decay;
      values.array() -=
          rate / mean_unbiased * mean.array() / ((square.array() / square_unbiased).sqrt() + 1e-8F);
    }
  };

  Network* network;
  std::vector<Learned> weights;
  std::vector<Learned> biases;  // each one column
  FeatureBatch positions;
  std::vector<Matrix> after;  // each layer's outputs; the last ones are the answers
  std::uint64_t steps = 0;

  void forward(std::span<const Lesson* const> lessons) {
    positions.clear();
    for (const Lesson* lesson : lessons) positions.add_position(lesson->ones);
    const std::vector<Network::Layer>& layers = network->layers();
    after.resize(layers.size());
    after[0].resize(layers[0].outputs, static_cast<Eigen::Index>(lessons.size()));
    for (std::size_t i = 0; i < positions.size(); ++i) {
      add_up_features(layers[0], positions[i], after[0].col(static_cast<Eigen::Index>(i)).data());
    }
    for (std::size_t i = 1; i < layers.size(); ++i) {
      after[i - 1] = after[i - 1].cwiseMax(0.0F);
      after[i].noalias() = weights_of(layers[i]) * after[i - 1];
      after[i].colwise() += biases_of(layers[i]);
    }
  }

  /// The loss of the outputs; overwrites them with its gradient.
  Loss compare(std::span<const Lesson* const> lessons) {
    Loss loss;
    Matrix slopes = Matrix::Zero(after.back().rows(), after.back().cols());
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      const Lesson& lesson = *lessons[i];
      const auto answer = after.back().col(static_cast<Eigen::Index>(i));
      auto slope = slopes.col(static_cast<Eigen::Index>(i));
      const double logit = answer[0];
      loss.value += softplus(logit) - lesson.value * logit;
      slope[0] = static_cast<float>(1 / (1 + std::exp(-logit)) - lesson.value);
      compare_moves(lesson, answer, slope, loss);
    }
    const auto size = static_cast<double>(lessons.size());
    after.back() = slopes / static_cast<float>(size);
    return {loss.value / size, loss.moves / size, loss.leaders / size};
  }

  template <class Answer, class SlopeColumn>
  static void compare_moves(const Lesson& lesson, const Answer& answer, SlopeColumn& slope,
                            Loss& loss) {
    double most = -1e30;
    for (const std::uint16_t move : lesson.moves) most = std::max(most, double{answer[1 + move]});
    double sum = 0;
    for (const std::uint16_t move : lesson.moves) sum += std::exp(answer[1 + move] - most);
    std::size_t favourite = 0;
    for (std::size_t j = 0; j < lesson.moves.size(); ++j) {
      const Eigen::Index place = 1 + lesson.moves[j];
      const double log_share = answer[place] - most - std::log(sum);
      loss.moves -= lesson.shares[j] * log_share;
      slope[place] = static_cast<float>(std::exp(log_share)) - lesson.shares[j];
      if (answer[place] > answer[1 + lesson.moves[favourite]]) favourite = j;
    }
    const float largest = *std::max_element(lesson.shares.begin(), lesson.shares.end());
    loss.leaders += lesson.shares[favourite] >= largest ? 1 : 0;
  }

  /// Backpropagates the outputs' gradient to all weights and takes a step.
  void backward(float rate) {
    constexpr float kDecay = 1e-2F;
    std::vector<Network::Layer>& layers = network->layers();
    ++steps;
    for (std::size_t i = layers.size(); i-- > 0;) {
      const Matrix& slopes = after[i];
      biases[i].slope = slopes.rowwise().sum();
      if (i > 0) {
        weights[i].slope.noalias() = slopes * after[i - 1].transpose();
        const Matrix passed_on = weights_of(layers[i]).transpose() * slopes;
        after[i - 1] = (after[i - 1].array() > 0).select(passed_on, 0.0F);
      } else {
        weights[0].slope.setZero();
        for (std::size_t p = 0; p < positions.size(); ++p) {
          const auto slope = slopes.col(static_cast<Eigen::Index>(p));
          for (const std::uint16_t feature : positions[p]) weights[0].slope.col(feature) += slope;
        }
      }
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
      Network::Layer& layer = layers[i];
      weights[i].step(Eigen::Map<Matrix>(layer.weights.data(), layer.outputs, layer.inputs), rate,
                      kDecay, steps);
      biases[i].step(Eigen::Map<Matrix>(layer.biases.data(), layer.outputs, 1), rate, 0, steps);
    }
  }
};

Trainer::Trainer(Network& network) : state_(std::make_unique<State>()) {
  state_->network = &network;
  for (const Network::Layer& layer : network.layers()) {
    state_->weights.emplace_back().set_zero(layer.outputs, layer.inputs);
    state_->biases.emplace_back().set_zero(layer.outputs, 1);
  }
}
Trainer::~Trainer() = default;

Loss Trainer::learn(std::span<const Lesson* const> lessons, double rate) {
  state_->forward(lessons);
  const Loss loss = state_->compare(lessons);
  state_->backward(static_cast<float>(rate));
  return loss;
}

Loss Trainer::test(std::span<const Lesson* const> lessons) {
  state_->forward(lessons);
  return state_->compare(lessons);
}

}  // namespace banyan

#include "core/network/network.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/network/first_layer.hpp"
#include "core/network/matrices.hpp"

namespace banyan {
namespace {

/// Positions that are evaluated together: what the layers hand on stays in the cache.
constexpr std::size_t kEvaluatedTogether = 64;

}  // namespace

Network::Network(std::string game, NetworkShape shape)
    : game_(std::move(game)), shape_(std::move(shape)) {
  int inputs = shape_.features;
  const auto add = [&](int outputs) {
    const auto size = static_cast<std::size_t>(inputs) * static_cast<std::size_t>(outputs);
    layers_.push_back({inputs, outputs, Numbers(size), Numbers(static_cast<std::size_t>(outputs))});
    inputs = outputs;
  };
  for (const int units : shape_.hidden) add(units);
  add(shape_.outputs());
}

Network::Network(std::string game, const NetworkShape& shape, Random& random)
    : Network(std::move(game), shape) {
  for (Layer& layer : layers_) {
    const bool last = &layer == &layers_.back();
    const double most = (last ? 0.1 : 1.0) * std::sqrt(6.0 / layer.inputs);
    for (float& weight : layer.weights) {
      weight = static_cast<float>(most * (2 * random.unit() - 1));
    }
  }
}

void Network::evaluate(const FeatureBatch& positions, std::span<float> outputs) const {
  assert(outputs.size() == positions.size() * static_cast<std::size_t>(shape_.outputs()));
  const auto width = static_cast<std::size_t>(shape_.outputs());
  for (std::size_t first = 0; first < positions.size(); first += kEvaluatedTogether) {
    const std::size_t size = std::min(kEvaluatedTogether, positions.size() - first);
    evaluate(positions, first, outputs.subspan(first * width, size * width));
  }
}

void Network::evaluate(const FeatureBatch& positions, std::size_t first,
                       std::span<float> outputs) const {
  Eigen::Map<Matrix> answers(outputs.data(), shape_.outputs(),
                             static_cast<Eigen::Index>(outputs.size()) / shape_.outputs());
  const auto read_features = [&](auto& sums) {
    for (Eigen::Index i = 0; i < sums.cols(); ++i) {
      add_up_features(layers_.front(), positions[first + static_cast<std::size_t>(i)],
                      sums.col(i).data());
    }
  };
  if (layers_.size() == 1) return read_features(answers);
  // Each thread reuses its memory from call to call.
  thread_local Matrix before;
  thread_local Matrix after;
  before.resize(layers_.front().outputs, answers.cols());
  read_features(before);
  before = before.cwiseMax(0.0F);
  for (std::size_t i = 1; i + 1 < layers_.size(); ++i) {
    after.noalias() = weights_of(layers_[i]) * before;
    after = (after.colwise() + biases_of(layers_[i])).cwiseMax(0.0F);
    std::swap(before, after);
  }
  answers.noalias() = weights_of(layers_.back()) * before;
  answers.colwise() += biases_of(layers_.back());
}

double Network::value(float output) const {
  return 1 / (1 + std::exp(-static_cast<double>(output)));
}

}  // namespace banyan

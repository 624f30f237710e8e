// Layers as Eigen types. Only for the sources of this folder, so that Eigen is compiled once.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>

#include "core/network/network.hpp"

namespace banyan {

using Matrix = Eigen::MatrixXf;

inline Eigen::Map<const Matrix> weights_of(const Network::Layer& layer) {
  return {layer.weights.data(), layer.outputs, layer.inputs};
}
inline Eigen::Map<const Eigen::VectorXf> biases_of(const Network::Layer& layer) {
  return {layer.biases.data(), layer.outputs};
}

/// The first layer's outputs for positions, one column each.
template <class Columns>
void add_up_features(const Network::Layer& first, const FeatureBatch& positions, Columns&& sums) {
  const auto weights = weights_of(first);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    auto sum = sums.col(static_cast<Eigen::Index>(i));
    sum = biases_of(first);
    for (const std::uint16_t feature : positions[i]) sum += weights.col(feature);
  }
}

}  // namespace banyan

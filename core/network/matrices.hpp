// Layers as Eigen types. Only for the sources of this folder, so that Eigen is compiled once.
#pragma once

#include <Eigen/Core>

#include "core/network/network.hpp"

namespace banyan {

using Matrix = Eigen::MatrixXf;

inline Eigen::Map<const Matrix> weights_of(const Network::Layer& layer) {
  return {layer.weights.data(), layer.outputs, layer.inputs};
}
inline Eigen::Map<const Eigen::VectorXf> biases_of(const Network::Layer& layer) {
  return {layer.biases.data(), layer.outputs};
}

}  // namespace banyan

// The first layer of a network, which reads only the features that are 1.
#pragma once

#include <cstdint>
#include <span>

#include "core/network/network.hpp"

namespace banyan {

/// Adds up the biases and the columns of `features`, in this order, into one sum for each output.
void add_up_features(const Network::Layer& first, std::span<const std::uint16_t> features,
                     float* sums);

}  // namespace banyan

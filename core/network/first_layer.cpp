// Sums that stay in registers while the columns go by.
#include "core/network/first_layer.hpp"

#include <hwy/highway.h>

#include <cstddef>

namespace banyan {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::CappedTag<float, 16> kFloats{};
constexpr int kLanes = static_cast<int>(hn::MaxLanes(kFloats));

/// Some outputs of a layer.
struct Outputs {
  const float* weights;  // of the first of them
  const float* biases;
  float* sums;
  int stride;  // from column to column

  [[nodiscard]] const float* column(std::uint16_t feature) const {
    return weights + std::size_t{feature} * static_cast<std::size_t>(stride);
  }

  /// Takes the first `Vectors` vectors of them.
  template <int Vectors>
  void add_up(std::span<const std::uint16_t> features) {
    hn::Vec<decltype(kFloats)> sum[Vectors];
    for (int v = 0; v < Vectors; ++v) sum[v] = hn::LoadU(kFloats, biases + v * kLanes);
    for (const std::uint16_t feature : features) {
      const float* const weight = column(feature);
      for (int v = 0; v < Vectors; ++v) {
        sum[v] = hn::Add(sum[v], hn::LoadU(kFloats, weight + v * kLanes));
      }
    }
    for (int v = 0; v < Vectors; ++v) hn::StoreU(sum[v], kFloats, sums + v * kLanes);
    weights += Vectors * kLanes;
    biases += Vectors * kLanes;
    sums += Vectors * kLanes;
  }
};

}  // namespace

void add_up_features(const Network::Layer& first, std::span<const std::uint16_t> features,
                     float* sums) {
  Outputs outputs{first.weights.data(), first.biases.data(), sums, first.outputs};
  int left = first.outputs;
  for (; left >= 8 * kLanes; left -= 8 * kLanes) outputs.add_up<8>(features);
  for (; left >= kLanes; left -= kLanes) outputs.add_up<1>(features);
  for (int i = 0; i < left; ++i) {
    outputs.sums[i] = outputs.biases[i];
    for (const std::uint16_t feature : features) outputs.sums[i] += outputs.column(feature)[i];
  }
}

}  // namespace banyan

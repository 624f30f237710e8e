// A small network for positions: a perceptron of several layers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cache_aligned.hpp"
#include "core/base/random.hpp"
#include "core/network/any_network.hpp"

namespace banyan {

/// The numbers of features, of the units of each hidden layer, and of moves.
struct NetworkShape {
  int features = 0;
  std::vector<int> hidden;
  int moves = 0;

  /// The outputs for a position: the logit of the value, then a logit for each move.
  [[nodiscard]] int outputs() const { return 1 + moves; }
  friend bool operator==(const NetworkShape&, const NetworkShape&) = default;
};

/// A sequence of layers, each a matrix and biases and, except for the last one, a ReLU. The first
/// layer reads only the columns of features that are 1.
class Network final : public AnyNetwork {
 public:
  using Numbers = std::vector<float, CacheAligned<float>>;
  struct Layer {
    int inputs = 0;
    int outputs = 0;
    Numbers weights;  ///< outputs x inputs, column by column
    Numbers biases;   ///< one for each output
  };

  /// For positions of a game, by its spec. Draws initial weights (He et al. 2015), with those of
  /// the last layer near 0.
  Network(std::string game, const NetworkShape& shape, Random& random);

  /// Reads what to_bytes() made. Otherwise throws std::invalid_argument, whose what() is the rest
  /// of a sentence about the file.
  static Network from_bytes(std::string_view bytes);
  /// One line of text that identifies the network, then all weights as 16-bit floats.
  [[nodiscard]] std::string to_bytes() const;

  [[nodiscard]] const std::string& game() const { return game_; }
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] int features() const override { return shape_.features; }
  [[nodiscard]] int moves() const override { return shape_.moves; }
  [[nodiscard]] std::vector<Layer>& layers() { return layers_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

  void evaluate(const FeatureBatch& positions, std::span<float> outputs) const override;
  /// The logistic function of the output.
  [[nodiscard]] double value(float output) const override;

 private:
  Network(std::string game, NetworkShape shape);
  /// Evaluates some positions, from `first` on.
  void evaluate(const FeatureBatch& positions, std::size_t first, std::span<float> outputs) const;

  std::string game_;
  NetworkShape shape_;
  std::vector<Layer> layers_;
};

}  // namespace banyan

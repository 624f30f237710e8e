// A small network for positions: a perceptron of several layers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {

/// Features of several positions, each 0 or 1, stored as the places of those that are 1.
class FeatureBatch {
 public:
  void clear() {
    ones_.clear();
    ends_.clear();
  }
  /// Adds a feature to the current position.
  void add(int feature) { ones_.push_back(static_cast<std::uint16_t>(feature)); }
  /// Ends the current position.
  void end_position() { ends_.push_back(ones_.size()); }
  void add_position(std::span<const std::uint16_t> ones) {
    ones_.insert(ones_.end(), ones.begin(), ones.end());
    end_position();
  }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const std::uint16_t> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(ones_).subspan(begin, ends_[i] - begin);
  }

 private:
  std::vector<std::uint16_t> ones_;
  std::vector<std::size_t> ends_;
};

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
///
/// Evaluation is thread-safe.
class Network {
 public:
  struct Layer {
    int inputs = 0;
    int outputs = 0;
    std::vector<float> weights;  ///< outputs x inputs, column by column
    std::vector<float> biases;   ///< one for each output
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
  [[nodiscard]] std::vector<Layer>& layers() { return layers_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

  /// Writes shape().outputs() numbers per position, one position after another.
  void evaluate(const FeatureBatch& positions, std::span<float> outputs) const;

 private:
  Network(std::string game, NetworkShape shape);

  std::string game_;
  NetworkShape shape_;
  std::vector<Layer> layers_;
};

}  // namespace banyan

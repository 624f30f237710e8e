// What evaluates positions by their features: a network of this project, or of another format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

/// A network behind one type. Evaluation is thread-safe.
class AnyNetwork {
 public:
  virtual ~AnyNetwork() = default;

  /// The numbers of features and of moves of the positions that it is for.
  [[nodiscard]] virtual int features() const = 0;
  [[nodiscard]] virtual int moves() const = 0;
  /// The outputs for a position: one for the value, then a logit for each move.
  [[nodiscard]] int outputs() const { return 1 + moves(); }

  /// Writes outputs() numbers per position, one position after another.
  virtual void evaluate(const FeatureBatch& positions, std::span<float> outputs) const = 0;
  /// The value for the side to move, 0 loss to 1 win, that an output for it stands for.
  [[nodiscard]] virtual double value(float output) const = 0;

 protected:
  AnyNetwork() = default;
  AnyNetwork(const AnyNetwork&) = default;
  AnyNetwork& operator=(const AnyNetwork&) = default;
};

}  // namespace banyan

// Writes networks in the ONNX format: the messages of Protocol Buffers that such a file has, with
// the field numbers of onnx.proto3 (https://github.com/onnx/onnx).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/network/network.hpp"

namespace banyan::bench::onnx {

/// The bytes of one message, field after field.
class Message {
 public:
  Message& number(unsigned field, std::uint64_t value) {
    varint(field << 3U);
    varint(value);
    return *this;
  }
  Message& text(unsigned field, std::string_view value) {
    varint(field << 3U | 2U);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& message(unsigned field, const Message& value) { return text(field, value.bytes_); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value > 127; value >>= 7U) bytes_ += static_cast<char>(value % 128 + 128);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

enum Type : std::uint8_t { kFloat = 1, kDouble = 11 };

/// What a file may have in one form or another.
struct Form {
  std::vector<std::uint64_t> input =
      {};                   ///< the dimensions behind the batch's; empty: the features
  std::uint64_t batch = 0;  ///< 0: any
  Type type = kFloat;       ///< of the input
  Type value_type = kFloat;
  bool value_in_a_column = true;  ///< [batch, 1], or [batch]
  std::string policy = "policy";  ///< the name of that output
};

/// The network with the logistic function of its first output as `value`, and the others as
/// `policy`.
inline std::string file_of(const Network& network, const Form& form = {}) {
  Message graph;
  const auto node = [&](const char* type, std::initializer_list<std::string> inputs,
                        const std::string& output, const Message& attribute = {}) {
    Message all;
    for (const std::string& input : inputs) all.text(1, input);
    all.text(2, output).text(4, type);
    if (!attribute.bytes().empty()) all.message(5, attribute);
    graph.message(1, all);
  };
  const auto cast = [&](const std::string& input, const std::string& output, Type to) {
    node("Cast", {input}, output, Message().text(1, "to").number(3, to).number(20, 2));
  };
  /// Rows of so many numbers, or one row without a dimension of its own.
  const auto constant = [&](const std::string& name, const std::vector<float>& numbers,
                            std::size_t columns) {
    Message tensor;
    if (numbers.size() != columns) tensor.number(1, numbers.size() / columns);
    tensor.number(1, columns).number(2, kFloat).text(8, name);
    std::string bytes;
    for (const float number : numbers) {
      const auto bits = std::bit_cast<std::uint32_t>(number);
      for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift);
    }
    graph.message(5, tensor.text(9, bytes));
  };
  /// Some of a layer's outputs.
  const auto product = [&](const Network::Layer& layer, const std::string& input,
                           const std::string& output, std::size_t first, std::size_t count) {
    std::vector<float> weights;
    const auto outputs = static_cast<std::size_t>(layer.outputs);
    for (std::size_t i = 0; i < layer.weights.size(); ++i) {
      if (i % outputs >= first && i % outputs < first + count) weights.push_back(layer.weights[i]);
    }
    const auto begin = layer.biases.begin() + static_cast<std::ptrdiff_t>(first);
    constant(output + "_weights", weights, count);
    constant(output + "_biases", {begin, begin + static_cast<std::ptrdiff_t>(count)}, count);
    node("Gemm", {input, output + "_weights", output + "_biases"}, output);
  };
  const auto declare = [&](unsigned field, const std::string& name, Type type,
                           const std::vector<std::uint64_t>& behind_batch) {
    Message shape;
    shape.message(1, form.batch > 0 ? Message().number(1, form.batch) : Message().text(2, "batch"));
    for (const std::uint64_t size : behind_batch) shape.message(1, Message().number(1, size));
    const Message tensor = Message().number(1, type).message(2, shape);
    graph.message(field, Message().text(1, name).message(2, Message().message(1, tensor)));
  };

  const auto moves = static_cast<std::size_t>(network.moves());
  const auto features = static_cast<std::uint64_t>(network.features());
  declare(11, "board", form.type, form.input.empty() ? std::vector{features} : form.input);
  cast("board", "numbers", kFloat);
  node("Flatten", {"numbers"}, "inside");
  std::string inside = "inside";
  for (std::size_t i = 0; i + 1 < network.layers().size(); ++i) {
    const Network::Layer& layer = network.layers()[i];
    const std::string sum = "sum_" + std::to_string(i);
    product(layer, inside, sum, 0, static_cast<std::size_t>(layer.outputs));
    inside = "inside_" + std::to_string(i);
    node("Relu", {sum}, inside);
  }
  product(network.layers().back(), inside, "logit", 0, 1);
  node("Sigmoid", {"logit"}, "share");
  cast("share", form.value_in_a_column ? "value" : "column", form.value_type);
  if (!form.value_in_a_column) {
    node("Squeeze", {"column"}, "value", Message().text(1, "axes").number(8, 1).number(20, 7));
  }
  product(network.layers().back(), inside, form.policy, 1, moves);
  graph.text(2, "network");
  declare(12, "value", form.value_type,
          form.value_in_a_column ? std::vector<std::uint64_t>{1} : std::vector<std::uint64_t>{});
  declare(12, form.policy, kFloat, {moves});
  return Message().number(1, 6).message(7, graph).message(8, Message().number(2, 11)).bytes();
}

}  // namespace banyan::bench::onnx

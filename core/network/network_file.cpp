// Networks as files.
#include <Eigen/Core>

#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/network/network.hpp"

namespace banyan {
namespace {

constexpr std::string_view kKind = "banyan-network";
constexpr std::string_view kVersion = "1";
constexpr int kMost = 65535;  // of features, units and moves
constexpr std::size_t kMostBytes = 1U << 30;

/// FNV-1a (Fowler, Noll, Vo).
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return sum;
}

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > kMost) {
    refuse("its first line has a number that is none or out of range");
  }
  return value;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

/// Little-endian, whatever the machine.
void append_numbers(std::string& bytes, const Network::Numbers& numbers) {
  for (const float number : numbers) {
    const std::uint16_t bits = Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(number).x);
    bytes += static_cast<char>(bits & 0xff);
    bytes += static_cast<char>(bits >> 8);
  }
}
void take(std::string_view& bytes, Network::Numbers& numbers) {
  for (float& number : numbers) {
    const auto bits = static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[0]) |
                                                 static_cast<unsigned char>(bytes[1]) << 8);
    number = static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(bits)));
    if (!(Eigen::numext::isfinite)(number)) refuse("it has a weight that is no number");
    bytes.remove_prefix(2);
  }
}

std::size_t bytes_of(const NetworkShape& shape) {
  std::size_t numbers = 0;
  auto inputs = static_cast<std::size_t>(shape.features);
  const auto add = [&](int outputs) {
    numbers += (inputs + 1) * static_cast<std::size_t>(outputs);
    inputs = static_cast<std::size_t>(outputs);
  };
  for (const int units : shape.hidden) add(units);
  add(shape.outputs());
  return 2 * numbers;
}

}  // namespace

std::string Network::to_bytes() const {
  std::string weights;
  for (const Layer& layer : layers_) {
    append_numbers(weights, layer.weights);
    append_numbers(weights, layer.biases);
  }
  std::ostringstream line;
  line << kKind << ' ' << kVersion << ' ' << game_ << ' ' << shape_.features << ' ';
  for (const int units : shape_.hidden) line << units << ',';
  line << ' ' << shape_.moves << ' ' << std::hex << checksum(weights) << '\n';
  return line.str() + weights;
}

Network Network::from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kKind)) refuse("it is no network of Banyan");
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos || end > 1000) refuse("its first line does not end");
  const std::vector<std::string> words = split(std::string(bytes.substr(0, end)), ' ');
  bytes.remove_prefix(end + 1);
  if (words.size() < 2 || words[1] != kVersion) {
    refuse("it is of another version than 1, the one that this program reads");
  }
  if (words.size() != 7) refuse("its first line has not seven words");
  NetworkShape shape{number(words[3]), {}, number(words[5])};
  for (const std::string& units : split(words[4], ',')) shape.hidden.push_back(number(units));
  if (shape.hidden.empty() || shape.hidden.size() > 16) refuse("it has not 1 to 16 hidden layers");
  const std::size_t size = bytes_of(shape);
  if (size > kMostBytes) refuse("it is larger than 1 GB");
  if (bytes.size() != size) refuse("it is cut short or goes on behind its end");
  std::ostringstream sum;
  sum << std::hex << checksum(bytes);
  if (sum.str() != words[6]) refuse("its weights are damaged: their checksum is another");
  Network network(words[2], shape);
  for (Layer& layer : network.layers_) {
    take(bytes, layer.weights);
    take(bytes, layer.biases);
  }
  return network;
}

}  // namespace banyan

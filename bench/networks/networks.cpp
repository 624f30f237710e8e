#include "bench/networks/networks.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/networks/onnx.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

// The program contains these files, so that it needs no folder next to it.
#define BANYAN_NETWORK(name, file)                                                            \
  asm(".pushsection .rodata\n" #name "_begin:\n.incbin \"" BANYAN_GAMES "/" file "\"\n" #name \
      "_end:\n.popsection\n");                                                                \
  extern "C" const char name##_begin[];                                                       \
  extern "C" const char name##_end[];

BANYAN_NETWORK(banyan_network_connect_four, "connect_four/data/connect_four.network")
BANYAN_NETWORK(banyan_network_othello, "othello/data/othello.network")
BANYAN_NETWORK(banyan_network_hex_7, "hex/data/hex_7.network")
BANYAN_NETWORK(banyan_network_hex_11, "hex/data/hex_11.network")
BANYAN_NETWORK(banyan_network_go_9, "go/data/go_9.network")

namespace banyan::bench {
namespace {

#define BANYAN_BYTES(name) std::string_view(name##_begin, name##_end - name##_begin)

constexpr const char* kWhere = "connect_four, othello, hex:size=7, hex:size=11 or go:size=9";

std::string_view name_of(std::string_view spec) { return spec.substr(0, spec.find(':')); }

/// Whether rules and numbers of features and moves are the same.
bool is_for(const Network& network, const AnyGame& position, const Observation& seen) {
  return name_of(network.game()) == name_of(position.spec()) &&
         network.shape().features == seen.features.size() &&
         network.shape().moves == seen.moves.size();
}

/// Throws UsageError for a game without features.
Observation observed(const AnyGame& position) {
  std::optional<Observation> seen = position.observe();
  if (seen) return *std::move(seen);
  throw UsageError(
      fmt::format("eval=net needs a game with features for networks, and {} has none: give {}.",
                  position.spec(), kWhere));
}

/// The program's own, read once.
const std::vector<std::shared_ptr<const Network>>& own_networks() {
  static const std::vector<std::shared_ptr<const Network>> kNetworks = [] {
    std::vector<std::shared_ptr<const Network>> networks;
    for (const std::string_view bytes :
         {BANYAN_BYTES(banyan_network_connect_four), BANYAN_BYTES(banyan_network_othello),
          BANYAN_BYTES(banyan_network_hex_7), BANYAN_BYTES(banyan_network_hex_11),
          BANYAN_BYTES(banyan_network_go_9)}) {
      networks.push_back(std::make_shared<const Network>(Network::from_bytes(bytes)));
    }
    return networks;
  }();
  return kNetworks;
}

}  // namespace

std::shared_ptr<const Network> own_network(const AnyGame& position) {
  const Observation seen = observed(position);
  for (const std::shared_ptr<const Network>& network : own_networks()) {
    if (is_for(*network, position, seen)) return network;
  }
  throw UsageError(fmt::format(
      "eval=net has no network of its own for {}: give {}, or net= with one that 'banyan train' "
      "made or that is in the ONNX format.",
      position.spec(), kWhere));
}

std::shared_ptr<const AnyNetwork> network_for(const AnyGame& position, const std::string& file) {
  if (file.empty()) return own_network(position);
  const Observation seen = observed(position);
  if (file.ends_with(".onnx")) return read_onnx(file, position.spec(), seen);
  try {
    Network network = Network::from_bytes(read_file(file));
    if (!is_for(network, position, seen)) {
      throw UsageError(fmt::format("net={} is a network for {}, not for {}.", file, network.game(),
                                   position.spec()));
    }
    return std::make_shared<const Network>(std::move(network));
  } catch (const FileError& error) {
    throw UsageError(fmt::format("net={} cannot be used: {}", file, error.what()));
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("net={} cannot be used: {}.", file, error.what()));
  }
}

EngineSettings with_network(const AnyGame& position, EngineSettings settings) {
  if (settings.worth == LeafWorth::kNetwork) {
    settings.network = network_for(position, settings.network_file);
  }
  return settings;
}

}  // namespace banyan::bench

// Networks in the ONNX format (https://onnx.ai), by ONNX Runtime.
//
//   input   any name   float [batch, features]               each feature once, as our networks'
//   input
//                      or [batch, planes, rows, columns]     by write_planes(), as in Python
//   output  value      float [batch] or [batch, 1]           for the side to move, 0 loss to 1 win
//   output  policy     float [batch, moves]                  a logit at each move's move_index()
//
// core/game/features.hpp says what features and moves a game has.
#pragma once

#include <memory>
#include <string>

#include "core/game/features.hpp"
#include "core/network/any_network.hpp"

namespace banyan::bench {

/// Whether this program was built with ONNX Runtime.
bool has_onnx();

/// The network in that file, for positions of `game`, a spec, which look like `seen`. Its calls are
/// made on the caller's thread, one session for all. Throws UsageError if it cannot be read, if its
/// inputs and outputs are others, or without ONNX Runtime.
std::shared_ptr<const AnyNetwork> read_onnx(const std::string& file, const std::string& game,
                                            const Observation& seen);

}  // namespace banyan::bench

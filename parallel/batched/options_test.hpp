// The options of batched searches in tests.
#pragma once

#include <cstddef>

#include "parallel/batched/batched_options.hpp"

namespace banyan {

/// PUCT on a single tree of little memory.
inline BatchedOptions batched_options(int threads = 1, int batch = 1, int streams = 1) {
  BatchedOptions options;
  options.threads = threads;
  options.batch = batch;
  options.streams = streams;
  options.exploration = 1.5;
  options.policy.select = SelectionRule::kPuct;
  options.policy.all_children = true;
  options.memory = std::size_t{64} << 20U;
  return options;
}

}  // namespace banyan

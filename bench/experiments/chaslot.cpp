// Their published numbers.
#include "bench/experiments/chaslot.hpp"

#include <fmt/format.h>

namespace banyan::bench {

const std::vector<ChaslotMethod>& chaslot_methods() {
  static const std::vector<ChaslotMethod> kMethods{
      {"leaf", "leaf:threads={}", {{{1.8, 1.2}, {3.3, 1.7}, {7.6, 2.4}}}},
      {"root", "root:threads={}", {{{2, 3.0}, {4, 6.5}, {16, 14.9}}}},
      {"tree, one global mutex",
       "tree:threads={},lock=global,vl=0",
       {{{1.8, 1.6}, {3.2, 3.0}, {4.0, 2.6}}}},
      {"tree, local mutexes",
       "tree:threads={},lock=node,vl=0",
       {{{1.9, 1.9}, {3.6, 3.0}, {8.0, 3.3}}}},
      {"tree, local mutexes, virtual loss",
       "tree:threads={},lock=node,vl=1",
       {{{1.9, 2.0}, {3.6, 3.6}, {9.1, 8.5}}}},
  };
  return kMethods;
}

std::optional<ChaslotMethod::Cell> chaslot_published(const std::string& engine) {
  for (const ChaslotMethod& method : chaslot_methods()) {
    for (std::size_t i = 0; i < kChaslotThreads.size(); ++i) {
      if (engine == fmt::format(fmt::runtime(method.engine), kChaslotThreads[i])) {
        return method.published[i];
      }
    }
  }
  return std::nullopt;
}

}  // namespace banyan::bench

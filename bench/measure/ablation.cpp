// The steps.
#include "bench/measure/ablation.hpp"

#include <array>
#include <utility>

namespace banyan::bench {
namespace {

using Step = std::pair<std::string_view, std::string_view>;

constexpr std::array kSteps{
    Step{kFairBaseline, "the fair baseline"},
    Step{"naive:malloc=system", "C library's malloc"},
    Step{"naive", "mimalloc"},
    Step{"ladder:step=compact", "bitboards"},
    Step{"ladder:step=arena", "node arena"},
    Step{"ladder:step=replay", "no stored states"},
    Step{"ladder:step=tables", "tables"},
    Step{"ladder:step=late", "late children"},
    Step{"ladder:step=vectors", "SIMD selection"},
    Step{"seq:pages=small", "best child cached"},
    Step{"seq", "huge pages"},
    Step{"seq:batch=512,simd=off", "level batches"},
    Step{"seq:batch=512", "SIMD playouts"},
};

}  // namespace

std::vector<EngineSettings> ablation_engines() {
  std::vector<EngineSettings> engines;
  for (const auto& [engine, step] : kSteps) engines.push_back(parse_engine(engine));
  return engines;
}

std::string_view ablation_step(std::string_view engine) {
  for (const auto& [name, step] : kSteps) {
    if (name == engine) return step;
  }
  return {};
}

}  // namespace banyan::bench

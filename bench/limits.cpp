// Which budget an engine has, and what it is called.
#include "bench/limits.hpp"

#include <fmt/format.h>

#include <chrono>

#include "bench/text.hpp"

namespace banyan::bench {

Limits limits_for(const EngineSettings& engine, const std::optional<Limits>& limits) {
  if (engine.limits) return *engine.limits;
  if (limits) return *limits;
  if (engine.kind == EngineKind::kRandom || engine.kind == EngineKind::kSolver) return {};
  throw UsageError(
      fmt::format("engine {} has no budget: give --iterations N, --playouts N or --time D (for "
                  "example --iterations 20000).",
                  engine.spec));
}

std::string to_text(const Limits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " or ") + part; };
  if (limits.iterations > 0) add(fmt::format("{} iterations", format_count(limits.iterations)));
  if (limits.playouts > 0) add(fmt::format("{} playouts", format_count(limits.playouts)));
  if (limits.time.count() > 0) {
    add(format_duration(std::chrono::duration<double>(limits.time).count()));
  }
  return text.empty() ? "no budget" : text;
}

}  // namespace banyan::bench

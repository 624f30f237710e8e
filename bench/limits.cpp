// Which budget an engine has, and what it is called.
#include "bench/limits.hpp"

#include <fmt/format.h>

#include <chrono>

#include "bench/opponents/keys.hpp"
#include "bench/text.hpp"
#include "core/stat.hpp"

namespace banyan::bench {

namespace {

/// Throws UsageError for more playouts than trees count as visits.
Limits kept(const EngineSettings& engine, const Limits& limits) {
  const auto games = static_cast<std::uint64_t>(engine.playouts);
  const std::uint64_t most = kMaxVisits / games * static_cast<std::uint64_t>(engine.trees);
  const auto refuse = [&](std::uint64_t given, const char* what, std::uint64_t allowed) {
    throw UsageError(
        fmt::format("engine {}: {} {} are more than its trees can count, which is {} visits each: "
                    "give 1 to {}.",
                    engine.spec, given, what, kMaxVisits, allowed));
  };
  if (limits.iterations > most) refuse(limits.iterations, "iterations", most);
  if (limits.playouts > most * games) refuse(limits.playouts, "playouts", most * games);
  return limits;
}

}  // namespace

Limits limits_for(const EngineSettings& engine, const std::optional<Limits>& limits) {
  if (engine.limits) return kept(engine, *engine.limits);
  if (is_opponent(engine.kind)) return {0, 0, limits ? limits->time : Clock::duration{}};
  if (limits) return kept(engine, *limits);
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

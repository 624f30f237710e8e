// Which budget an engine has, and what it is called.
#include "bench/registry/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "bench/registry/engine_entry.hpp"
#include "bench/text/text.hpp"
#include "core/base/stat.hpp"

namespace banyan::bench {

namespace {

/// Throws UsageError for more playouts than trees count as visits.
Limits kept(const EngineSettings& engine, const Limits& limits) {
  const auto games = static_cast<std::uint64_t>(entry_of(engine).playouts(engine));
  const std::uint64_t most = kMaxVisits / games * static_cast<std::uint64_t>(engine.trees);
  const auto refuse = [&](std::uint64_t given, const char* what, std::uint64_t allowed) {
    throw UsageError(
        fmt::format("engine {}: {} {} are more than its trees can count, which is {} visits each: "
                    "give 1 to {}.",
                    engine.spec, given, what, kMaxVisits, allowed));
  };
  if (engine.policy && engine.policy->gumbel > 0 && limits.iterations == 0 &&
      limits.playouts == 0) {
    throw UsageError(
        fmt::format("engine {}: gumbel= deals out a number of iterations: give --iterations N too.",
                    engine.spec));
  }
  if (limits.iterations > most) refuse(limits.iterations, "iterations", most);
  if (limits.playouts > most * games) refuse(limits.playouts, "playouts", most * games);
  return limits;
}

}  // namespace

Limits limits_for(const EngineSettings& engine, const std::optional<Limits>& limits) {
  if (engine.limits) return kept(engine, *engine.limits);
  if (is_opponent(engine.kind)) return {.time = limits ? limits->time : Clock::duration{}};
  if (limits) return kept(engine, *limits);
  if (engine.kind == EngineKind::kRandom || engine.kind == EngineKind::kSolver) return {};
  throw UsageError(
      fmt::format("engine {} has no budget: give --iterations N, --playouts N or --time D (for "
                  "example --iterations 20000).",
                  engine.spec));
}

EngineSettings with_budget(const EngineSettings& engine, const Limits& limits) {
  Spec spec = engine.given;
  // Of some engines "playouts" are those of an iteration, and no budget.
  const auto& keys = find_info(engine_infos(), spec.name, "engine").keys;
  const bool of_iteration = std::any_of(keys.begin(), keys.end(), [](const KeyInfo& key) {
    return key.name == "playouts" && !key.default_text.empty();
  });
  std::erase_if(spec.keys, [&](const auto& key) {
    return key.first == "iterations" || key.first == "time" ||
           (key.first == "playouts" && !of_iteration);
  });
  const auto add = [&](const char* key, const std::string& value) {
    spec.keys.emplace_back(key, value);
  };
  if (limits.iterations > 0) add("iterations", std::to_string(limits.iterations));
  if (limits.playouts > 0 && of_iteration) {
    const auto each = static_cast<std::uint64_t>(engine.playouts);
    add("iterations", std::to_string(std::max<std::uint64_t>(1, limits.playouts / each)));
  } else if (limits.playouts > 0) {
    add("playouts", std::to_string(limits.playouts));
  }
  if (limits.time.count() > 0) add("time", to_text(std::chrono::nanoseconds(limits.time)));
  return parse_engine(to_text(spec));
}

Limits times(const Limits& limits, double factor) {
  const auto scaled = [factor](auto amount) {
    const auto whole =
        static_cast<decltype(amount)>(std::llround(static_cast<double>(amount) * factor));
    return amount > 0 ? std::max<decltype(amount)>(1, whole) : amount;
  };
  return {.iterations = scaled(limits.iterations),
          .playouts = scaled(limits.playouts),
          .time = std::chrono::nanoseconds(scaled(limits.time.count()))};
}

std::optional<EngineSettings> with_times_budget(const EngineSettings& engine, const Limits& limits,
                                                double factor) {
  EngineSettings made = with_budget(engine, times(limits, factor));
  const Limits has = made.limits.value_or(Limits{});
  // Of leaf's budget of playouts whole iterations are left.
  const std::uint64_t playouts =
      has.playouts > 0 ? has.playouts : has.iterations * static_cast<std::uint64_t>(made.playouts);
  const auto is_near = [factor](auto of, auto is) {
    const double wanted = factor * static_cast<double>(of);
    return of == 0 || std::abs(static_cast<double>(is) - wanted) <= wanted / 100;
  };
  if (!is_near(limits.iterations, has.iterations) || !is_near(limits.playouts, playouts) ||
      !is_near(limits.time.count(), has.time.count())) {
    return std::nullopt;
  }
  return made;
}

std::string to_text(const Limits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " or ") + part; };
  if (limits.iterations > 0) add(fmt::format("{} iterations", format_count(limits.iterations)));
  if (limits.playouts > 0) add(fmt::format("{} playouts", format_count(limits.playouts)));
  if (limits.time.count() > 0) {
    add(format_duration(std::chrono::duration<double>(limits.time).count()));
  }
  return text.empty() ? "the engines' own budgets" : text;
}

}  // namespace banyan::bench

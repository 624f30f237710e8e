// Which exploration constant is best, by game.
#include "bench/engines/keys/tuned_constants.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::bench {

std::span<const TunedConstant> tuned_constants() {
  static constexpr TunedConstant kConstants[]{{"connect_four", 0.5, "5000 and 20 000 iterations"},
                                              {"othello", 0.2, "5000 iterations"},
                                              {"hex", 0.35, "11x11, 5000 iterations"},
                                              {"go", 0.2, "9x9, 2000 iterations"}};
  return kConstants;
}

const TunedConstant* tuned_constant(std::string_view game) {
  const auto all = tuned_constants();
  const auto at = std::ranges::find(all, game.substr(0, game.find(':')), &TunedConstant::game);
  return at == all.end() ? nullptr : &*at;
}

std::string tuned_text(std::string_view game) {
  const TunedConstant* const constant = tuned_constant(game);
  if (constant == nullptr) {
    return fmt::format("c=auto is the default, {}, since none was chosen for {}",
                       SearchOptions{}.exploration, game.substr(0, game.find(':')));
  }
  return fmt::format("c=auto is {}, chosen by matches at {} per move", constant->c,
                     constant->where);
}

EngineSettings with_tuned_constant(const AnyGame& position, EngineSettings settings) {
  if (!settings.tuned) return settings;
  settings.tuned = false;
  if (settings.policy && settings.policy->select != SelectionRule::kUcb1) {
    throw UsageError(
        fmt::format("engine {}: c=auto is the constant of UCB1: give a number for another rule.",
                    settings.spec));
  }
  if (const TunedConstant* const constant = tuned_constant(position.spec())) {
    settings.search.exploration = constant->c;
  }
  return settings;
}

}  // namespace banyan::bench

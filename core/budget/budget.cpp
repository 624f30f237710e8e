// How many iterations a search may run.
#include "core/budget/budget.hpp"

namespace banyan {

Budget::Budget(const Limits& limits, std::uint64_t games, std::stop_token stop,
               Clock::time_point start, std::uint64_t most)
    : stop_(std::move(stop)),
      start_(start),
      deadline_(limits.time.count() > 0 ? end_of(start_, limits.time) : Clock::time_point::max()),
      games_(static_cast<std::uint32_t>(games)) {
  total_ = most / games;
  if (limits.iterations > 0) total_ = std::min(total_, limits.iterations);
  if (limits.playouts == 0) return;
  const bool by_playouts = limits.iterations == 0 || limits.iterations > limits.playouts / games;
  if (by_playouts) odd_games_ = static_cast<std::uint32_t>(limits.playouts % games);
  total_ = std::min(total_, limits.playouts / games + (limits.playouts % games != 0 ? 1 : 0));
}

Budget::~Budget() = default;

void Budget::keep_within(std::uint64_t most) {
  if (total_ <= most / games_) return;
  total_ = most / games_;
  odd_games_ = 0;
}

void Budget::stop_early(std::function<RootVisits()> look) {
  early_ = std::make_unique<EarlyStop>(std::move(look));
}

bool Budget::decided() {
  const std::uint64_t done = claimed();
  return early_->over(done, games_, [&] { return left(done, Clock::now()); });
}

}  // namespace banyan

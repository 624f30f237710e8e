// Draws random openings and keeps the even ones.
#include "bench/pairs/drawn_openings.hpp"

#include <chrono>
#include <limits>
#include <utility>

namespace banyan {
namespace {

// Keys of the streams that draw openings; no worker of a search has so high a number.
constexpr std::uint64_t kOpeningStream = std::uint64_t{1} << 63U;

}  // namespace

DrawnOpenings::DrawnOpenings(std::unique_ptr<OpeningGame> game, double even, std::uint64_t seed)
    : game_(std::move(game)), even_(even), seed_(seed) {}

std::optional<DrawnOpening> DrawnOpenings::draw(std::uint64_t pair, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto known = known_.find(pair); known != known_.end()) return known->second;
    if (stop.stop_requested()) {
      drawn_.clear();  // possibly judged too soon
      return std::nullopt;
    }
    settle(stop);
    if (known_.contains(pair)) continue;
    // Threads draw for different pairs in parallel, up to the pair that they want.
    std::uint64_t next = settled_;
    while (next <= pair && (known_.contains(next) || drawn_.contains(next))) ++next;
    if (next > pair) next = settled_;  // which another thread draws now
    auto& drawn = drawn_[next];
    if (!drawn.valid()) {
      const auto draw_next = [=, this] { return draw_but(next, {}, stop); };
      drawn = std::async(std::launch::deferred, draw_next).share();
    }
    const auto waited_for = drawn;
    lock.unlock();
    waited_for.wait();
    lock.lock();
  }
}

/// Gives the pairs after the settled ones the openings drawn for them, or others if an earlier pair
/// has the same.
void DrawnOpenings::settle(const std::stop_token& stop) {
  for (;; ++settled_) {
    auto known = known_.find(settled_);
    if (known == known_.end()) {
      const auto drawn = drawn_.find(settled_);
      if (drawn == drawn_.end()) return;
      constexpr std::chrono::seconds kNow{0};
      if (drawn->second.wait_for(kNow) != std::future_status::ready) return;
      DrawnOpening opening = drawn->second.get();
      if (taken_.contains(game_->position(opening.moves))) {
        const DrawnOpening other = draw_but(settled_, taken_, stop);
        if (other.balanced) opening = other;
      }
      if (stop.stop_requested()) return;
      drawn_.erase(drawn);
      known = known_.emplace(settled_, std::move(opening)).first;
    }
    taken_.insert(game_->position(known->second.moves));
  }
}

void DrawnOpenings::know(std::uint64_t pair, DrawnOpening opening) {
  const std::lock_guard lock(mutex_);
  known_.emplace(pair, std::move(opening));
}

/// Of the position with that name, to which these moves lead.
double DrawnOpenings::imbalance(const OpeningGame::Moves& moves, const std::string& name,
                                const std::stop_token& stop) {
  {
    const std::lock_guard lock(judged_mutex_);
    const auto known = imbalances_.find(name);
    if (known != imbalances_.end()) return known->second;
  }
  const double found = game_->imbalance(moves, stop);
  const std::lock_guard lock(judged_mutex_);
  if (!stop.stop_requested()) imbalances_.emplace(name, found);
  return found;
}

/// The first draw for the pair that is not taken and even, otherwise the most even one. If that
/// will not do, which then holds for every pair, throws.
DrawnOpening DrawnOpenings::draw_but(std::uint64_t pair, const Names& taken,
                                     const std::stop_token& stop) {
  Random random({seed_, pair, 0, kOpeningStream});
  DrawnOpening best{{}, 0, false};
  double best_imbalance = std::numeric_limits<double>::infinity();
  for (int tries = 0; tries < kTries && !best.balanced; ++tries) {
    OpeningGame::Moves moves = game_->draw(random);
    best.tries = tries + 1;
    if (moves.empty()) continue;
    const std::string name = game_->position(moves);
    if (taken.contains(name)) continue;
    const double found = imbalance(moves, name, stop);
    if (stop.stop_requested()) return best;
    if (found < best_imbalance) {
      best_imbalance = found;
      best.moves = std::move(moves);
      best.balanced = found <= even_;
    }
  }
  if (taken.empty()) game_->accept(best);
  return best;
}

}  // namespace banyan

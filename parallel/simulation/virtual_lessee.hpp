// A worker of a leased tree whose time is simulated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/budget/budget.hpp"
#include "parallel/simulation/traced_tree.hpp"
#include "parallel/strategies/leased_worker.hpp"

namespace banyan {

/// Says besides what takes time, and what others see of it meanwhile.
template <Game G>
class VirtualLessee : public LeasedWorker<G, TracedTree<G>> {
  using Worker = LeasedWorker<G, TracedTree<G>>;

 public:
  using Worker::Worker;

  bool go_down(Budget& budget, std::uint64_t& most) {
    const std::uint64_t conflicts = this->counts_.conflicts;
    const bool went = Worker::go_down(budget, most);
    met_ = this->counts_.conflicts - conflicts;
    return went;
  }

  /// The visits that it made in leased subtrees, the ones that take time.
  [[nodiscard]] std::uint32_t in_flight() const {
    std::uint32_t visits = 0;
    for (const std::uint32_t i : this->leased()) visits += this->sent()[i].done;
    return visits;
  }

  /// Whether it leased nothing and made no visits. It would find the same again until others change
  /// something.
  [[nodiscard]] bool found_nothing() const {
    return !this->works_in_batches() && this->leased().empty() &&
           std::ranges::all_of(this->sent(), [](const auto& item) { return item.done == 0; });
  }

  /// Virtual visits at shared nodes, which others see until it comes back.
  struct Booking {
    Node node;
    Slot slot;
    Stat visits;
    bool operator==(const Booking&) const = default;
  };
  [[nodiscard]] std::vector<Booking> bookings() const {
    std::vector<Booking> all;
    for (std::size_t i = 1; i < this->sent().size(); ++i) {
      const auto& item = this->sent()[i];
      all.push_back({this->sent()[item.parent].node, item.slot, item.booked});
    }
    return all;
  }

  /// Counts its last descent, which found nothing, `times` more times.
  void repeat(std::uint64_t times) {
    this->counts_.conflicts += times * met_;
    this->counts_.shared_writes += times * (met_ + 2 * (this->sent().size() - 1));
  }

 private:
  std::uint64_t met_ = 0;  // other workers' leases met on the last way down
};

}  // namespace banyan

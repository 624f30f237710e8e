// One worker of a search with a tree per worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/cluster_worker.hpp"
#include "parallel/options.hpp"
#include "parallel/rounds.hpp"
#include "parallel/strategies/shared_top.hpp"

namespace banyan {

/// Root parallelism whose trees exchange their tops in rounds. With rounds it equals SlowTreeSearch
/// (parallel/strategies/slow_tree.hpp) with trees on many machines, number for number; without
/// rounds RootSearch. Worker 0 sums what the trees found, like a collective sum, by depth of the
/// shared top:
///
///   all -> 0   kShare: at the first depth the trees that are done, then own() of SharedTop
///   0 -> all   kSum: the sums; the search is over when all trees are done
template <TwoPlayerGame G>
class RootWorker final : public ClusterWorker {
 public:
  using Tree = OwnedTree<G>;

  RootWorker(const ClusterOptions& options, Tree& tree, Port& port, const G& position,
             const Limits& limits, const StreamKey& key, std::stop_token stop,
             Clock::time_point start)
      : ClusterWorker(options, port), tree_(&tree), top_(tree, position), found_(reports_.size()) {
    const std::optional<Limits> share = share_of(limits, port.worker(), port.workers());
    if (!share || begins_late(limits, port.worker(), start)) return;
    Random random(worker_key(key, port.worker()));
    tree.start(position, random);
    iteration_.emplace(tree, position, random);
    top_.plant();
    rounds_.emplace(*share, port.worker(), port.workers(),
                    RoundLimits{options.share_iterations, options.share_time}, std::move(stop),
                    start);
  }

  /// Runs a whole round, or handles arrived messages; false if there was nothing to do.
  bool step() override {
    bool busy = depth_ == kGrowing;
    if (busy) {
      grow();
      tell(0);
    }
    for (std::span<const std::byte> message; !done() && port_->receive(message); busy = true) {
      ++report_.received;
      take(Reader(message));
    }
    port_->flush();
    return busy;
  }

  [[nodiscard]] SearchResult result() const override {
    std::vector<SearchResult> trees;
    std::vector<IterationCounts> workers;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].empty()) continue;
      trees.push_back(
          make_result(found_[i], reports_[i].counts, reports_[i].bytes, options_->final_move));
      workers.push_back(reports_[i].counts);
    }
    SearchResult result = merge_results(trees, options_->merge, options_->final_move);
    count_workers(workers, result);
    count_cluster(reports_, result);
    result.count("exchanges", exchanges_);
    result.count("shared_positions", top_.positions());
    return result;
  }

 private:
  static constexpr int kGrowing = -1;

  // ---- a round ---------------------------------------------------------------------------------

  void grow() {
    if (!rounds_) return;
    // Worker 0 finds a move however late it is.
    const bool needed = first() && iteration_->counts().iterations == 0;
    if (!needed && rounds_->over(Clock::now())) return;
    if (const std::uint64_t ran = rounds_->run(*iteration_); ran > 0) port_->worked(ran, ran);
  }

  [[nodiscard]] bool over() const { return !rounds_ || rounds_->over(Clock::now()); }

  // ---- an exchange -----------------------------------------------------------------------------

  /// Sends worker 0 what this tree found itself at one depth.
  void tell(int depth) {
    depth_ = depth;
    std::vector<Stat> own = top_.own(depth);
    if (depth == 0) own.insert(own.begin(), over() ? 1 : 0);
    if (first()) return add(own);
    send(0, MessageKind::kShare, own);
  }

  /// Worker 0 only: adds up; after all have reported, sends the sums to all.
  void add(std::span<const Stat> own) {
    if (told_ == 0) sums_.assign(own.size(), 0);
    for (std::size_t i = 0; i < own.size(); ++i) sums_[i] += own[i];
    if (++told_ < port_->workers()) return;
    told_ = 0;
    for (int to = 1; to < port_->workers(); ++to) send(to, MessageKind::kSum, sums_);
    hear(std::exchange(sums_, {}));
  }

  void hear(std::span<const Stat> sums) {
    if (depth_ == 0) {
      if (sums.front() == static_cast<Stat>(port_->workers())) return finish();
      sums = sums.subspan(1);
      ++exchanges_;
    }
    top_.spread(depth_, sums);
    if (depth_ + 1 < SharedTop<G, Tree>::kDepths) {
      tell(depth_ + 1);
    } else {
      depth_ = kGrowing;
    }
  }

  // ---- messages --------------------------------------------------------------------------------

  void take(Reader reader) {
    switch (reader.read<MessageKind>()) {
      case MessageKind::kShare:
        return add(reader.rest<Stat>());
      case MessageKind::kSum:
        return hear(reader.rest<Stat>());
      case MessageKind::kReport: {
        auto& found = found_[take_report(reader)];
        for (const Found& child : reader.rest<Found>()) {
          found.push_back({child.move, child.visits, child.points});
        }
        return;
      }
      default:
        assert(false);
    }
  }

  void send(int to, MessageKind kind, std::span<const Stat> numbers) {
    message_.clear();
    append(message_, kind);
    append(message_, numbers);
    port_->send(to, message_);
  }

  struct Found {
    std::uint64_t visits;
    std::uint64_t points;
    std::uint32_t move;
    std::uint32_t unused;
  };

  /// What others found does not count as found here.
  [[nodiscard]] std::vector<RootChild> own_moves() const {
    if (!iteration_ || (!first() && iteration_->counts().iterations == 0)) return {};
    std::vector<RootChild> children = root_children(*tree_);
    for (std::size_t move = 0; move < top_.received().size(); ++move) {
      children[move].visits -= visits_of(top_.received()[move]);
      children[move].points -= points_of(top_.received()[move]);
    }
    return children;
  }

  void finish() {
    if (iteration_) {
      assert(!find_defect(*tree_, false));
      report_.counts = iteration_->counts();
      report_.bytes = tree_->arena().used();
    }
    report_.traffic = port_->traffic();
    std::vector<RootChild> own = own_moves();
    message_.clear();
    for (const RootChild& child : own) {
      append(message_, Found{child.visits, child.points, child.move, 0});
    }
    report(message_);
    if (first()) found_[0] = std::move(own);
  }

  Tree* tree_;
  SharedTop<G, Tree> top_;
  std::optional<UctIteration<Tree>>
      iteration_;                 // empty if there are more workers than iterations or time
  std::optional<Rounds> rounds_;  // likewise
  int depth_ = kGrowing;          // of the current exchange
  std::vector<Stat> sums_;        // worker 0's, as below
  int told_ = 0;
  std::uint64_t exchanges_ = 0;
  Bytes message_;
  std::vector<std::vector<RootChild>> found_;  // by worker; worker 0's
};

}  // namespace banyan

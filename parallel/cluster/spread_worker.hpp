// One worker of a search whose tree is spread over all workers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/playout/playout.hpp"
#include "core/result/inspect.hpp"
#include "core/search/search.hpp"
#include "parallel/cluster/cluster_options.hpp"
#include "parallel/cluster/cluster_worker.hpp"
#include "parallel/cluster/job.hpp"
#include "parallel/cluster/spread_tree.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Transposition-table driven scheduling of UCT (Romein et al. 1999; Yoshizoe et al. 2011): every
/// node has an owner, and jobs travel to the owners of the nodes on their way. With kDepthFirst a
/// job goes up no further than it must. As far as it knows, the choices above would be the same
/// again, so it turns round. It reports its results to the nodes above when it gets there.
///
/// Worker 0 has the root and the budget, and gives each job credit for some iterations, with kTds
/// for one. So exactly the requested number is run. When the last job has come home, nothing is in
/// flight anywhere, which ends the search.
///
/// When time is up, or at a stop request, worker 0 tells the others. Descents that have not been
/// played out by then are given up, as if they had never begun. Only the first one is played out in
/// any case, so that the root has a visit.
///
/// A worker moves all its jobs on before it plays out a leaf, and plays out one leaf before it
/// reads messages again. With one worker and one job it is a sequential search, visit for visit.
/// Exceptions: wide trees draw from other streams, and with kDepthFirst positions may have only two
/// moves, since a job carries no third.
///
/// With kTds, children may be chosen by any policy: `Tree` is a PolicySpreadTree then.
template <TwoPlayerGame G, class Tree = PlainSpreadTree<G>>
class SpreadWorker final : public ClusterWorker {
 public:
  SpreadWorker(const ClusterOptions& options, SpreadPart<G, Tree>& part, Port& port,
               const G& position, const Limits& limits, const StreamKey& key,
               const std::stop_token& stop, Clock::time_point start)
      : ClusterWorker(options, port),
        part_(&part),
        root_(&position),
        random_(worker_key(key, port.worker())),
        rule_(options.exploration),
        most_(options.jobs_in(limits)),
        planned_(options.jobs == 0 && limits.time.count() > 0),
        budget_(limits, 1, stop, start) {
    part.clear();
    if (!first()) return;
    if (options.check) nodes_.resize(reports_.size());
    begin();
  }

  /// Does what is due, at most one playout; false if there was nothing.
  bool step() override {
    bool busy = false;
    for (std::span<const std::byte> message; !done() && port_->receive(message); busy = true) {
      ++report_.received;
      take(Reader(message));
    }
    if (first()) watch_the_time();
    if (stopped_) {  // jobs will be given up
      std::move(leaves_.begin(), leaves_.end(), std::back_inserter(ready_));
      leaves_.clear();
    }
    for (; !ready_.empty(); busy = true) {
      Job<G> job = std::move(ready_.front());
      ready_.pop_front();
      advance(job);
    }
    port_->flush();
    if (leaves_.empty()) return busy;
    Job<G> job = std::move(leaves_.front());
    leaves_.pop_front();
    evaluate(job);
    ready_.push_back(std::move(job));
    return true;
  }

  [[nodiscard]] SearchResult result() const override {
    std::vector<IterationCounts> workers;
    std::size_t bytes = 0;
    for (const WorkerReport& report : reports_) {
      workers.push_back(report.counts);
      bytes += report.bytes;
    }
    SearchResult result = make_result(root_moves(), sum(workers), bytes, options_->final_move);
    count_workers(workers, result);
    count_cluster(reports_, result);
    if (options_->check) {
      const bool whole = result.counters["given_up"] == 0;
      result.count("defects", find_spread_defect(nodes_, result.visits(), whole) ? 1 : 0);
    }
    return result;
  }

  [[nodiscard]] std::vector<std::vector<SpreadNode>> nodes() const override { return nodes_; }

 private:
  [[nodiscard]] bool depth_first() const { return options_->scheme == ClusterScheme::kDepthFirst; }

  // ---- the root's worker -----------------------------------------------------------------------

  void begin() {
    // Until the speed of iterations is known, each worker has one to play out and one on its way.
    if (planned_) most_ = std::min(most_, 2 * static_cast<std::uint64_t>(port_->workers()));
    send_out();
  }

  void send_out() {
    for (; jobs_ < most_; ++jobs_) {
      Job<G> job;
      job.first = budget_.untouched();
      job.credit = take_credit();
      if (job.credit == 0) break;
      ready_.push_back(std::move(job));
    }
  }

  /// If time is the budget, as many are kept in flight as for the number of iterations that the
  /// time seems to allow.
  void plan() {
    if (!planned_ || found_ == 0) return;
    const std::uint64_t expected = found_ + budget_.left(found_, Clock::now());
    most_ = options_->jobs_in(Limits{expected, 0, {}});
  }

  /// Iterations for a job at the root; 0 when none are left to run.
  std::uint32_t take_credit() {
    constexpr std::uint64_t kLargest = 64;  // a job hardly ever runs all of them
    const Clock::time_point now = Clock::now();
    if (budget_.expired(now) && !budget_.untouched()) return 0;
    std::uint64_t want = 1;
    if (depth_first()) {
      const std::uint64_t left = budget_.left(found_, now) + spare_;
      want = std::clamp<std::uint64_t>(left / (4 * most_), 1, kLargest);
    }
    if (spare_ == 0) spare_ = budget_.claim(want);
    const std::uint64_t credit = std::min(want, spare_);
    spare_ -= credit;
    return static_cast<std::uint32_t>(credit);
  }

  /// A job has come back to the root.
  bool renew(Job<G>& job) {
    spare_ += std::exchange(job.credit, 0);
    job.first = false;
    plan();
    if (jobs_ <= most_) job.credit = take_credit();
    if (job.credit > 0) {
      send_out();
      return turn(job);
    }
    if (--jobs_ == 0) end();
    return false;
  }

  /// Ends the search early, but not before the root has a visit.
  void watch_the_time() {
    if (stopped_ || done() || found_ == 0 || !budget_.expired(Clock::now())) return;
    stopped_ = true;
    tell_all(MessageKind::kStop);
  }

  void end() {
    tell_all(MessageKind::kEnd);
    finish();
  }

  void tell_all(MessageKind kind) {
    const std::byte message{static_cast<std::uint8_t>(kind)};
    for (int to = 1; to < port_->workers(); ++to) port_->send(to, {&message, 1});
  }

  [[nodiscard]] std::vector<RootChild> root_moves() const {
    const Tree& tree = part_->tree();
    const Node root = part_->at(kRootKey).node;
    std::vector<RootChild> children;
    for (Slot slot = 0; slot < tree.size(root); ++slot) {
      const Stat stat = tree.stat(root, slot);
      children.push_back({tree.move(root, slot), visits_of(stat), points_of(stat)});
      children.back().prior = prior_at(tree, root, slot);
    }
    sort_by_move(children);
    return children;
  }

  // ---- messages --------------------------------------------------------------------------------

  void take(Reader reader) {
    switch (reader.read<MessageKind>()) {
      case MessageKind::kJob:
        return ready_.push_back(Job<G>::read(reader));
      case MessageKind::kStop:
        stopped_ = true;
        return;
      case MessageKind::kEnd:
        return finish();
      case MessageKind::kReport:
        take_report(reader);
        return;
      case MessageKind::kPart: {
        auto& nodes = nodes_[reader.read<std::uint32_t>()];
        SpreadNode& node = nodes.emplace_back();
        node.key = reader.read<NodeKey>();
        node.mover = reader.read<Player>();
        node.tried = reader.read<std::uint32_t>();
        node.children = reader.rest<SpreadChild>();
        return;
      }
      default:
        assert(false);
    }
  }

  void send(int to, const Job<G>& job) {
    message_.clear();
    append(message_, MessageKind::kJob);
    job.write(message_);
    port_->send(to, message_);
  }

  /// No job is left anywhere; this worker does nothing after it.
  void finish() {
    assert(ready_.empty() && leaves_.empty());
    report_.bytes = part_->bytes();
    report_.traffic = port_->traffic();
    if (options_->check) tell_nodes();
    report();
    port_->flush();
  }

  void tell_nodes() {
    if (first()) {
      nodes_[0] = part_->nodes();
      return;
    }
    for (const SpreadNode& node : part_->nodes()) {
      message_.clear();
      append(message_, MessageKind::kPart);
      append(message_, number());
      append(message_, node.key);
      append(message_, node.mover);
      append(message_, node.tried);
      append(message_, std::span<const SpreadChild>(node.children));
      port_->send(0, message_);
    }
  }

  // ---- jobs ------------------------------------------------------------------------------------

  /// Moves a job on while it stays at nodes of this worker.
  void advance(Job<G>& job) {
    bool moves = true;
    while (moves) {
      const int home = home_of(job.down ? job.key() : job.parent(), port_->workers());
      if (home != port_->worker()) return send(home, job);
      port_->worked(1, 0);
      if (stopped_ && job.down) {
        moves = give_up(job);
      } else {
        moves = job.down ? descend(job) : ascend(job);
      }
    }
  }

  /// Chooses a child; false if the descent ends here.
  bool descend(Job<G>& job) {
    const G& position = job.position(*root_);
    const bool leaf = job.depth() > 0 && job.visits < options_->expand_after;
    const typename SpreadPart<G, Tree>::Place* place = nullptr;
    if (!leaf && !position.over()) {
      place = part_->open(job.key(), position, random_);
      if (place == nullptr) ++report_.counts.full;
    }
    if (place == nullptr) {
      leaves_.push_back(std::move(job));
      return false;
    }
    Tree& tree = part_->tree();
    Slot slot = 0;
    const bool untried = !tree.all_tried(place->node) && tree.try_next(place->node, slot, random_);
    if (untried) {
      ++report_.counts.nodes;
    } else {
      slot = tree.choose(place->node, place->mover);
    }
    if constexpr (Tree::kPlain) {
      if (depth_first()) job.choices.push_back(seen(*place, slot));
    }
    job.visits = tree.enter(place->node, slot);
    job.step(tree.move(place->node, slot), slot);
    return true;
  }

  /// What a job that is about to enter a child sees of the children.
  [[nodiscard]] JobChoice seen(const typename SpreadPart<G, Tree>::Place& place,
                               Slot chosen) const {
    const Tree& tree = part_->tree();
    JobChoice choice;
    choice.mover = place.mover;
    choice.open = !tree.all_tried(place.node);
    if (choice.open) return choice;
    const std::uint32_t k = tree.size(place.node);
    for (Slot slot = 0; slot < k; ++slot) {
      choice.visits += visits_of(tree.stat(place.node, slot));
      choice.in_flight += tree.in_flight(place.node, slot);
    }
    choice.chosen = tree.stat(place.node, chosen);
    choice.chosen_in_flight = tree.in_flight(place.node, chosen);
    const float exploration =
        rule_.exploration(options_->shown.total(choice.visits, choice.in_flight));
    float best = -1;
    for (Slot slot = 0; slot < k; ++slot) {
      if (slot == chosen) continue;
      const Stat stat = tree.stat(place.node, slot);
      const std::uint32_t others = tree.in_flight(place.node, slot);
      const float value = options_->shown.value(stat, others, exploration);
      if (value <= best) continue;
      best = value;
      choice.rival = stat;
      choice.before = chosen < slot;
      choice.rival_in_flight = others;
    }
    return choice;
  }

  /// Ends the descent without a result.
  bool give_up(Job<G>& job) {
    if (job.depth() == 0) return renew(job);
    ++report_.given_up;
    job.result = 0;
    job.down = false;
    return true;
  }

  void evaluate(Job<G>& job) {
    const G& position = job.position(*root_);
    Evaluation evaluation{1, 0};
    const bool late = !job.first && budget_.expired(Clock::now());
    if (late) {
      evaluation.games = 0;
    } else if (position.over()) {
      evaluation.first = static_cast<std::uint32_t>(position.result(0));
      ++report_.counts.finished;
    } else {
      evaluation = SinglePlayout{&budget_}(position, random_);
      port_->worked(0, 1);
    }
    IterationCounts& counts = report_.counts;
    if (evaluation.games == 0) {
      if (!late) ++counts.dropped;
      give_up(job);
      return;
    }
    ++counts.iterations;
    ++counts.visits;
    counts.depth_sum += job.depth();
    counts.depth_max = std::max<std::uint64_t>(counts.depth_max, job.depth());
    --job.credit;
    job.result = make_stat(evaluation.games, evaluation.first);
    job.down = false;
  }

  /// Adds the result to the node before the last step; false if the job ends.
  bool ascend(Job<G>& job) {
    const std::uint32_t games = visits_of(job.result);
    const auto step = job.step_back();
    const typename SpreadPart<G, Tree>::Place& place = part_->at(job.key());
    const std::uint32_t first = points_of(job.result);
    const std::uint32_t points = place.mover == 0 ? first : kWin * games - first;
    if (part_->tree().add(place.node, step.slot, games, points)) ++report_.counts.nodes;
    if (depth_first()) job.choices.pop_back();
    if (job.depth() == 0) {
      found_ += games;
      return renew(job);
    }
    if (depth_first()) {
      job.choices.back().found += job.result;
      if (stays(job)) return turn(job);
      job.result = job.choices.back().found;
    }
    return true;
  }

  /// Whether the choices that led here would be made again.
  bool stays(const Job<G>& job) {
    if (job.credit == 0 || stopped_ || budget_.expired(Clock::now())) return false;
    Stat found = 0;
    for (auto choice = job.choices.rbegin(); choice != job.choices.rend(); ++choice) {
      found += choice->found;
      if (!choice->holds(found, rule_, options_->shown)) return false;
    }
    return true;
  }

  /// Starts down again, from a node that has children.
  bool turn(Job<G>& job) {
    job.down = true;
    job.visits = options_->expand_after;
    job.forget_position();
    return true;
  }

  SpreadPart<G, Tree>* part_;
  const G* root_;
  Random random_;
  Ucb1 rule_;
  std::uint64_t most_;         // most jobs in flight; worker 0's, as below
  bool planned_;               // by the time left
  Budget budget_;              // worker 0's; for others only the time
  std::uint64_t spare_ = 0;    // claimed, but not given to any job
  std::uint64_t jobs_ = 0;     // in flight
  std::uint64_t found_ = 0;    // visits reported to the root
  std::deque<Job<G>> ready_;   // to move on
  std::deque<Job<G>> leaves_;  // to evaluate
  Bytes message_;
  std::vector<std::vector<SpreadNode>> nodes_;  // by worker; worker 0's, if they are to be checked
  bool stopped_ = false;
};

}  // namespace banyan

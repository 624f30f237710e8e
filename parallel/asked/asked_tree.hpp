// A tree that asks: its leaves are evaluated elsewhere, and told in any order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/evaluation/evaluator.hpp"
#include "core/result/general_inspect.hpp"
#include "core/search/general_iteration.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/outline.hpp"
#include "parallel/asked/asking.hpp"
#include "parallel/asked/found_leaf.hpp"
#include "parallel/batched/batched_options.hpp"
#include "parallel/batched/leaf_flights.hpp"

namespace banyan {

/// A leaf that a tree asks for.
template <Game G>
struct AskedLeaf {
  std::uint64_t id = 0;
  G position;
  std::vector<typename G::Move> path;   ///< from the root
  std::vector<typename G::Move> moves;  ///< the legal ones, if priors are wanted
};

/// A batched search (parallel/batched/batched.hpp) turned inside out: whoever evaluates leaves
/// drives the search. Every leaf asked for leaves virtual visits on its path, until it is told or
/// has failed. With one leaf at a time it is sequential search, visit for visit.
///
/// Where priors are wanted, the first leaf is the root, for its priors alone, and nothing else can
/// be asked for until it is told. Descents that end at the end of a game are backed up at once.
///
/// Of the options it uses those of the tree, in_flight (0: no limit), collision (kSend is
/// kElsewhere), collisions and shown. Without Gumbel search. Deterministic: the same calls in the
/// same order give the same tree. Any thread may call at any time. Errors are
/// std::invalid_argument, whose what() is a sentence; they change nothing.
template <Game G>
class AskedTree {
 public:
  using Move = typename G::Move;
  using LeafId = std::uint64_t;

  /// The position must not be one where chance decides what comes next.
  AskedTree(const BatchedOptions& options, const G& position, const StreamKey& key)
      : options_(with_all_children(options)),
        position_(position),
        key_(key),
        random_(key),
        tree_(options.memory / 2, options_.policy, options.exploration, options.shown, 1U, true) {
    tree_.use_huge_pages(options.huge_pages);
    tree_.keep_spare();
    begin();
  }
  AskedTree(const AskedTree&) = delete;
  AskedTree& operator=(const AskedTree&) = delete;
  ~AskedTree() = default;

  /// Descends at most so many times; returns the leaves that want an evaluation. Fewer if descents
  /// meet the end of a game, or leaves that were asked for already; none unless asking() is kReady.
  std::vector<AskedLeaf<G>> ask(std::size_t most) {
    const std::lock_guard lock(mutex_);
    std::vector<AskedLeaf<G>> asked;
    if (!growth_) {
      if (most > 0 && state() == Asking::kReady) asked.push_back(ask_for_root());
      return asked;
    }
    Growth& growth = *growth_;
    for (std::size_t i = 0; i < most && state() == Asking::kReady; ++i) {
      auto flight = growth.flights.begin();
      LeafFlights<G>::descend(growth.descent);
      switch (growth.flights.land(*flight, growth.descent)) {
        case Landing::kGame:
          growth.flights.end(std::move(flight));
          break;
        case Landing::kCollision:
          growth.flights.collide(std::move(flight));
          break;
        case Landing::kLeaf:
          asked.push_back(asked_of(++last_id_, *flight));
          waiting_.emplace(last_id_, Waiting{std::move(flight), {}});
          break;
      }
    }
    return asked;
  }

  /// Tells a leaf's value to every player, and if its moves were given, a weight above 0 for each
  /// of them in that order; without, all are alike. What the root is worth is not used. Returns
  /// false if advance() has left the leaf behind.
  bool tell(LeafId id, const LeafValue<G>& value) {
    const std::lock_guard lock(mutex_);
    check_sound<G>(value);
    if (left_behind_.erase(id) > 0) return false;
    const auto at = find(id);
    Waiting& leaf = at->second;
    if (leaf.flight == nullptr) {
      check_priors(value.priors.size(), leaf.moves.size());
      grow(leaf.moves, value.priors);
    } else {
      write_priors(leaf, value.priors);
      leaf.flight->value.values = value.values;
      growth_->flights.attach_and_back_up(*leaf.flight, growth_->descent);
      growth_->flights.end(std::move(leaf.flight));
      growth_->flights.end_visited(growth_->descent);
    }
    waiting_.erase(at);
    return true;
  }

  /// The leaf's value will not come: its virtual visits are taken back, and it may be asked for
  /// again. Returns false if advance() has left the leaf behind.
  bool fail(LeafId id) {
    const std::lock_guard lock(mutex_);
    if (left_behind_.erase(id) > 0) return false;
    const auto at = find(id);
    if (at->second.flight != nullptr) {
      const Step leaf = at->second.flight->leaf();
      growth_->flights.cancel(std::move(at->second.flight));
      growth_->flights.give_up_collided_at(leaf);
    }
    waiting_.erase(at);
    return true;
  }

  /// Goes on at the position after these moves, outcomes of chance among them, with what the tree
  /// knows of it. Leaves below it are still waited for; others are left behind.
  void advance(std::span<const Move> moves) {
    const std::lock_guard lock(mutex_);
    const G next = position_after(moves);
    std::vector<AskedLeaf<G>> below = take_leaves_below(moves);
    const Node node = node_after(moves);
    position_ = next;
    ++key_.move;
    random_ = Random(key_);
    proven_.store(false, std::memory_order_relaxed);
    if (next.over() || !continue_at(node)) begin();
    for (AskedLeaf<G>& leaf : below) {
      const LeafId id = leaf.id;
      if (!ask_again(std::move(leaf))) left_behind_.insert(id);
    }
  }

  [[nodiscard]] Asking asking() const {
    const std::lock_guard lock(mutex_);
    return state();
  }
  /// The leaves that were asked for and neither told nor failed, by their ids.
  [[nodiscard]] std::vector<AskedLeaf<G>> waiting() const {
    const std::lock_guard lock(mutex_);
    std::vector<AskedLeaf<G>> all;
    for (const auto& [id, leaf] : waiting_) all.push_back(asked_again(id, leaf));
    return all;
  }
  /// Of the root: those of this search, and those kept by advance().
  [[nodiscard]] std::uint64_t visits() const {
    const std::lock_guard lock(mutex_);
    return all_visits();
  }
  [[nodiscard]] G position() const {
    const std::lock_guard lock(mutex_);
    return position_;
  }
  /// What is known so far, at least a visit. Counters: in_flight, kept_visits.
  [[nodiscard]] SearchResult result() const {
    const std::lock_guard lock(mutex_);
    if (all_visits() == 0) {
      throw std::invalid_argument("No leaf was told yet: there is no move to choose.");
    }
    SearchResult result = make_result(tree_, growth_->descent.counts(), options_.final_move);
    result.tree.nodes += kept_.nodes;
    result.count("in_flight", waiting_.size());
    result.count("kept_visits", kept_.visits);
    return result;
  }
  /// The leaves of highest value to the root's player, and of these the first in the order of their
  /// paths; at most so many.
  [[nodiscard]] std::vector<FoundLeaf<Move>> best(std::size_t most) const {
    const std::lock_guard lock(mutex_);
    std::vector<FoundLeaf<Move>> found;
    if (growth_ && most > 0) {
      FoundLeaf<Move> above;
      add_best(tree_.root(), position_, {0, 1}, above, most, found);
    }
    std::sort(found.begin(), found.end(), is_better);
    return found;
  }
  /// The top of the tree, by visits; empty before the first.
  [[nodiscard]] std::vector<OutlineNode> outline(OutlineSize size) const {
    const std::lock_guard lock(mutex_);
    return growth_ ? banyan::outline(tree_, size) : std::vector<OutlineNode>();
  }
  /// The tree, for tests: while nobody calls.
  [[nodiscard]] const GeneralTree<G>& tree() const { return tree_; }

 private:
  using Descent = GeneralIteration<G>;
  /// What there is once the root has its children.
  struct Growth {
    LeafFlights<G> flights;
    Descent descent;

    explicit Growth(AskedTree& all)
        : flights(all.tree_, all.position_, all.options_.collision),
          descent(all.tree_, all.position_, all.options_.policy, all.random_, all.budget_,
                  all.proven_, nullptr, 1) {
      descent.end_at_leaves();
    }
  };
  struct Waiting {
    std::unique_ptr<LeafFlight<G>> flight;  // null: the root
    std::vector<Move> moves;                // as they were asked for, unless they are the block's
  };

  static BatchedOptions with_all_children(BatchedOptions options) {
    options.policy.all_children = true;
    return options;
  }

  // ---- the root
  // ----------------------------------------------------------------------------------

  /// Gives the root its children at once, unless its priors must be asked for.
  void begin() {
    growth_.reset();
    kept_ = {};
    if (!position_.over() && !tree_.has_priors(position_)) grow({}, {});
  }
  AskedLeaf<G> ask_for_root() {
    const auto legal = position_.legal_moves();
    const std::vector<Move> moves(legal.begin(), legal.end());
    waiting_.emplace(++last_id_, Waiting{nullptr, moves});
    return {last_id_, position_, {}, moves};
  }
  void grow(std::span<const Move> asked, std::span<const float> priors) {
    tree_.start(position_, random_, weigher(asked, priors), RootPlan{0, common_key(key_)});
    growth_.emplace(*this);
  }
  /// Goes on at a node of the tree, if there is one.
  bool continue_at(Node node) {
    if (node == kNoNode) return false;
    const auto never = [] { return false; };
    const auto as_they_are = [](const G&, std::span<const Move>, std::span<float>) {};
    const auto kept =
        tree_.start_below(node, position_, random_, never, as_they_are, RootPlan{0, key_});
    if (!kept) return false;
    kept_ = *kept;
    growth_.emplace(*this);
    return true;
  }

  // ---- leaves
  // ------------------------------------------------------------------------------------

  [[nodiscard]] Asking state() const {
    if (position_.over()) return Asking::kOver;
    if (proven_.load(std::memory_order_relaxed)) return Asking::kProven;
    if (!growth_) return waiting_.empty() ? Asking::kReady : Asking::kWaiting;
    const auto most = static_cast<std::size_t>(options_.in_flight);
    const bool full = most > 0 && growth_->flights.in_flight() >= most;
    const bool collided =
        growth_->flights.collided() >= static_cast<std::size_t>(options_.collisions);
    return full || collided ? Asking::kWaiting : Asking::kReady;
  }
  [[nodiscard]] std::uint64_t visits_below(Node node) const {
    std::uint64_t visits = 0;
    for (Slot slot = 0; slot < tree_.size(node); ++slot) visits += tree_.visits(node, slot);
    return visits;
  }
  [[nodiscard]] std::uint64_t all_visits() const {
    return growth_ ? visits_below(tree_.root()) : 0;
  }

  /// What the moves to a node have earned, and the factor on what is still to come.
  struct Earned {
    double reward;
    double discount;
  };
  static bool is_better(const FoundLeaf<Move>& a, const FoundLeaf<Move>& b) {
    return a.value != b.value ? a.value > b.value : a.path < b.path;
  }
  /// Adds the leaves below a node to a heap of the best.
  void add_best(Node node, const G& position, Earned earned, FoundLeaf<Move>& leaf,
                std::size_t most, std::vector<FoundLeaf<Move>>& found) const {
    const Player player = position_.to_move();
    const bool by_chance = position.to_move() == kChance;
    for (Slot slot = 0; slot < tree_.size(node); ++slot) {
      leaf.visits = tree_.visits(node, slot);
      if (leaf.visits == 0) continue;
      G next = position;
      next.play(tree_.move(node, slot));
      leaf.path.push_back(tree_.move(node, slot));
      const Node below = tree_.child(node, slot);
      if (below != kNoNode && visits_below(below) > 0) {
        const double discount = options_.policy.discount.value_or(discount_of(position_));
        add_best(below, next,
                 {earned.reward + earned.discount * reward_of(next, player),
                  by_chance ? earned.discount : earned.discount * discount},
                 leaf, most, found);
      } else {
        leaf.value = earned.reward + earned.discount * tree_.mean(node, slot, player);
        leaf.over = next.over();
        if (found.size() == most && is_better(leaf, found.front())) {
          std::pop_heap(found.begin(), found.end(), is_better);
          found.pop_back();
        }
        if (found.size() < most) {
          found.push_back(leaf);
          std::push_heap(found.begin(), found.end(), is_better);
        }
      }
      leaf.path.pop_back();
    }
  }

  AskedLeaf<G> asked_of(LeafId id, LeafFlight<G>& flight) const {
    const Leaf<G> leaf = growth_->flights.leaf_of(flight);
    AskedLeaf<G> asked{id, flight.position, {}, {leaf.moves.begin(), leaf.moves.end()}};
    asked.path.reserve(flight.path.size());
    for (const Step& step : flight.path.steps()) {
      asked.path.push_back(tree_.move(step.node, step.slot));
    }
    return asked;
  }
  AskedLeaf<G> asked_again(LeafId id, const Waiting& leaf) const {
    if (leaf.flight == nullptr) return {id, position_, {}, leaf.moves};
    AskedLeaf<G> asked = asked_of(id, *leaf.flight);
    if (!leaf.moves.empty()) asked.moves = leaf.moves;
    return asked;
  }
  auto find(LeafId id) {
    const auto at = waiting_.find(id);
    if (at == waiting_.end()) {
      throw std::invalid_argument(
          "Leaf " + std::to_string(id) + " is not waited for: it was " +
          (id == 0 || id > last_id_ ? "never asked for." : "told already, or has failed."));
    }
    return at;
  }
  static void check_priors(std::size_t given, std::size_t wanted) {
    if (given == 0 || given == wanted) return;
    throw std::invalid_argument(std::to_string(given) + " priors were told of a leaf with " +
                                std::to_string(wanted) + " moves: give one for each, or none.");
  }
  /// Priors in the order of a block, from those in the order in which its moves were asked for.
  static auto weigher(std::span<const Move> asked, std::span<const float> priors) {
    return [asked, priors](const G&, std::span<const Move> moves, std::span<float> weights) {
      std::fill(weights.begin(), weights.end(), 1.0F);
      for (std::size_t i = 0; i < priors.size(); ++i) {
        weights[static_cast<std::size_t>(std::find(moves.begin(), moves.end(), asked[i]) -
                                         moves.begin())] = priors[i];
      }
    };
  }
  void write_priors(Waiting& leaf, std::span<const float> priors) const {
    const std::span<float> weights = leaf.flight->value.priors;
    const std::size_t wanted = leaf.moves.empty() ? weights.size() : leaf.moves.size();
    check_priors(priors.size(), wanted);
    if (weights.empty()) return;
    if (!leaf.moves.empty()) {
      const auto moves = tree_.moves_of(leaf.flight->node);
      weigher(leaf.moves, priors)(leaf.flight->position, moves, weights);
    } else if (priors.empty()) {
      std::fill(weights.begin(), weights.end(), 1.0F);
    } else {
      std::copy(priors.begin(), priors.end(), weights.begin());
    }
  }

  // ---- the next move
  // -----------------------------------------------------------------------------

  [[nodiscard]] G position_after(std::span<const Move> moves) const {
    G next = position_;
    for (const Move move : moves) {
      const bool over = next.over();
      const auto legal = over ? decltype(next.legal_moves()){} : next.legal_moves();
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
        throw std::invalid_argument(over ? "The game is over: no move can follow."
                                         : "The tree cannot advance by a move that is not legal.");
      }
      next.play(move);
    }
    if (!next.over() && at_chance(next)) {
      throw std::invalid_argument("Chance decides what comes next: give its outcome too.");
    }
    return next;
  }
  /// Where these moves lead in the tree; kNoNode if they leave it.
  [[nodiscard]] Node node_after(std::span<const Move> moves) const {
    Node node = growth_ ? tree_.root() : kNoNode;
    for (const Move move : moves) {
      const Slot slot = node == kNoNode ? 0 : tree_.slot_of(node, move);
      if (node == kNoNode || slot == tree_.size(node)) return kNoNode;
      node = tree_.child(node, slot);
    }
    return node;
  }
  /// Cancels all that is under way; returns the leaves below the position after these moves, with
  /// paths from there.
  std::vector<AskedLeaf<G>> take_leaves_below(std::span<const Move> moves) {
    std::vector<AskedLeaf<G>> below;
    if (growth_) growth_->flights.give_up_collided();
    for (auto& [id, leaf] : waiting_) {
      if (leaf.flight == nullptr) {
        left_behind_.insert(id);
        continue;
      }
      AskedLeaf<G> asked = asked_again(id, leaf);
      growth_->flights.cancel(std::move(leaf.flight));
      if (asked.path.size() < moves.size() ||
          !std::equal(moves.begin(), moves.end(), asked.path.begin())) {
        left_behind_.insert(id);
        continue;
      }
      asked.path.erase(asked.path.begin(),
                       asked.path.begin() + static_cast<std::ptrdiff_t>(moves.size()));
      below.push_back(std::move(asked));
    }
    waiting_.clear();
    return below;
  }
  /// Waits for a leaf again, by the same id, if the tree still leads there.
  bool ask_again(AskedLeaf<G> leaf) {
    if (leaf.path.empty()) {
      const bool wanted = !growth_ && state() == Asking::kReady && !leaf.moves.empty();
      if (wanted) waiting_.emplace(leaf.id, Waiting{nullptr, std::move(leaf.moves)});
      return wanted;
    }
    if (!growth_) return false;
    auto flight = growth_->flights.begin();
    const bool leads_there = growth_->descent.follow(leaf.path);
    std::swap(growth_->descent.path(), flight->path);
    if (!leads_there) {
      growth_->flights.cancel(std::move(flight));
      return false;
    }
    flight->node = growth_->descent.make_block();
    flight->position = growth_->descent.position();
    static_cast<void>(growth_->flights.leaf_of(*flight));
    waiting_.emplace(leaf.id, Waiting{std::move(flight), std::move(leaf.moves)});
    return true;
  }

  mutable std::mutex mutex_;  // guards everything below
  BatchedOptions options_;
  G position_;
  StreamKey key_;
  Random random_;
  Budget budget_{Limits{}, 1};
  std::atomic<bool> proven_ = false;
  GeneralTree<G> tree_;
  std::optional<Growth> growth_;
  Kept kept_;
  LeafId last_id_ = 0;
  std::map<LeafId, Waiting> waiting_;
  std::unordered_set<LeafId> left_behind_;  // by advance()
};

}  // namespace banyan

// Root parallelism whose trees exchange their tops as they grow: the "slow tree".
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/rounds.hpp"

namespace banyan {

/// The top shared by several trees of one position, and what each received from the others. What a
/// tree found *itself* is what it holds minus what it received. An exchange gives every tree what
/// all others found themselves, minus what it received before. So nothing counts twice, however
/// often they exchange.
///
/// Shared are the root and positions with at least a twentieth of the root's visits, at most
/// kDeepest moves below it (Gelly et al. 2008; Bourki et al. 2010, "slow tree"). A tree takes part
/// in a position once it made a choice there, which means a child visited twice. It does so from
/// the root down, so a position's visits never fall behind its children's.
template <class Tree>
class SharedTop {
 public:
  static constexpr int kDeepest = 3;
  static constexpr std::uint64_t kLeastPart = 20;  // of the root's visits, 5 %

  /// The trees have separate memory and the same position.
  explicit SharedTop(std::vector<Tree*> trees) : trees_(std::move(trees)) {
    root_ = std::make_unique<Position>(trees_.size());
    for (std::size_t i = 0; i < trees_.size(); ++i) root_->views[i].node = trees_[i]->root();
  }

  /// Adds to every tree what is new in the others. No worker may be running.
  void exchange() {
    exchange(*root_, 0, 0);
    ++exchanges_;
  }

  /// What a tree received for the root's children, in order of move; empty if nothing.
  [[nodiscard]] const std::vector<Stat>& received(std::size_t tree) const {
    return root_->views[tree].received;
  }

  [[nodiscard]] std::uint64_t exchanges() const { return exchanges_; }
  /// Positions that were ever shared.
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  /// A shared position as one tree sees it. The order of children differs between trees.
  struct View {
    Node node = kNoNode;
    std::vector<Slot> slots;     // in order of move; empty until the tree takes part
    std::vector<Stat> received;  // in the same order
  };
  struct Position {
    explicit Position(std::size_t trees) : views(trees) {}
    std::vector<View> views;                       // a tree each
    std::vector<std::unique_ptr<Position>> below;  // in order of move; null until shared
  };

  /// Whether the tree takes part in a position; it may begin now.
  bool takes_part(const Tree& tree, View& view) const {
    if (!view.slots.empty()) return true;
    if (view.node == kNoNode) return false;
    std::uint64_t visits = 0;
    const std::uint32_t size = tree.size(view.node);
    for (Slot slot = 0; slot < size; ++slot) visits += visits_of(tree.stat(view.node, slot));
    if (visits <= tree.tried(view.node)) return false;
    for (Slot slot = 0; slot < size; ++slot) view.slots.push_back(slot);
    std::sort(view.slots.begin(), view.slots.end(),
              [&](Slot a, Slot b) { return tree.move(view.node, a) < tree.move(view.node, b); });
    view.received.resize(size);
    return true;
  }

  /// `least`: visits from which a child is shared too; set at the root.
  void exchange(Position& position, int depth, std::uint64_t least) {
    std::vector<std::size_t> part;  // the trees that take part
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      if (takes_part(*trees_[i], position.views[i])) part.push_back(i);
    }
    if (part.empty()) return;
    const std::size_t moves = position.views[part.front()].slots.size();
    if (position.below.empty()) {
      position.below.resize(moves);
      ++positions_;
    }
    const std::vector<Stat> found = spread(position, part, moves);
    if (depth == 0) least = least_visits(found);
    if (depth == kDeepest) return;
    for (std::size_t move = 0; move < moves; ++move) {
      if (visits_of(found[move]) < least) continue;
      std::unique_ptr<Position>& below = position.below[move];
      if (!below) below = std::make_unique<Position>(trees_.size());
      for (const std::size_t i : part) {
        const View& view = position.views[i];
        if (below->views[i].slots.empty()) {  // until then it may be replaced
          below->views[i].node = trees_[i]->child(view.node, view.slots[move]);
        }
      }
      exchange(*below, depth + 1, least);
    }
  }

  /// Spreads what is new of a position's children; returns the sums over all trees.
  std::vector<Stat> spread(Position& position, const std::vector<std::size_t>& part,
                           std::size_t moves) {
    std::vector<Stat> found(moves, 0);
    for (const std::size_t i : part) {
      for (std::size_t move = 0; move < moves; ++move) found[move] += own(position, i, move);
    }
    for (const std::size_t i : part) {
      View& view = position.views[i];
      for (std::size_t move = 0; move < moves; ++move) {
        const Stat others = found[move] - own(position, i, move);
        const Stat news = others - view.received[move];
        view.received[move] = others;
        trees_[i]->record(view.node, view.slots[move], visits_of(news), points_of(news));
      }
      trees_[i]->refresh(view.node);
    }
    return found;
  }

  [[nodiscard]] Stat own(const Position& position, std::size_t tree, std::size_t move) const {
    const View& view = position.views[tree];
    return trees_[tree]->stat(view.node, view.slots[move]) - view.received[move];
  }

  static std::uint64_t least_visits(const std::vector<Stat>& found) {
    std::uint64_t visits = 0;
    for (const Stat stat : found) visits += visits_of(stat);
    return std::max<std::uint64_t>(1, (visits + kLeastPart - 1) / kLeastPart);
  }

  std::vector<Tree*> trees_;
  std::unique_ptr<Position> root_;
  std::uint64_t exchanges_ = 0;
  std::uint64_t positions_ = 0;
};

/// RootSearch (parallel/strategies/root.hpp) in rounds: all trees grow for a while, then they
/// exchange their tops. Between rounds all wait for the slowest, as in the literature's collective
/// operations. The result counts only what each tree found itself, so the root's visits are the
/// playouts. Exact for iteration budgets. Deterministic if rounds are counted in iterations, unless
/// time ends the search.
template <Game G>
class SlowTreeSearch {
 public:
  struct Options : ParallelOptions {
    Merge merge = Merge::kSum;
    std::uint64_t share_iterations = 0;  ///< per tree between exchanges; 0: no limit
    Clock::duration share_time{0};       ///< between exchanges; 0: no limit
  };

  explicit SlowTreeSearch(const Options& options)
      : options_(options), executor_(make_executor(options.executor, options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.threads);
    for (int i = 0; i < options.threads; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after);
      trees_.back().arena().use_huge_pages(options.huge_pages);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    std::uint64_t exchanges = 0;
    std::uint64_t positions = 0;
    SearchResult result = search_ensemble(
        {options_.threads, 1, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, trees_[part.tree], position, part);
        },
        [&](Teams& teams, CommonStop& ends) {
          std::vector<OwnedTree<G>*> trees;
          for (std::size_t i = 0; i < teams.size(); ++i) trees.push_back(&trees_[i]);
          SharedTop<OwnedTree<G>> top(std::move(trees));
          while (true) {
            work_together(teams, 1, *executor_, ends);
            const auto over = [now = Clock::now()](const auto& team) {
              return static_cast<const Team&>(*team).over(now);
            };
            if (std::all_of(teams.begin(), teams.end(), over)) break;
            top.exchange();
          }
          for (std::size_t i = 0; i < teams.size(); ++i)
            team_at<Team>(teams, i).told(top.received(i));
          exchanges = top.exchanges();
          positions = top.positions();
        });
    result.count("exchanges", exchanges);
    result.count("shared_positions", positions);
    return result;
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)];
  }

 private:
  /// One tree and its only worker, through all rounds.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, OwnedTree<G>& tree, const G& position, const TreePart& part)
        : options_(&options),
          tree_(&tree),
          iteration_(tree, position, planted(tree, position, part.key)),
          rounds_(part.limits, static_cast<int>(part.tree), options.threads,
                  {options.share_iterations, options.share_time}, part.stop, part.start) {}

    /// One round.
    void work(int /*worker*/) override { rounds_.run(iteration_); }
    [[nodiscard]] bool over(Clock::time_point now) const { return rounds_.over(now); }

    /// What others found does not count as found here.
    void told(const std::vector<Stat>& received) { received_ = received; }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      assert(!find_defect(*tree_, false));
      workers.push_back(iteration_.counts());
      SearchResult result = make_result(*tree_, iteration_.counts(), options_->final_move);
      for (std::size_t move = 0; move < received_.size(); ++move) {
        result.children[move].visits -= visits_of(received_[move]);
        result.children[move].points -= points_of(received_[move]);
      }
      return result;
    }

   private:
    static Random planted(OwnedTree<G>& tree, const G& position, const StreamKey& key) {
      Random random(key);
      tree.start(position, random);
      return random;
    }

    const Options* options_;
    OwnedTree<G>* tree_;
    Iteration<OwnedTree<G>> iteration_;
    Rounds rounds_;
    std::vector<Stat> received_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<OwnedTree<G>> trees_;
};

}  // namespace banyan

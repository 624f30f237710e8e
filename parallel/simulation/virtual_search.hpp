// Simulated workers: any of the classic strategies as thousands of workers would run it, on one
// thread, in virtual time.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "core/selection/policy.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/simulation/shared_lines.hpp"
#include "parallel/simulation/virtual_world.hpp"
#include "parallel/strategies/plain_phases.hpp"

namespace banyan {

struct VirtualOptions : SearchOptions {
  int workers = 64;  ///< at least 1
  VirtualScheme scheme = VirtualScheme::kTree;
  VirtualVisits shown = VirtualVisits::losses(1);
  int trees = 1;  ///< for kTree, with the workers spread over them; at most workers
  Merge merge = Merge::kSum;
  VirtualTimes times;
  PolicyOptions policy;  ///< for PolicyPhases
};

/// Runs the iterations of the threaded engines, on their tree and with their code: by plain UCT, by
/// any policy with PolicyPhases (parallel/strategies/policy_phases.hpp), or of games of any kind
/// with GeneralPhases (parallel/strategies/general_phases.hpp). VirtualWorld,
/// not an operating system, decides what happens between a descent and its backup. Each leaf is
/// evaluated at once and its result kept until its virtual time, so a worker's only memory is its
/// path. With one worker it is TreeSearch on one thread, and with kLeaf leaf parallelism of as many
/// threads, visit for visit. In games of at most 16 moves so are SequentialSearch and, with kRoot,
/// root parallelism. Their wide trees draw the order of more moves at other times, so there only
/// the rules are the same. The budget is exact. Deterministic unless real time ends it.
///
/// If transfers of cache lines take time, descents and backups are charged as SharedLines says, for
/// the lines of a tree with PackedLoss. So far as lines are too old to be in any cache, that is too
/// much. Locks, links to new nodes and moves are free.
///
/// Counters besides those of VirtualReport: duplicate_leaves as in the classic tree. For one
/// descent per kChecked: choices_checked, the moves it chose, and choices_differing, those that
/// sequential UCT would not choose with the same visits and nothing in flight. An untried move is
/// no choice.
template <Game G, class Phases = PlainPhases<G>>
class VirtualSearch {
 public:
  using Options = VirtualOptions;
  using Tree = typename Phases::Tree;
  static constexpr std::uint64_t kChecked = 16;

  explicit VirtualSearch(const Options& options) : options_(options) {
    for (int i = 0; i < trees(); ++i) {
      // One thread needs neither locks nor atomic additions.
      trees_.push_back(Phases::make_tree(
          options, options.memory / static_cast<std::size_t>(trees()), ClassicLock::kGlobal));
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    // Workers' streams come first, as in the threaded engines; leaf parallelism has one more.
    VirtualWorld world(options_.scheme, options_.times, options_.workers,
                       worker_key(key, options_.workers + 1));
    SearchResult result = search_ensemble(
        {trees(), 1, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, trees_[part.tree], position, part);
        },
        [&](Teams& teams, CommonStop&) { simulate(teams, world); });
    const VirtualReport report = world.report();
    add_counters(report, result);
    result.count("in_flight", report.in_flight);
    result.count("in_flight_max", report.in_flight_max);
    return result;
  }

  [[nodiscard]] const Tree& tree(int i) const { return trees_[static_cast<std::size_t>(i)]; }

 private:
  /// A worker's current iteration.
  struct Descent {
    std::remove_cvref_t<decltype(std::declval<Phases&>().iteration().path())> path;
    typename Phases::Result result{};
  };

  /// One tree, and how its workers iterate.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, Tree& tree, const G& position, const TreePart& part)
        : tree_(&tree),
          final_move_(options.final_move),
          games_(options.scheme == VirtualScheme::kLeaf ? options.workers : 1),
          budget_(part.budget(games_)),
          pace_(budget_, 1),
          lines_(options.times.transfer) {
      Random random(part.key);
      Phases::start(tree, options, position, random, {budget_.remaining(), common_key(part.key)});
      phases_.emplace(tree, options, position, random, budget_, 1);
      if constexpr (requires { phases_->play_out_by(0, part.key); }) {
        if (options.scheme == VirtualScheme::kLeaf) phases_->play_out_by(games_, part.key);
      }
    }

    /// Whether its tree need not begin, because time is over and another tree has begun.
    [[nodiscard]] bool comes_late() const {
      return budget_.untouched() && budget_.expired(Clock::now());
    }

    /// Selects, expands and plays out; returns the number of playouts. Nothing once the budget is
    /// spent.
    std::optional<std::uint32_t> descend(Descent& descent) {
      if (left_ == 0) left_ = pace_.next();
      if (left_ == 0) return std::nullopt;
      --left_;
      auto& iteration = phases_->iteration();
      iteration.begin();
      do {
        iteration.select();
      } while (!iteration.expand());
      const std::uint64_t finished = iteration.counts().finished;
      descent.result = phases_->evaluate(budget_.next_games());
      if (descent.result.games == 0) left_ = 0;
      if (descents_++ % kChecked == 0) phases_->check(choices_);
      std::swap(iteration.path(), descent.path);
      pass_down(descent.path.steps());
      return iteration.counts().finished == finished ? descent.result.games : 0;
    }

    void back_up(Descent& descent) {
      add_to_path(descent.path.steps());
      std::swap(phases_->iteration().path(), descent.path);
      phases_->iteration().back_up(descent.result);
    }

    /// The cache lines of its tree.
    [[nodiscard]] SharedLines& lines() { return lines_; }

    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& /*workers*/) const override {
      assert(Phases::is_sound(*tree_));
      SearchResult result = make_result(*tree_, phases_->iteration().counts(), final_move_);
      phases_->add_counters(result);
      result.count("choices_checked", choices_.checked);
      result.count("choices_differing", choices_.differing);
      add_counters(lines_, result);
      return result;
    }

   private:
    // A shared word per child, as with PackedLoss: written on the way down and up. Before these lie
    // the numbers of children and of those tried. Who tries a child does not look at the others.
    static constexpr std::uint32_t kWordsPerLine = Arena::kLine / sizeof(Stat);
    static SharedLines::Line line(Node node, std::uint32_t word) {
      return (SharedLines::Line{node} << 32U) + word / kWordsPerLine;
    }
    static SharedLines::Line line(Step step) { return line(step.node, step.slot + 1); }

    template <class Steps>
    void pass_down(const Steps& steps) {
      if (!lines_.cost()) return;
      for (const auto& step : steps) {
        if (phases_->is_trial(step)) {
          lines_.write(line(step.node, 0));
        } else {
          const std::uint32_t words = tree_->size(step.node) + 1;
          for (std::uint32_t word = 0; word < words; word += kWordsPerLine) {
            lines_.read(line(step.node, word));
          }
        }
        lines_.write(line(step));
      }
    }
    template <class Steps>
    void add_to_path(const Steps& steps) {
      for (std::size_t i = steps.size(); i-- > 0;) lines_.write(line(steps[i]));
    }

    Tree* tree_;
    FinalMove final_move_;
    int games_;  // of an iteration
    Budget budget_;
    Pace pace_;
    SharedLines lines_;
    std::uint64_t left_ = 0;  // claimed and not yet begun
    std::optional<Phases> phases_;
    std::uint64_t descents_ = 0;
    ChoiceCounts choices_;
  };

  [[nodiscard]] int trees() const {
    return options_.scheme == VirtualScheme::kRoot ? options_.workers : options_.trees;
  }

  void simulate(Teams& teams, VirtualWorld& world) const {
    std::vector<Descent> descents(static_cast<std::size_t>(world.descenders()));
    const auto team_of = [&](int worker) -> Team& {
      return team_at<Team>(teams, static_cast<std::size_t>(worker % trees()));
    };
    // Its accesses to shared lines follow those of its last backup.
    const auto descend = [&](int worker) {
      Team& team = team_of(worker);
      const auto found = team.descend(descents[static_cast<std::size_t>(worker)]);
      if (found) world.descend(worker, *found, team.lines().end());
    };
    const int planted = static_cast<int>(teams.size());  // fewer than trees, if iterations are few
    const int working = planted < trees() ? planted : world.descenders();
    for (int worker = 0; worker < working; ++worker) {
      if (worker > 0 && team_of(worker).comes_late()) continue;
      team_of(worker).lines().begin(worker, 0);
      descend(worker);
    }
    while (const auto worker = world.next()) {
      team_of(*worker).lines().begin(*worker, world.now());
      team_of(*worker).back_up(descents[static_cast<std::size_t>(*worker)]);
      if (!world.over()) descend(*worker);
    }
  }

  Options options_;
  std::vector<Tree> trees_;
};

}  // namespace banyan

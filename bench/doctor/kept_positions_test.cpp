// Searches that keep a position in each node, as most first ones do: no descent plays moves again.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <sstream>
#include <vector>

#include "bench/doctor/diagnose.hpp"
#include "core/base/random.hpp"
#include "core/game/watched.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

using Position = Watched<TicTacToe>;

/// A position, and the results of the moves that led there.
struct KeptNode {
  Position position;
  std::vector<std::unique_ptr<KeptNode>> children = {};
  std::vector<Position::Move> untried = {};
  bool expanded = false;
  double visits = 0;
  double points = 0;
};

/// By the logarithm of `total`.
KeptNode& best_of(const KeptNode& node, double total) {
  KeptNode* best = nullptr;
  double most = -1;
  for (const auto& child : node.children) {
    const double value =
        child->points / child->visits + std::sqrt(2 * std::log(total) / child->visits);
    if (value <= most) continue;
    most = value;
    best = child.get();
  }
  return *best;
}

/// UCT by the textbook. Results go to the player who moved, or to the other one; N is a node's own
/// visits, or all that there will ever be.
Diagnosis diagnosis_of_kept_positions(bool of_the_other, std::uint64_t iterations,
                                      bool total_of_all = false) {
  std::ostringstream out;
  {
    const WatchLog log(out, "test", iterations);
    Random random({1, 0, 0, 0});
    KeptNode root{Position(TicTacToe())};
    for (std::uint64_t i = 0; i < iterations; ++i) {
      std::vector<KeptNode*> path{&root};
      while (!path.back()->position.over()) {
        KeptNode& node = *path.back();
        if (!node.expanded) {
          const auto legal = node.position.legal_moves();
          node.untried.assign(legal.begin(), legal.end());
        }
        node.expanded = true;
        const auto left = static_cast<std::uint32_t>(node.untried.size());
        if (left == 0) {
          path.push_back(
              &best_of(node, total_of_all ? static_cast<double>(iterations) : node.visits));
          continue;
        }
        const std::uint32_t drawn = random.below(left);
        Position next = node.position;
        next.play(node.untried[drawn]);
        node.untried[drawn] = node.untried[left - 1];
        node.untried.pop_back();
        path.push_back(node.children.emplace_back(std::make_unique<KeptNode>(next)).get());
        break;
      }
      Position end = path.back()->position;
      while (!end.over()) {
        const auto moves = end.legal_moves();
        end.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      const double first = end.result(0) / double{kWin};
      root.visits += 1;
      for (std::size_t depth = 1; depth < path.size(); ++depth) {
        const bool of_first = (path[depth - 1]->position.to_move() == 0) != of_the_other;
        path[depth]->visits += 1;
        path[depth]->points += of_first ? first : 1 - first;
      }
    }
  }
  return diagnose(read_watched_log(out.str()), {});
}

TEST(KeptPositions, AreHealthyWhereTheSearchIs) {
  const Diagnosis found = diagnosis_of_kept_positions(false, 1000);
  EXPECT_TRUE(found.findings.empty()) << diagnosis_text(found);
  EXPECT_TRUE(found.rule.starts_with("UCB1 with c = 1.41")) << found.rule;
}

TEST(KeptPositions, HideNoValuesOfTheOtherPlayer) {
  for (const std::uint64_t iterations : {300, 1000, 3000}) {
    const Diagnosis found = diagnosis_of_kept_positions(true, iterations);
    ASSERT_FALSE(found.findings.empty()) << iterations << "\n" << diagnosis_text(found);
    EXPECT_EQ(found.findings[0].name, "values-of-other-player") << diagnosis_text(found);
  }
}

TEST(KeptPositions, AreNotSaidToFollowARuleByTheFewChoicesThatDo) {
  const Diagnosis found = diagnosis_of_kept_positions(false, 2000, true);
  EXPECT_TRUE(found.rule.starts_with("None found")) << found.rule;
}

}  // namespace
}  // namespace banyan::bench::doctor

#include "bench/doctor/tree.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace banyan::bench::doctor {

void Tree::add_node(std::uint32_t state) {
  Node node;
  node.turn = log_->states[state].turn;
  node.move = log_->states[state].move;
  nodes_.push_back(std::move(node));
  sums_.resize(sums_.size() + ways_.size());
}

std::span<const std::uint32_t> Tree::descend() {
  const auto path = log_->path(search_->iterations[iteration_]);
  path_.assign(1, 0);
  chosen_.clear();
  std::uint32_t at = 0;
  for (std::size_t depth = 0;; ++depth) {
    const WatchedState& state = log_->states[path[depth]];
    if (!nodes_[at].knows_moves && state.legal > 0) {
      nodes_[at].knows_moves = true;
      nodes_[at].turn = state.turn;
      for (const std::uint32_t move : log_->legal_of(state)) {
        std::vector<Child>& children = nodes_[at].children;
        const auto is_same = [&](const Child& each) { return each.move == move; };
        if (std::none_of(children.begin(), children.end(), is_same)) {
          children.push_back({move, kNoState});
        }
      }
    }
    const std::uint32_t needed = at == 0 ? growth_.root : growth_.others;
    if (depth + 1 == path.size() || nodes_[at].visits++ < needed) break;
    const std::uint32_t move = log_->states[path[depth + 1]].move;
    std::vector<Child>& children = nodes_[at].children;
    auto child = std::find_if(children.begin(), children.end(),
                              [&](const Child& each) { return each.move == move; });
    if (child == children.end()) child = children.insert(children.end(), {move, kNoState});
    chosen_.push_back(static_cast<std::uint32_t>(child - children.begin()));
    if (child->node == kNoState) {
      const auto made = static_cast<std::uint32_t>(nodes_.size());
      child->node = made;
      add_node(path[depth + 1]);  // moves the nodes
      nodes_[made].parent = at;
      at = made;
    } else {
      at = child->node;
    }
    path_.push_back(at);
  }
  return path;
}

void Tree::back_up(std::span<const std::uint32_t> path) {
  Backed it;
  it.leaf = path_.size() - 1;
  it.root = nodes_[0].turn;
  const auto mover_into = [&](std::size_t depth) {
    return depth == 0 ? 1 - it.root : log_->states[path[depth - 1]].turn;
  };
  it.into_leaf = mover_into(it.leaf);
  it.into_end = mover_into(path.size() - 1);
  it.first = search_->iterations[iteration_].first;
  for (std::size_t depth = 0; depth < path_.size(); ++depth) {
    const Player mover = mover_into(depth);
    for (std::size_t way = 0; way < ways_.size(); ++way) {
      const Credit credit = ways_[way].credit(it, depth, mover);
      Candidate& sums = sums_[path_[depth] * ways_.size() + way];
      sums.visits += credit.visits;
      sums.value = credit.replaces ? credit.value : sums.value + credit.value;
    }
  }
  ++iteration_;
}

std::string Tree::line_to(std::uint32_t node) const {
  std::string line;
  for (; node != 0; node = nodes_[node].parent) {
    line = log_->words[nodes_[node].move] + (line.empty() ? "" : " ") + line;
  }
  return line;
}

Range constants_of(const Choice& choice, std::size_t way, const Formula& formula, bool tried) {
  /// Of means of at most 1, and more than searches lose with 32-bit floats.
  constexpr double kTolerance = 2e-6;
  const Tree& tree = *choice.tree;
  const std::vector<Tree::Child>& children = tree.children(choice.node);
  const auto sums_of = [&](const Tree::Child& child) {
    return child.node == kNoState ? Candidate{} : tree.sums(child.node, way);
  };
  const Candidate mine = sums_of(children[choice.chosen]);
  if (mine.visits == 0) return {};
  ParentVisits n{.own = tree.sums(choice.node, way).visits, .root = tree.sums(0, way).visits};
  for (const Tree::Child& child : children) {
    const double visits = sums_of(child).visits;
    if (visits == 0 && !tried) return {1, 0};
    n.children += visits;
  }
  const Score score = formula.score(mine, n);
  Range range;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i == choice.chosen) continue;
    const Candidate other = sums_of(children[i]);
    if (other.visits == 0) continue;
    const Score rival = formula.score(other, n);
    // score + c * exploration >= that of the rival
    const double behind = rival.value - score.value - kTolerance;
    const double ahead = score.exploration - rival.exploration;
    if (std::abs(ahead) < 1e-9) {
      if (behind > 0) return {1, 0};
    } else if (ahead > 0) {
      range.low = std::max(range.low, behind / ahead);
    } else {
      range.high = std::min(range.high, behind / ahead);
    }
  }
  return range;
}

}  // namespace banyan::bench::doctor

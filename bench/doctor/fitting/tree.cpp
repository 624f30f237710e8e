// Rebuilds trees from logs, and says with which constants a choice follows a rule.
#include "bench/doctor/fitting/tree.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::bench::doctor {

Tree::Tree(const Reading& reading, std::size_t search, std::span<const Backup> ways)
    : reading_(&reading), which_(search), search_(&reading.searches()[search]), ways_(ways) {
  before_.fill(0.5F);
  add_node(search_->root);
}

void Tree::add_node(std::uint32_t state) {
  Node node;
  node.turn = log().states[state].turn;
  node.move = log().states[state].move;
  nodes_.push_back(std::move(node));
  sums_.resize(sums_.size() + ways_.size());
}

void Tree::begin(Descent& descent) {
  descent.nodes.assign(1, 0);
  descent.ended = false;
  ++nodes_[0].in_flight;
}

void Tree::learn_moves(std::uint32_t at, const WatchedState& state) {
  Node& node = nodes_[at];
  const bool has_priors = state.first_prior != kNoState;  // mostly not yet in the first playout
  if (state.legal == 0 || (node.knows_moves && (node.knows_priors || !has_priors))) return;
  node.knows_moves = true;
  node.knows_priors = has_priors;
  node.turn = state.turn;
  const auto legal = log().legal_of(state);
  const float equal = 1.0F / static_cast<float>(legal.size());
  std::vector<Child> children;
  children.reserve(legal.size());
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const float prior = has_priors ? log().priors[state.first_prior + i] : equal;
    children.push_back({legal[i], kNoState, prior});
  }
  for (const Child& known : node.children) {
    const auto same = std::find_if(children.begin(), children.end(),
                                   [&](const Child& each) { return each.move == known.move; });
    if (same != children.end()) {
      same->node = known.node;
    } else {
      children.push_back(known);
    }
  }
  node.children = std::move(children);
}

std::uint32_t Tree::child_of(std::uint32_t node, std::uint32_t move) {
  std::vector<Child>& children = nodes_[node].children;
  auto child = std::find_if(children.begin(), children.end(),
                            [&](const Child& each) { return each.move == move; });
  if (child == children.end()) child = children.insert(children.end(), {move, kNoState, 1});
  return static_cast<std::uint32_t>(child - children.begin());
}

std::uint32_t Tree::next_child(Descent& descent, std::size_t i) {
  const WatchedIteration& iteration = search_->iterations[i];
  const auto path = log().path(iteration);
  const std::size_t depth = descent.nodes.size() - 1;
  const std::uint32_t at = descent.nodes.back();
  learn_moves(at, log().states[path[depth]]);
  Node& node = nodes_[at];
  const Growth& growth = reading_->growth;
  const std::uint32_t needed = node.turn == kChance ? growth.chance
                               : at == 0            ? growth.root
                                                    : growth.others;
  const std::uint32_t visits = growth.by_results ? node.results : node.passed;
  ++node.passed;
  const bool is_leaf = iteration.leaf != kNoState ? depth >= iteration.leaf : visits < needed;
  if (depth + 1 == path.size() || is_leaf) {
    descent.ended = true;
    return kNoState;
  }
  return child_of(at, log().states[path[depth + 1]].move);
}

void Tree::descend(Descent& descent, std::size_t i, std::uint32_t chosen) {
  const std::uint32_t at = descent.nodes.back();
  std::uint32_t to = nodes_[at].children[chosen].node;
  if (to == kNoState) {
    to = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children[chosen].node = to;
    add_node(log().path(search_->iterations[i])[descent.nodes.size()]);  // moves the nodes
    nodes_[to].parent = at;
  }
  ++nodes_[to].in_flight;
  descent.nodes.push_back(to);
}

void Tree::back_up(const Descent& descent, std::size_t i) {
  const WatchedIteration& iteration = search_->iterations[i];
  const auto path = log().path(iteration);
  const auto mover_into = [&](std::size_t depth) {
    const Player root = nodes_[0].turn;
    if (depth > 0) return log().states[path[depth - 1]].turn;
    return root < 0 ? root : (root + log().players - 1) % log().players;
  };
  const double playouts = reading_->one_visit ? 1 : iteration.playouts;
  Backed it{.leaf = descent.nodes.size() - 1,
            .root = nodes_[0].turn,
            .into_leaf = mover_into(descent.nodes.size() - 1),
            .into_end = mover_into(path.size() - 1),
            .players = log().players,
            .playouts = static_cast<double>(iteration.playouts),
            .results = &iteration.results,
            .last = &iteration.last,
            .before = &before_};
  for (std::size_t depth = 0; depth < descent.nodes.size(); ++depth) {
    const Player mover = mover_into(depth);
    Node& node = nodes_[descent.nodes[depth]];
    ++node.results;
    --node.in_flight;
    for (std::size_t way = 0; way < ways_.size(); ++way) {
      const Credit credit = ways_[way].credit(it, depth, mover);
      Sums& sums = sums_[descent.nodes[depth] * ways_.size() + way];
      sums.visits += credit.visits * playouts;
      if (credit.replaces) {
        sums.value = credit.value;
        sums.squares = credit.value * credit.value;
      } else {
        sums.value += credit.value * playouts;
        sums.squares += credit.value * credit.value * playouts;
      }
    }
  }
  before_ = iteration.results;
}

std::string Tree::line_to(std::uint32_t node) const {
  std::string line;
  for (; node != 0; node = nodes_[node].parent) {
    line = log().words[nodes_[node].move] + (line.empty() ? "" : " ") + line;
  }
  return line;
}

void Statistics::gather(const Choice& choice, std::size_t way) {
  const Tree& tree = *choice.tree;
  const Reading& reading = tree.reading();
  const std::vector<Tree::Child>& all = tree.children(choice.node);
  // The descent itself is in flight down to this node.
  const double weight = reading.shown == Shown::kLosses   ? reading.losses
                        : reading.shown == Shown::kVisits ? 1
                                                          : 0;
  const auto others_in_flight = [&](std::uint32_t node, double own) {
    return weight == 0 ? 0 : weight * (static_cast<double>(tree.in_flight(node)) - own);
  };
  parent = {};
  chosen = choice.chosen;
  any_untried = false;
  children.resize(all.size());
  double value = 0;
  double visits = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Candidate& child = children[i];
    child = {};
    child.prior = static_cast<double>(all[i].prior);
    child.mirrored_prior = static_cast<double>(all[all.size() - 1 - i].prior);
    child.equal_prior = 1.0 / static_cast<double>(all.size());
    if (all[i].node != kNoState) {
      const Tree::Sums sums = tree.sums(all[i].node, way);
      const double flying = others_in_flight(all[i].node, 0);
      child.shown = sums.visits + flying;
      child.visits = reading.shown == Shown::kLosses ? child.shown : sums.visits;
      child.value = sums.value;
      child.squares = sums.squares;
      value += sums.value;
      visits += sums.visits;
    }
    parent.children += child.shown;
    any_untried = any_untried || child.shown == 0;
  }
  parent.set_totals(tree.sums(choice.node, way).visits + others_in_flight(choice.node, 1),
                    tree.sums(0, way).visits + others_in_flight(0, 1));
  if (visits > 0) parent.children_mean = value / visits;
  // Of two players, what a node is worth to one is what it is not to the other.
  const Tree::Sums own = tree.sums(choice.node, way);
  if (own.visits > 0) {
    const double mean = own.value / own.visits;
    parent.own_mean = tree.moves_again(choice.node) ? mean : 1 - mean;
  }
}

Range constants_of(const Statistics& statistics, const Formula& formula, bool tried) {
  // Searches round to 32-bit floats: means of at most 1, and explorations by their size.
  constexpr double kTolerance = 2e-6;
  constexpr double kRounding = 1e-6;
  const Candidate& mine = statistics.children[statistics.chosen];
  if (!formula.scores_untried()) {
    if (mine.shown == 0) return {};
    if (statistics.any_untried && !tried) return {1, 0};
  }
  const Score own = score(formula, mine, statistics.parent);
  Range range;
  for (std::size_t i = 0; i < statistics.children.size(); ++i) {
    if (i == statistics.chosen) continue;
    const Candidate& other = statistics.children[i];
    if (other.shown == 0 && (tried || !formula.scores_untried())) continue;
    const Score rival = score(formula, other, statistics.parent);
    // score + c * exploration >= that of the rival
    const double behind = rival.value - own.value - kTolerance;
    const double ahead = own.exploration - rival.exploration;
    const double slack = 1e-9 + kRounding * std::abs(own.exploration + rival.exploration);
    if (std::abs(ahead) < slack) {
      if (behind > 0) return {1, 0};
    } else if (ahead > 0) {
      range.low = std::max(range.low, behind / (behind > 0 ? ahead + slack : ahead - slack));
    } else {
      range.high = std::min(range.high, behind / (behind > 0 ? ahead - slack : ahead + slack));
    }
    if (range.low > range.high) break;
  }
  return range;
}

}  // namespace banyan::bench::doctor

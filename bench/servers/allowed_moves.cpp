// Sequential halving over moves.
#include "bench/servers/allowed_moves.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <utility>

#include "bench/registry/limits.hpp"

namespace banyan::bench {
namespace {

/// A search's value for the side to move: the mean of all visits, since the best move's mean is too
/// high if moves were visited once.
double mean_of(const SearchResult& found) {
  const auto visits = static_cast<double>(found.root_visits());
  if (found.proven || visits == 0) return found.value;
  double sum = 0;
  for (const RootChild& child : found.children) {
    sum += static_cast<double>(child.visits) * child.mean();
  }
  return sum / visits;
}

/// A move's result: from its last and longest search, with all its visits.
struct Candidate {
  RootChild child;
  Line line;
};

class MoveSearch {
 public:
  MoveSearch(AnyEngine& engine, const AnyGame& position) : engine_(engine), position_(position) {}

  void search(std::uint32_t move, const Limits& limits, const StreamKey& key,
              const std::stop_token& stop) {
    Candidate& candidate = candidates_[move];
    candidate.child.move = move;
    const auto next = position_.clone();
    next->play(move);
    const Player mover = position_.to_move();
    if (next->over()) {
      candidate.child.value = static_cast<double>(next->result(mover)) / kWin;
      ++candidate.child.visits;
      candidate.line = {move};
      ++result_.finished;
      ++result_.iterations;
      return;
    }
    const SearchResult found = engine_.search(*next, limits, key, stop);
    const double value = mean_of(found);
    candidate.child.value = next->to_move() == mover ? value : 1 - value;
    candidate.child.visits += std::max<std::uint64_t>(1, found.visits());
    candidate.line = {move};
    candidate.line.insert(candidate.line.end(), found.principal_variation.begin(),
                          found.principal_variation.end());
    result_.iterations += found.iterations;
    result_.playouts += found.playouts;
    result_.finished += found.finished;
    result_.seconds += found.seconds;
  }

  [[nodiscard]] double value(std::uint32_t move) const {
    const auto found = candidates_.find(move);
    return found == candidates_.end() ? -1 : found->second.child.mean();
  }

  SearchedMoves result(std::uint32_t best) {
    RootLines lines;
    for (const auto& [move, candidate] : candidates_) {
      result_.children.push_back(candidate.child);
      lines[move] = candidate.line;
    }
    result_.best_move = best;
    result_.value = value(best);
    result_.principal_variation = lines.at(best);
    return {std::move(result_), std::move(lines)};
  }

 private:
  AnyEngine& engine_;
  const AnyGame& position_;
  std::map<std::uint32_t, Candidate> candidates_;
  SearchResult result_;
};

}  // namespace

SearchedMoves search_moves(AnyEngine& engine, const AnyGame& position,
                           std::vector<std::uint32_t> moves, const Limits& limits,
                           const StreamKey& key, std::size_t most, const std::stop_token& stop) {
  if (moves.empty() || moves.size() == position.legal_moves().size()) {
    SearchResult found = engine.search(position, limits, key, stop);
    RootLines lines = root_lines(engine, found, most);
    return {std::move(found), std::move(lines)};
  }
  constexpr std::uint64_t kStreamsOfRound = 1U << 16U;  // keys beyond those of a game's moves
  MoveSearch search(engine, position);
  const std::size_t halvings = static_cast<std::size_t>(std::bit_width(moves.size() - 1));
  const std::size_t rounds = std::max<std::size_t>(1, halvings);
  bool searched = false;
  for (std::size_t round = 1; round <= rounds && !stop.stop_requested(); ++round) {
    const Limits part = times(limits, 1.0 / static_cast<double>(rounds * moves.size()));
    for (std::size_t i = 0; i < moves.size() && !(searched && stop.stop_requested()); ++i) {
      const StreamKey own{key.seed, key.game, key.move + round * kStreamsOfRound + i, key.worker};
      search.search(moves[i], part, own, stop);
      searched = true;
    }
    std::stable_sort(moves.begin(), moves.end(), [&](std::uint32_t a, std::uint32_t b) {
      return search.value(a) > search.value(b);
    });
    if (round < rounds) moves.resize((moves.size() + 1) / 2);
  }
  return search.result(moves.front());
}

}  // namespace banyan::bench

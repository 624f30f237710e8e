// Playouts drawn ahead: many at once, before the search gets to their leaves.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/playout/playout.hpp"
#include "core/result/result.hpp"
#include "core/search/next_trials.hpp"
#include "core/search/uct.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// A tree whose nodes draw one of their untried moves at random for each trial, of a game whose
/// playouts are so much faster many at once that drawing them ahead pays. The game says how many
/// leaves may have a trial of their own at most:
///
///   G::kFirstsAhead    0 where few leaves are visited again soon
template <class Tree>
concept DrawsTrials = BatchPlayout<typename Tree::GameType> && Tree::GameType::kMaxMoves <=
                      Trial::kMostMoves&& requires(Tree& tree, Node node,
                                                   typename Tree::Move move) {
  { Tree::GameType::kFirstsAhead } -> std::convertible_to<std::size_t>;
  { tree.draws(node) } -> std::same_as<bool>;
  { tree.untried(node) } -> std::convertible_to<typename Tree::MoveSet>;
  { tree.try_move(node, move) } -> std::same_as<Slot>;
};

/// What UctIteration::run() takes for a playout policy, by which the search stays UCT in
/// distribution.
///
/// A node's next trial is a random one of its untried moves, and a playout behind it. Its
/// distribution depends on the position and the untried moves alone, not on when it is drawn. So
/// those that the search will probably want are drawn ahead, and their playouts are made many at
/// once, which costs a fraction of making them one by one. Until the search wants a trial, nothing
/// it does depends on what was drawn. It draws one as ever if none is there, and makes the playout
/// if its turn has not come; a trial that is never wanted is forgotten.
///
/// When a node makes a trial, its next two are drawn, and for a new leaf the first of its node to
/// be, as long as there are few: most leaves never get a node.
template <DrawsTrials Tree>
class DrawnAhead {
 public:
  using G = typename Tree::GameType;
  using Move = typename Tree::Move;
  using MoveSet = typename Tree::MoveSet;

  /// Uses at most so many bytes for trials, and some kilobytes more.
  explicit DrawnAhead(std::size_t bytes) : table_(bytes / 2) {}  // growing takes half as much again

  /// Whether it pays in a search from here: at the end of a game, playouts alone are fast enough.
  static bool pays(const G& position, Random random) {
    constexpr int kGames = 4;
    constexpr int kFewestPlies = 24;
    int plies = 0;
    for (int i = 0; i < kGames; ++i) plies += uniform_playout(position, random).plies;
    return plies >= kGames * kFewestPlies;
  }

  /// Begins a search.
  void start(Random& random) {
    root_ = random.next();
    waiting_ = 0;
    trial_ = {};
    leaf_ = 0;
    drawn_ = used_ = 0;
    table_.clear();
  }

  /// Chooses the child that a node tries next, at whose position `path` arrived.
  template <class Path>
  bool try_next(Tree& tree, Node node, Slot& slot, const G& position, const Path& path,
                Random& random) {
    if (waiting_ > kTogether - kMostDrawn) play_out(random);
    std::uint64_t way = root_;
    for (const auto& step : path.steps()) way = longer(way, tree.move(step.node, step.slot));
    if (tree.draws(node)) {
      trial_ = take(scramble(way), tree.untried(node), position, random);
      slot = tree.try_move(node, static_cast<Move>(trial_.move()));
    } else {
      trial_ = {};
      tree.try_next(node, slot, random);
    }
    leaf_ = scramble(longer(way, tree.move(node, slot)));
    table_.prefetch(leaf_);
    return true;
  }

  /// The result of that trial, whose position is not over. Without a trial, as at a leaf that stays
  /// one, it is a playout like any other.
  Evaluation operator()(const G& position, Random& random) {
    const Trial trial = std::exchange(trial_, {});
    if (trial.known()) ++used_;
    const Points first = trial.known() ? trial.first() : uniform_playout(position, random).first;
    const std::uint64_t leaf = std::exchange(leaf_, 0);
    if (leaf != 0 && table_.size() < G::kFirstsAhead) {
      const MoveSet legal = position.legal_set();
      NextTrials& entry = table_.at(leaf);
      entry.untried = hash_of(legal);
      entry.next = {draw(leaf, legal, position, random), {}};
    }
    return {1, static_cast<std::uint32_t>(first)};
  }

  /// Adds to the counters how many playouts this search made ahead, and how many it used.
  void count(SearchResult& result) const {
    result.count("playouts_ahead", drawn_);
    result.count("playouts_used", used_);
  }

 private:
  static constexpr std::size_t kTogether = 512;
  static constexpr std::size_t kMostDrawn = 3;  // by one iteration

  /// A playout that waits for its turn.
  struct Waiting {
    std::uint64_t place;
    Trial trial;
  };

  static std::uint64_t mixed(std::uint64_t number, std::uint64_t more) {
    return (number + more + 1) * 0x9e3779b97f4a7c15ULL;  // 2^64 over the golden ratio
  }
  static std::uint64_t longer(std::uint64_t way, Move move) {
    return mixed(way, static_cast<std::uint64_t>(move));
  }
  static std::uint32_t hash_of(const MoveSet& set) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : set.words) hash = mixed(hash, word);
    return static_cast<std::uint32_t>(hash >> 32U);
  }

  /// A node's next trial. Draws those after it.
  Trial take(std::uint64_t place, MoveSet untried, const G& position, Random& random) {
    NextTrials& entry = table_.at(place);
    std::array<Trial, 2> known;
    if (entry.untried == hash_of(untried)) known = entry.next;
    if (known[0].none()) {
      const auto size = static_cast<std::uint32_t>(untried.size());
      known[0] = Trial(untried.take_nth(random.below(size)));
    } else {
      untried.erase(known[0].move());
    }
    const int left = untried.size();
    entry.untried = hash_of(untried);
    if (left > 0 && known[1].none()) known[1] = draw(place, untried, position, random);
    entry.next = {known[1], {}};
    if (left > 1) {
      untried.erase(known[1].move());
      entry.next[1] = draw(place, untried, position, random);
    }
    return known[0];
  }

  /// A trial of one of these moves, whose playout will be made.
  Trial draw(std::uint64_t place, MoveSet untried, const G& position, Random& random) {
    const auto size = static_cast<std::uint32_t>(untried.size());
    const Trial trial(untried.take_nth(random.below(size)));
    G& leaf = leaves_[waiting_];
    leaf = position;
    leaf.play(static_cast<Move>(trial.move()));
    if (!leaf.over()) places_[waiting_++] = {place, trial};
    return trial;
  }

  [[gnu::noinline]] void play_out(Random& random) {
    std::array<Points, kTogether> first;
    const std::span<const G> leaves(leaves_.data(), waiting_);
    uniform_playouts<G>(leaves, std::span(first).first(waiting_), random);
    for (std::size_t i = 0; i < waiting_; ++i) {
      if (i + 8 < waiting_) table_.prefetch(places_[i + 8].place);
      NextTrials* const entry = table_.find(places_[i].place);
      if (entry == nullptr) continue;
      for (Trial& next : entry->next) {
        if (next == places_[i].trial) next.learn(first[i]);
      }
    }
    drawn_ += waiting_;
    waiting_ = 0;
  }

  NextTrialsTable table_;
  std::uint64_t root_ = 0;  // a random number for each search
  Trial trial_;             // of the current iteration, if it makes one
  std::uint64_t leaf_ = 0;  // the place behind it
  std::uint64_t drawn_ = 0;
  std::uint64_t used_ = 0;
  std::size_t waiting_ = 0;
  std::array<Waiting, kTogether> places_{};
  std::array<G, kTogether> leaves_{};
};

}  // namespace banyan

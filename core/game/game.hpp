// The game concept: what the search needs of a game, and the refinements it can use.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/base/random.hpp"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Searches count on infinities and on the order of operations: compile without -ffast-math."
#endif

namespace banyan {

/// The result of a finished game for one player, in half points: integers, so that sums of any
/// number of games stay exact.
using Points = int;
inline constexpr Points kLoss = 0;
inline constexpr Points kDraw = 1;
inline constexpr Points kWin = 2;

/// The other side's points in a two-player zero-sum game.
constexpr Points opposite(Points points) { return kWin - points; }

/// A player's index, from 0; player 0 moves first.
using Player = int;

/// The player to move when chance decides: dice fall, cards are dealt.
inline constexpr Player kChance = -1;

/// A list of at most Capacity moves that lives on the stack.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  using value_type = Move;

  void clear() { size_ = 0; }
  void push_back(Move move) {
    assert(size_ < Capacity);
    if (size_ >= Capacity) __builtin_unreachable();
    moves_[size_++] = move;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Replaces the moves: write(moves) writes them, and returns how many it wrote.
  template <class Write>
  void fill(const Write& write) {
    size_ = write(moves_);
    assert(size_ <= Capacity);
  }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move& operator[](std::size_t i) const { return moves_[i]; }
  Move* begin() { return moves_; }
  Move* end() { return moves_ + size_; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }

 private:
  std::size_t size_ = 0;
  Move moves_[Capacity];
};

template <class G>
using MovesOf = MoveList<typename G::Move, G::kMaxMoves>;

/// A game position, a value: copies share nothing that changes. Most are a few plain bytes.
///
/// Which search to use: SequentialSearch (core/search/search.hpp) and the parallel ones beside it
/// take any TwoPlayerGame, alternating or not. GeneralSearch
/// (parallel/strategies/general_search.hpp) takes every other Game. HiddenSearch takes a HiddenGame
/// (core/game/hidden_game.hpp).
///
///   Move             an unsigned integer of at most 32 bits that names a move
///   kMaxMoves        no position has more legal moves
///   to_move()        whose turn it is; meaningless once the game is over
///   legal_moves()    at least one while the game is not over; any fixed order
///   play(move)       makes a legal move
///   over()           whether the game has ended
///   result(player)   the ended game's result for that player
template <class G>
concept Game = std::copyable<G> && std::equality_comparable<G> &&
                   std::unsigned_integral<typename G::Move> && sizeof(typename G::Move) <= 4 &&
               requires(const G position, G next, typename G::Move move, Player player) {
  requires G::kMaxMoves >
  0;
  { position.to_move() } -> std::same_as<Player>;
  { position.legal_moves() } -> std::same_as<MovesOf<G>>;
  { next.play(move) } -> std::same_as<void>;
  { position.over() } -> std::same_as<bool>;
  { position.result(player) } -> std::same_as<Points>;
};

/// A set of moves, one bit each, like BitSet (core/base/bits.hpp). `~set` is the complement, and
/// take_nth(n) removes the nth smallest move and returns it.
template <class S>
concept SetOfMoves = std::is_trivially_copyable_v<S> &&
    requires(const S set, S changed, int move, std::uint32_t n) {
  { set.contains(move) } -> std::convertible_to<bool>;
  { set.size() } -> std::same_as<int>;
  { ~set } -> std::same_as<S>;
  { changed.take_nth(n) } -> std::convertible_to<int>;
  changed.insert(move);
};

/// Refinement: a game with moves numbered below kMaxMoves and also given as a set. Its tree stores
/// untried moves in a few words.
template <class G>
concept MoveSetGame = Game<G> && requires(const G position) {
  { position.legal_set() } -> SetOfMoves;
};

/// Refinement: a game with 1 to kMaxPlayers players, but not two. Results need not sum to zero. At
/// most one player wins, and the winner determines the results of all others.
template <class G>
concept ManyPlayers = Game<G> && requires(const G position) {
  requires G::kMaxPlayers >= 1;
  { position.players() } -> std::same_as<int>;
};

/// The number of players.
template <Game G>
constexpr int players_of(const G& position) {
  if constexpr (ManyPlayers<G>) {
    return position.players();
  } else {
    return 2;
  }
}

/// The most players that a game can have.
template <Game G>
constexpr int max_players() {
  if constexpr (ManyPlayers<G>) {
    return G::kMaxPlayers;
  } else {
    return 2;
  }
}

/// Refinement: a game with chance. Where to_move() is kChance, legal_moves() are the outcomes that
/// can happen, and play() makes one happen.
///
///   draw(random)         an outcome, by its probability
///   probability(move)    of that outcome; those of all legal moves add up to 1
template <class G>
concept ChanceGame = Game<G> && requires(const G position, typename G::Move move, Random& random) {
  { position.draw(random) } -> std::same_as<typename G::Move>;
  { position.probability(move) } -> std::same_as<double>;
};

/// Refinement: a game whose moves, and chance's outcomes, earn rewards. Its result() is
/// meaningless.
///
///   reward(player)    what the last play() earned that player; 0 before the first
///   kDiscount         gamma, in (0, 1]: the factor on rewards after each decision
///   kLargestReturn    returns should stay within +- this, and are clamped to it
///   kUnit             optional: what rewards are, as in "minutes"
///
/// Instead of the numbers, a game known at run time has discount() and largest_return().
template <class G>
concept RewardGame = Game<G> && requires(const G position, Player player) {
  { position.reward(player) } -> std::same_as<double>;
} &&(
    requires {
      { G::kDiscount } -> std::convertible_to<double>;
      { G::kLargestReturn } -> std::convertible_to<double>;
    } ||
    requires(const G position) {
      { position.discount() } -> std::same_as<double>;
      { position.largest_return() } -> std::same_as<double>;
    });

/// A zero-sum game of two players, without chance or rewards. The same player may move several
/// times in a row.
template <class G>
concept TwoPlayerGame = Game<G> && !ManyPlayers<G> && !ChanceGame<G> && !RewardGame<G>;

/// Refinement: a two-player game that promises, by `static constexpr bool kAlternates = true`, that
/// the players alternate until the game ends. A search then need not record who made which move. If
/// the promise is broken, the search is wrong; debug builds and the conformance tests
/// (games/conformance_test.hpp) detect it.
template <class G>
concept AlternatingGame = TwoPlayerGame<G> && requires {
  requires G::kAlternates;
};

/// A simulated game: its result for player 0 and how many moves were played.
struct Playout {
  Points first;
  int plies;

  /// The result for `player` of a two-player zero-sum game.
  [[nodiscard]] Points result(Player player) const { return player == 0 ? first : opposite(first); }
};

/// The playout always runs until its game is over.
struct NeverStops {
  bool operator()() const { return false; }
};

/// The moves of a playout between two questions whether to stop: they cost far more than reading
/// the clock.
inline constexpr int kMovesUntilAsked = 1024;

/// Refinement: a game with a playout faster than move by move. `playout` must choose uniformly
/// among the legal moves, or give the same distribution of results. It is not called once the game
/// is over, and may leave the position in any state. A search whose time is up waits for it, so
/// games that may be long should be played move by move.
template <class G>
concept FastPlayout = Game<G> && requires(G position, Random& random) {
  { position.playout(random) } -> std::same_as<Playout>;
};

/// Refinement: a game that plays many games at once, faster than one by one. Each game is
/// independent of the others and distributed as if its moves were uniform. Both functions draw a
/// few numbers from `random` to seed their own generators. Their results depend only on these, not
/// on the processor.
///
///   play_out(leaves, first, random)       plays one game from each leaf (at least one, none of
///                                         which is over) and writes its result for player 0 to
///                                         the same place of `first`, which is as long; the leaves
///                                         may be any mix of positions on boards of one size
///   play_out_from(leaf, games, random)    the sum of player 0's points in 1 to 2^31 - 1 games from
///                                         one leaf
///   kFewTogether                          optional: from how many games on they are called; 8
template <class G>
concept BatchPlayout = Game<G> && requires(std::span<const G> leaves, std::span<Points> first,
                                           const G& leaf, std::uint32_t games, Random& random) {
  { G::play_out(leaves, first, random) } -> std::same_as<void>;
  { G::play_out_from(leaf, games, random) } -> std::same_as<std::uint32_t>;
};

/// Refinement: a game whose own playouts can be stopped: StopAsked or the like. Instead of the two
/// refinements above; the functions of core/playout/playout.hpp say what each does.
///
///   playout(random, stop)                        one game
///   play_out(leaves, first, random, stop)        one from each leaf; false if it was stopped
///   play_out_from(leaf, games, random, sum, stop)   adds player 0's points to `sum`, and returns
///                                                how many games were finished
template <class G>
concept StoppablePlayouts = Game<G> &&
    requires(const G position, std::span<const G> leaves, std::span<Points> first,
             std::uint32_t games, std::uint32_t& sum, Random& random, const NeverStops& stop) {
  { position.playout(random, stop) } -> std::same_as<Playout>;
  { G::play_out(leaves, first, random, stop) } -> std::same_as<bool>;
  { G::play_out_from(position, games, random, sum, stop) } -> std::same_as<std::uint32_t>;
};

/// Whether many playouts together are faster than one by one.
template <class G>
inline constexpr bool kPlaysTogether = BatchPlayout<G> || StoppablePlayouts<G>;

/// Refinement: a game with positions so large that batches store few of them and rebuild leaves
/// where they are played out.
///
///   G::Leaf                                 what a playout needs of a position: a position can be
///                                           assigned to it, and moves are played on it
///   over_after(move)                        whether the game is over then
///   play_out(leaves, make, first, random)   the same for leaves that do not exist yet:
///                                           make(i, leaf) makes the ith, once
template <class G>
concept ScatteredPlayout = BatchPlayout<G> &&
    requires(std::size_t leaves, void (&make)(std::size_t, typename G::Leaf&),
             std::span<Points> first, Random& random, const G& position, typename G::Move move,
             typename G::Leaf leaf) {
  { G::play_out(leaves, make, first, random) } -> std::same_as<void>;
  { position.over_after(move) } -> std::same_as<bool>;
  leaf = position;
  leaf.play(move);
};

}  // namespace banyan

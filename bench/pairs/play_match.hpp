// Matches between two players of a game of one's own: banyan::play_match().
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench/pairs/drawn_openings.hpp"
#include "bench/statistics/statistics.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/search/search.hpp"

namespace banyan {

/// How a match is played. It depends on these and on its players, not on `concurrency`.
struct MatchOptions {
  std::string a = "A";  ///< the players' names, for messages
  std::string b = "B";
  std::uint64_t pairs = 100;  ///< of games: each opening twice, with colours swapped
  std::uint64_t seed = 1;     ///< of openings and of the players' random numbers
  int opening_plies = 4;      ///< random moves of an opening; 0: every game from the start
  /// Openings are even by a search of so many iterations; 0: any that leaves a game to play.
  std::uint64_t judging_iterations = kJudgingIterations;
  double even_within = kEvenWithin;              ///< how far from 1/2 that search may value them
  std::optional<bench::SprtSettings> sprt = {};  ///< ends the match once it has decided
  /// Games at a time, each with players of its own. With limits of time, no more than cores.
  int concurrency = 1;
};

/// One game, from its opening on.
struct MatchGame {
  bool a_first = true;               ///< A is player 0
  std::vector<std::uint32_t> moves;  ///< without those of the opening
  Points result_a = kDraw;
};

/// Two games from one opening.
struct MatchPair {
  std::uint64_t number = 0;
  DrawnOpening opening;
  std::array<MatchGame, 2> games;  ///< A is player 0 in the first one
};

/// A match, or what was played of it. Pairs that only repeat earlier ones count once, as in
/// `banyan match` (bench/statistics/repeats.hpp).
struct MatchResult {
  std::vector<MatchPair> pairs;                        ///< all that were played, in order
  bench::Pentanomial pentanomial{};                    ///< of A, by the pairs that count
  bench::Trinomial losses_draws_wins{};                ///< of A, in their games
  std::optional<double> llr = {};                      ///< of the SPRT, if there is one
  bench::Verdict verdict = bench::Verdict::kContinue;  ///< of the SPRT
  bool only_repeats = false;  ///< further pairs would only repeat these: the match has ended
  bool interrupted = false;   ///< by a stop request, before its end

  /// Elo of A over B with its 95 % interval, from the results of pairs; format_elo() writes it.
  [[nodiscard]] bench::Estimate elo() const { return bench::elo(pentanomial); }
};

/// Thrown for a player that gives a move that is not legal, or throws. what() is a sentence that
/// names player, game and move.
class PlayerFault : public std::runtime_error {
 public:
  PlayerFault(const std::string& sentence, std::uint64_t pair, std::vector<std::uint32_t> moves)
      : std::runtime_error(sentence), pair_(pair), moves_(std::move(moves)) {}

  [[nodiscard]] std::uint64_t pair() const { return pair_; }
  /// The moves of the game up to there, those of the opening first.
  [[nodiscard]] const std::vector<std::uint32_t>& moves() const { return moves_; }

 private:
  std::uint64_t pair_;
  std::vector<std::uint32_t> moves_;
};

/// A player that needs only the position.
template <class P, class G>
concept SimplePlayer = requires(P player, const G position) {
  { player(position) } -> std::integral;
};

/// A player that also takes a key for its random numbers, different for each move of a match, and
/// a token that asks it to return soon.
template <class P, class G>
concept KeyedPlayer = requires(P player, const G position, const StreamKey key,
                               const std::stop_token stop) {
  { player(position, key, stop) } -> std::integral;
};

/// What makes a player: called once for each game that is played at a time.
template <class Make, class G>
concept MakesPlayers = std::invocable<Make&> &&
    (SimplePlayer<std::invoke_result_t<Make&>, G> || KeyedPlayer<std::invoke_result_t<Make&>, G>);

/// Makes players that search: `Search` is SequentialSearch<G>, LeasedSearch<G> or any other.
///
///   searches<SequentialSearch<G>>(SearchOptions{}, {.iterations = 1000})
template <class Search, class Options>
auto searches(const Options& options, const Limits& limits) {
  return [options, limits] {
    return [search = std::make_unique<Search>(options), limits](
               const auto& position, const StreamKey& key, const std::stop_token& stop) {
      return search->search(position, limits, key, stop).best_move;
    };
  };
}

/// Plays pair `number` from an opening; nothing if it was stopped. Used by one thread at a time.
using PairPlayer = std::function<std::optional<MatchPair>(
    std::uint64_t number, const DrawnOpening& opening, const std::stop_token& stop)>;

/// Called after each pair, in order and by one thread at a time, with the result so far.
using MatchProgress = std::function<void(const MatchResult&)>;

/// play_match() without types: plays pairs by so many threads as there are pair players.
MatchResult play_pairs(const MatchOptions& options, std::unique_ptr<OpeningGame> game,
                       std::vector<PairPlayer> players, const MatchProgress& progress,
                       const std::stop_token& stop);

/// Who moves, for messages.
struct MatchTurn {
  const std::string* name;
  int player;
  std::uint64_t pair;
  int game;                                 ///< 0 or 1
  const std::vector<std::uint32_t>* moves;  ///< of the whole game so far
};

[[noreturn]] void throw_illegal(const MatchTurn& turn, const std::string& move);
/// For the exception that is being handled.
[[noreturn]] void throw_fault(const MatchTurn& turn);

/// Draws openings of a game, and judges them by a sequential search.
template <TwoPlayerGame G>
class OpeningGameOf final : public OpeningGame {
 public:
  OpeningGameOf(const G& start, const MatchOptions& options) : start_(start), options_(options) {}

  Moves draw(Random& random) override {
    G position = start_;
    Moves moves;
    for (int plies = 0; plies < options_.opening_plies && !position.over(); ++plies) {
      const auto legal = position.legal_moves();
      moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      position.play(static_cast<typename G::Move>(moves.back()));
    }
    return position.over() ? Moves() : moves;
  }

  /// Its board; or else its number among the positions seen.
  std::string position(const Moves& moves) override {
    const G position = after(moves);
    if constexpr (TextGame<G>) {
      return position.board();
    } else {
      const std::lock_guard lock(mutex_);
      std::size_t number = 0;
      while (number < seen_.size() && !(seen_[number] == position)) ++number;
      if (number == seen_.size()) seen_.push_back(position);
      return std::to_string(number);
    }
  }

  double imbalance(const Moves& moves, const std::stop_token& stop) override {
    if (options_.judging_iterations == 0) return 0;
    SequentialSearch<G> judge({.memory = std::size_t{64} << 20U});
    const Limits limits{.iterations = options_.judging_iterations};
    const double value = judge.search(after(moves), limits, judging_key(options_.seed), stop).value;
    return value > 0.5 ? value - 0.5 : 0.5 - value;
  }

  void accept(const DrawnOpening& best) const override {
    if (!best.moves.empty()) return;
    throw std::invalid_argument("the game is over after " + std::to_string(options_.opening_plies) +
                                " random moves: give fewer opening_plies.");
  }

 private:
  [[nodiscard]] G after(const Moves& moves) const {
    G position = start_;
    for (const std::uint32_t move : moves) position.play(static_cast<typename G::Move>(move));
    return position;
  }

  const G& start_;
  const MatchOptions& options_;
  std::mutex mutex_;  // guards the next member
  std::vector<G> seen_;
};

/// Two players at one board.
template <TwoPlayerGame G, class A, class B>
class BoardOf {
 public:
  BoardOf(const G& start, const MatchOptions& options, A a, B b)
      : start_(start), options_(options), a_(std::forward<A>(a)), b_(std::forward<B>(b)) {}

  std::optional<MatchPair> play(std::uint64_t number, const DrawnOpening& opening,
                                const std::stop_token& stop) {
    MatchPair pair{.number = number, .opening = opening, .games = {}};
    for (int game = 0; game < 2; ++game) {
      auto played = play(number, game, opening, stop);
      if (!played) return std::nullopt;
      pair.games[static_cast<std::size_t>(game)] = std::move(*played);
    }
    return pair;
  }

 private:
  using Moves = std::vector<std::uint32_t>;

  std::optional<MatchGame> play(std::uint64_t pair, int game, const DrawnOpening& opening,
                                const std::stop_token& stop) {
    G position = start_;
    Moves moves = opening.moves;
    for (const std::uint32_t move : moves) position.play(static_cast<typename G::Move>(move));
    for (std::uint64_t decision = 0; !position.over(); ++decision) {
      const auto legal = position.legal_moves();
      std::uint32_t move = legal[0];
      if (legal.size() > 1) {
        const int player = position.to_move();
        const bool a_moves = player == game;
        const MatchTurn turn{a_moves ? &options_.a : &options_.b, player, pair, game, &moves};
        const StreamKey key{options_.seed, 2 * pair + static_cast<std::uint64_t>(game), decision};
        const auto found = a_moves ? ask(a_, position, legal, turn, key, stop)
                                   : ask(b_, position, legal, turn, key, stop);
        if (!found) return std::nullopt;
        move = *found;
      }
      if (stop.stop_requested()) return std::nullopt;
      position.play(static_cast<typename G::Move>(move));
      moves.push_back(move);
    }
    const auto first = moves.begin() + static_cast<std::ptrdiff_t>(opening.moves.size());
    return MatchGame{game == 0, Moves(first, moves.end()), position.result(game)};
  }

  /// The player's move; nothing after a stop request, when it may be any.
  template <class P>
  static std::optional<std::uint32_t> ask(P& player, const G& position, const MovesOf<G>& legal,
                                          const MatchTurn& turn, const StreamKey& key,
                                          const std::stop_token& stop) {
    std::int64_t move = 0;
    try {
      if constexpr (KeyedPlayer<P, G>) {
        move = static_cast<std::int64_t>(player(position, key, stop));
      } else {
        move = static_cast<std::int64_t>(player(position));
      }
    } catch (...) {
      if (stop.stop_requested()) return std::nullopt;
      throw_fault(turn);
    }
    if (stop.stop_requested()) return std::nullopt;
    for (const auto each : legal) {
      if (move == static_cast<std::int64_t>(each)) return each;
    }
    throw_illegal(turn, std::to_string(move));
  }

  const G& start_;
  const MatchOptions& options_;
  A a_;
  B b_;
};

/// Plays a match of two players from `start`, until it has all pairs, its SPRT decides, its players
/// only repeat themselves, or a stop request ends it; whole pairs are kept. make_a() and make_b()
/// make a player each (MakesPlayers), `concurrency` times, before the first game. A player may be
/// asked about any position next, and is not asked where there is only one move. If players choose
/// by position and key alone, one seed gives the same match, whatever the concurrency.
///
/// Throws PlayerFault, std::invalid_argument for options out of range or openings that end the
/// game, and what makers, the game or `progress` throw.
template <TwoPlayerGame G, MakesPlayers<G> MakeA, MakesPlayers<G> MakeB>
MatchResult play_match(const G& start, MakeA&& make_a, MakeB&& make_b,
                       const MatchOptions& options = {}, const MatchProgress& progress = {},
                       const std::stop_token& stop = {}) {
  if (start.over()) throw std::invalid_argument("the game is over before its first move.");
  using Board = BoardOf<G, std::invoke_result_t<MakeA&>, std::invoke_result_t<MakeB&>>;
  std::vector<PairPlayer> players;
  for (int i = 0; i < options.concurrency; ++i) {
    players.push_back(
        [board = std::make_shared<Board>(start, options, make_a(), make_b())](
            std::uint64_t number, const DrawnOpening& opening, const std::stop_token& ends) {
          return board->play(number, opening, ends);
        });
  }
  return play_pairs(options, std::make_unique<OpeningGameOf<G>>(start, options), std::move(players),
                    progress, stop);
}

}  // namespace banyan

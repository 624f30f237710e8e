// Random games of Go: one, two side by side, or hundreds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "games/go/go_board.hpp"
#include "games/go/go_many.hpp"
#include "games/go/go_points.hpp"

namespace banyan::go {

/// A random game. The chains stay on its board, the sides where access is fastest.
template <class OfBoard>
struct RandomGame {
  using Board = OfBoard;
  Board board{1};
  Clock clock{};
  int twice_komi = 0;

  /// Twice Black's lead in points. Black has the even plies; White gets the komi.
  [[nodiscard]] int twice_lead(const typename Board::Sides& sides) const {
    return 2 * (clock.plies % 2 == 0 ? board.lead(sides) : -board.lead(sides)) - twice_komi;
  }
};

/// Plays a random game to its end; tells `played` who put a stone where. Returns twice Black's
/// lead.
template <class Board, class Played>
int play_to_end(RandomGame<Board>& game, const typename Board::Sides& from, Random& random,
                const Played& played) {
  Random numbers = random;  // copies, which can stay in registers
  auto sides = from;
  Clock clock = game.clock;
  const auto area = game.board.area();
  bool over = false;
  while (!over) {
    const auto moves = legal_but_eyes<Board::kStride>(sides, area);
    const auto choices = static_cast<std::uint32_t>(size_at_home(moves));
    if (choices == 0) [[unlikely]] {
      pass(sides);
    } else {
      const int point = nth_at_home(moves, numbers.below(choices));
      played(point, clock.plies % 2);
      game.board.play(sides, area, point);
    }
    over = clock.is_over_after(choices == 0);
  }
  random = numbers;
  game.clock = clock;
  const auto last = sides;
  return game.twice_lead(last);
}

/// Two random games side by side on boards of one size, each in one half of every vector. While one
/// game waits, the other works, at the cost of a few more instructions.
template <class Game>
class TwoGames {
 public:
  using Board = typename Game::Board;

  /// make(i, game) makes each of the two.
  template <class Make>
  explicit TwoGames(const Make& make) {
    make(0, games_[0]);
    make(1, games_[1]);
    sides_ = both(games_[0].board.sides(), games_[1].board.sides());
    const auto& area = games_[0].board.area();
    area_ = {side_by_side(area.board, area.board), side_by_side(area.once, area.once),
             side_by_side(area.edge, area.edge)};
  }

  /// Makes random moves in both games until one is over, and returns which: 0 or 1. If both are
  /// over, the other one is reported at the next call.
  int play(Random& random) {
    Random numbers = random;
    Sides sides = sides_;
    while (!over_[0] && !over_[1]) {
      const PairSets moves = legal_but_eyes<Board::kStride>(sides, area_);
      const std::uint64_t number = numbers.next();
      const int first = move<0>(on_board<0>(moves), static_cast<std::uint32_t>(number >> 32));
      const int second = move<1>(on_board<1>(moves), static_cast<std::uint32_t>(number));
      put_stones(sides, first, second);
    }
    random = numbers;
    sides_ = sides;
    return over_[0] ? 0 : 1;
  }

  [[nodiscard]] Game& game(int i) { return games_[static_cast<unsigned>(i)]; }
  [[nodiscard]] bool is_over(int i) const { return over_[static_cast<unsigned>(i)]; }
  [[nodiscard]] typename Board::Sides sides(int i) const { return i == 0 ? half<0>() : half<1>(); }

  /// Replaces one of the two games by another, which make(game) sets up.
  template <class Make>
  void begin(int i, const Make& make) {
    make(game(i));
    over_[static_cast<unsigned>(i)] = false;
    const auto& sides = game(i).board.sides();
    sides_ = i == 0 ? both(sides, half<1>()) : both(half<0>(), sides);
  }

 private:
  using Sides = go::Sides<PairSets>;

  static Sides both(const typename Board::Sides& a, const typename Board::Sides& b) {
    return {side_by_side(a.own, b.own), side_by_side(a.other, b.other),
            side_by_side(a.atari, b.atari), side_by_side(a.ko, b.ko)};
  }
  template <int I>
  [[nodiscard]] typename Board::Sides half() const {
    return {on_board<I>(sides_.own), on_board<I>(sides_.other), on_board<I>(sides_.atari),
            on_board<I>(sides_.ko)};
  }

  /// Picks one of the moves by a random number of 32 bits; Board::kNowhere to pass.
  template <int I>
  [[gnu::always_inline]] int move(const PairSet& moves, std::uint32_t number) {
    const auto choices = static_cast<std::uint32_t>(size_at_home(moves));
    const auto chosen = static_cast<std::uint32_t>(std::uint64_t{number} * choices >> 32);
    over_[I] = games_[I].clock.is_over_after(choices == 0);
    return choices == 0 ? Board::kNowhere : nth_at_home(moves, chosen);
  }

  [[gnu::always_inline]] void put_stones(Sides& sides, int first, int second) {
    Board& a = games_[0].board;
    Board& b = games_[1].board;
    const auto chains = [](const Chain<PairSet>& x, const Chain<PairSet>& y) -> Chain<PairSets> {
      return {side_by_side(x.stones, y.stones), side_by_side(x.rim, y.rim)};
    };
    const auto of_a = a.around(first);
    const auto of_b = b.around(second);
    const Around<Chain<PairSets>> around = {chains(of_a.a, of_b.a), chains(of_a.b, of_b.b),
                                            chains(of_a.c, of_b.c), chains(of_a.d, of_b.d)};
    const auto take = [&](const PairSets& taken, const PairSets& relieved, PairSets& atari) {
      a.remove(on_board<0>(taken));
      b.remove(on_board<1>(taken));
      if (is_empty(relieved)) [[likely]]
        return;
      PairSet of_first = on_board<0>(atari);
      PairSet of_second = on_board<1>(atari);
      a.relieve(on_board<0>(relieved), of_first);
      b.relieve(on_board<1>(relieved), of_second);
      atari = side_by_side(of_first, of_second);
    };
    const auto placed = put_stone<Board::kStride>(
        sides, area_, side_by_side(Board::alone(first), Board::alone(second)), around, take);
    a.put_chain(first, {on_board<0>(placed.chain.stones), on_board<0>(placed.chain.rim)});
    b.put_chain(second, {on_board<1>(placed.chain.stones), on_board<1>(placed.chain.rim)});
  }

  std::array<Game, 2> games_{};
  Area<PairSets> area_;
  Sides sides_;
  std::array<bool, 2> over_{};
};

/// Plays random games from `first` up to `last`: see play_games().
template <class Game, class Make, class End>
void play_few(std::size_t first, std::size_t last, Random& random, const Make& make,
              const End& end) {
  using Board = typename Game::Board;
  const auto play_alone = [&](std::size_t i, Game& game, const typename Board::Sides& sides) {
    end(i, play_to_end(game, sides, random, [](int, int) {}));
  };
  if constexpr (Board::kFitsTwice) {
    if (last - first >= 2) {
      TwoGames<Game> two([&](std::size_t i, Game& game) { make(first + i, game); });
      std::array<std::size_t, 2> which = {first, first + 1};
      std::size_t next = first + 2;
      for (;;) {
        const int over = two.play(random);
        const std::size_t ended = which[static_cast<unsigned>(over)];
        end(ended, two.game(over).twice_lead(two.sides(over)));
        if (next == last) {
          const int other = 1 - over;
          const std::size_t rest = which[static_cast<unsigned>(other)];
          const auto sides = two.sides(other);
          if (two.is_over(other)) return end(rest, two.game(other).twice_lead(sides));
          return play_alone(rest, two.game(other), sides);
        }
        which[static_cast<unsigned>(over)] = next;
        two.begin(over, [&](Game& game) { make(next, game); });
        ++next;
      }
    }
  }
  Game game;
  for (std::size_t i = first; i < last; ++i) {
    make(i, game);
    play_alone(i, game, game.board.sides());
  }
}

/// Plays many random games, by play_many(). Returns how many: as many as that is faster for.
template <class Game, class Make, class End>
std::size_t play_most(std::size_t games, Random& random, const Make& make, const End& end) {
  Game game;
  make(0, game);
  const BoardSize size = game.board.size();
  std::vector<Start<Game::Board::kMaxSize>> starts;
  std::vector<int> twice_leads;
  std::size_t played = 0;
  while (games - played >= fewest_many(size)) {
    const std::size_t count = std::min(games - played, kMostMany);
    starts.resize(count);
    twice_leads.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      make(played + i, game);
      const auto& sides = game.board.sides();
      starts[i] = {to_bits(sides.own), to_bits(sides.other), to_bits(sides.atari),
                   to_bits(sides.ko),  game.clock,           game.twice_komi};
    }
    play_many(size, starts, twice_leads, random);
    for (std::size_t i = 0; i < count; ++i) end(played + i, twice_leads[i]);
    played += count;
  }
  return played;
}

/// Plays `games` random games, at least 1. `make(i, game)` sets up the ith before it begins;
/// `end(i, twice_lead)` receives twice Black's lead at its end.
template <class Game, class Make, class End>
void play_games(std::size_t games, Random& random, const Make& make, const End& end) {
  const std::size_t played = games >= kFewestMany ? play_most<Game>(games, random, make, end) : 0;
  if (played < games) play_few<Game>(played, games, random, make, end);
}

}  // namespace banyan::go

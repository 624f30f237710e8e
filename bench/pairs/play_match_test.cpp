// Tests of play_match.hpp: matches of a user's own program.
#include "bench/pairs/play_match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/baselines/random_search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

using testing::HasSubstr;

/// Who takes the last of the sticks wins; one to three each time. It has no texts and no keys.
class Sticks {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 3;

  explicit Sticks(int sticks) : sticks_(sticks) {}

  [[nodiscard]] Player to_move() const { return player_; }
  [[nodiscard]] MovesOf<Sticks> legal_moves() const {
    MovesOf<Sticks> moves;
    for (int taken = 1; taken <= std::min(3, sticks_); ++taken) {
      moves.push_back(static_cast<Move>(taken));
    }
    return moves;
  }
  void play(Move taken) {
    sticks_ -= taken;
    player_ = 1 - player_;
  }
  [[nodiscard]] bool over() const { return sticks_ == 0; }
  [[nodiscard]] Points result(Player player) const { return player == player_ ? kLoss : kWin; }

  [[nodiscard]] int sticks() const { return sticks_; }
  friend bool operator==(const Sticks&, const Sticks&) = default;

 private:
  int sticks_;
  Player player_ = 0;
};

/// Leaves a multiple of four, if it can.
int perfect(const Sticks& position) { return std::max(1, position.sticks() % 4); }
int takes_one(const Sticks& /*position*/) { return 1; }

auto makes(int (*player)(const Sticks&)) {
  return [player] { return player; };
}

template <Game G>
auto searches_for(std::uint64_t iterations) {
  return searches<SequentialSearch<G>>(SearchOptions{}, {.iterations = iterations});
}

template <Game G>
auto plays_randomly() {
  return [] {
    return [](const G& position, const StreamKey& key, const std::stop_token& /*stop*/) {
      return RandomSearch<G>().search(position, {}, key).best_move;
    };
  };
}

/// The same match, move for move.
void expect_equal(const MatchResult& a, const MatchResult& b) {
  EXPECT_EQ(a.pentanomial, b.pentanomial);
  EXPECT_EQ(a.losses_draws_wins, b.losses_draws_wins);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].number, b.pairs[i].number);
    EXPECT_EQ(a.pairs[i].opening.moves, b.pairs[i].opening.moves);
    for (std::size_t game = 0; game < 2; ++game) {
      EXPECT_EQ(a.pairs[i].games[game].moves, b.pairs[i].games[game].moves);
      EXPECT_EQ(a.pairs[i].games[game].result_a, b.pairs[i].games[game].result_a);
    }
  }
}

/// The message of the exception that ends the match.
template <class Exception, class... Arguments>
std::string failure(Arguments&&... arguments) {
  try {
    play_match(std::forward<Arguments>(arguments)...);
  } catch (const Exception& error) {
    return error.what();
  }
  ADD_FAILURE() << "the match was played";
  return {};
}

// With 9 sticks the first player wins if it takes one, and then leaves a multiple of four. One who
// always takes one does so from 9 and from 5.
TEST(PlayMatch, CountsAScriptedMatchExactly) {
  const MatchResult result =
      play_match(Sticks(9), makes(perfect), makes(takes_one), {.pairs = 1, .opening_plies = 0});
  ASSERT_EQ(result.pairs.size(), 1U);
  const MatchPair& pair = result.pairs[0];
  EXPECT_TRUE(pair.games[0].a_first);
  EXPECT_EQ(pair.games[0].moves, (std::vector<std::uint32_t>{1, 1, 3, 1, 3}));
  EXPECT_EQ(pair.games[0].result_a, kWin);
  EXPECT_FALSE(pair.games[1].a_first);
  EXPECT_EQ(pair.games[1].moves, (std::vector<std::uint32_t>{1, 1, 1, 2, 1, 3}));
  EXPECT_EQ(pair.games[1].result_a, kWin);
  EXPECT_EQ(result.pentanomial, (bench::Pentanomial{0, 0, 0, 0, 1}));
  EXPECT_EQ(result.losses_draws_wins, (bench::Trinomial{0, 0, 2}));
  EXPECT_FALSE(result.interrupted);
}

TEST(PlayMatch, CountsRepeatedPairsOnceAndEndsWhereNoOtherCanCome) {
  const MatchResult result =
      play_match(Sticks(9), makes(perfect), makes(takes_one), {.pairs = 1000, .opening_plies = 0});
  EXPECT_TRUE(result.only_repeats);
  EXPECT_LT(result.pairs.size(), 20U);
  EXPECT_EQ(bench::pair_count(result.pentanomial), 1U);
}

TEST(PlayMatch, FindsFourTimesTheIterationsStronger) {
  const MatchResult result =
      play_match(ConnectFour(), searches_for<ConnectFour>(160), searches_for<ConnectFour>(40),
                 {.pairs = 50, .judging_iterations = 300});
  EXPECT_EQ(bench::pair_count(result.pentanomial), 50U);
  EXPECT_GT(result.elo().lower95, 0) << bench::format_elo(result.elo());
}

TEST(PlayMatch, CannotTellEqualPlayersApart) {
  const MatchResult result =
      play_match(ConnectFour(), searches_for<ConnectFour>(40), searches_for<ConnectFour>(40),
                 {.pairs = 50, .judging_iterations = 300});
  EXPECT_LT(result.elo().lower95, 0) << bench::format_elo(result.elo());
  EXPECT_GT(result.elo().upper95, 0) << bench::format_elo(result.elo());
}

TEST(PlayMatch, IsTheSameForOneSeedWhateverTheConcurrency) {
  MatchOptions options{.pairs = 12, .seed = 5, .judging_iterations = 300};
  const auto play = [&] {
    return play_match(ConnectFour(), searches_for<ConnectFour>(100), plays_randomly<ConnectFour>(),
                      options);
  };
  const MatchResult alone = play();
  options.concurrency = 3;
  expect_equal(play(), alone);
  options.seed = 6;
  EXPECT_NE(play().pairs[0].opening.moves, alone.pairs[0].opening.moves);
}

TEST(PlayMatch, OpensPairsDifferentlyAndEvenly) {
  const MatchResult result =
      play_match(ConnectFour(), plays_randomly<ConnectFour>(), plays_randomly<ConnectFour>(),
                 {.pairs = 25, .opening_plies = 3, .judging_iterations = 1000});
  std::set<std::string> boards;
  for (const MatchPair& pair : result.pairs) {
    ConnectFour position;
    for (const std::uint32_t move : pair.opening.moves) {
      position.play(static_cast<ConnectFour::Move>(move));
    }
    EXPECT_EQ(pair.opening.moves.size(), 3U);
    EXPECT_TRUE(pair.opening.balanced);
    EXPECT_TRUE(boards.insert(position.board()).second);
  }
}

// 10 to 16 sticks are left by 2 plies of 18.
TEST(PlayMatch, TellsPositionsApartThatHaveNoTexts) {
  const MatchResult result = play_match(Sticks(18), makes(takes_one), makes(perfect),
                                        {.pairs = 5, .opening_plies = 2, .judging_iterations = 0});
  std::set<int> left;
  for (const MatchPair& pair : result.pairs) {
    left.insert(static_cast<int>(pair.opening.moves[0] + pair.opening.moves[1]));
  }
  EXPECT_EQ(left.size(), 5U);
}

TEST(PlayMatch, RefusesOpeningsThatEndTheGame) {
  EXPECT_EQ(failure<std::invalid_argument>(Sticks(3), makes(perfect), makes(takes_one),
                                           MatchOptions{.opening_plies = 3}),
            "the game is over after 3 random moves: give fewer opening_plies.");
}

TEST(PlayMatch, RefusesOptionsOutOfRange) {
  const auto refusal = [](const MatchOptions& options) {
    return failure<std::invalid_argument>(Sticks(9), makes(perfect), makes(takes_one), options);
  };
  EXPECT_EQ(refusal({.concurrency = 0}), "concurrency is 0: give at least 1.");
  EXPECT_EQ(refusal({.opening_plies = -1}), "opening_plies is -1: give 0 or more.");
  EXPECT_THAT(refusal({.even_within = 0}), HasSubstr("even_within is 0"));
  EXPECT_THAT(refusal({.sprt = bench::SprtSettings{.lower = 5, .upper = 1}}), HasSubstr("SPRT"));
  EXPECT_EQ(failure<std::invalid_argument>(Sticks(0), makes(perfect), makes(takes_one)),
            "the game is over before its first move.");
}

TEST(PlayMatch, EndsEarlyWhereItsTestDecides) {
  const MatchResult result =
      play_match(ConnectFour(), searches_for<ConnectFour>(300), plays_randomly<ConnectFour>(),
                 {.pairs = 1000, .judging_iterations = 500, .sprt = bench::SprtSettings{0, 50}});
  EXPECT_EQ(result.verdict, bench::Verdict::kH1);
  EXPECT_LT(result.pairs.size(), 100U);
  EXPECT_FALSE(result.interrupted);
  EXPECT_GE(result.llr, bench::sprt_limits(0.05, 0.05).accept_h1);
}

TEST(PlayMatch, TellsItsProgressPairByPair) {
  std::vector<std::size_t> told;
  play_match(TicTacToe(), plays_randomly<TicTacToe>(), plays_randomly<TicTacToe>(),
             {.pairs = 8, .opening_plies = 1, .judging_iterations = 0, .concurrency = 3},
             [&](const MatchResult& so_far) { told.push_back(so_far.pairs.size()); });
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(PlayMatch, PassesOnWhatItsProgressThrows) {
  EXPECT_THROW(play_match(TicTacToe(), plays_randomly<TicTacToe>(), plays_randomly<TicTacToe>(),
                          {.pairs = 50, .judging_iterations = 0, .concurrency = 2},
                          [](const MatchResult& so_far) {
                            if (so_far.pairs.size() == 3) throw std::length_error("full");
                          }),
               std::length_error);
}

TEST(PlayMatch, KeepsWholePairsWhenItIsStopped) {
  for (const int concurrency : {1, 3}) {
    std::stop_source stop;
    const MatchResult result = play_match(
        TicTacToe(), plays_randomly<TicTacToe>(), plays_randomly<TicTacToe>(),
        {.pairs = 100'000, .opening_plies = 2, .judging_iterations = 0, .concurrency = concurrency},
        [&](const MatchResult& so_far) {
          if (so_far.pairs.size() == 7) stop.request_stop();
        },
        stop.get_token());
    EXPECT_TRUE(result.interrupted);
    EXPECT_GE(result.pairs.size(), 7U);
    // With several, the seventh in order may be the last that is finished of many.
    EXPECT_LT(result.pairs.size(), concurrency == 1 ? 8U : 100'000U);
    for (const MatchPair& pair : result.pairs) {
      for (const MatchGame& game : pair.games) EXPECT_GE(game.moves.size(), 3U);
    }
  }
}

TEST(PlayMatch, StopsASearchThatIsThinking) {
  std::stop_source stop;
  std::atomic<bool> thinks = false;
  std::jthread impatient([&] {
    while (!thinks) std::this_thread::yield();
    stop.request_stop();
  });
  const auto makes_thinker = [&] {
    return [&, search = std::make_unique<SequentialSearch<ConnectFour>>(SearchOptions{})](
               const ConnectFour& position, const StreamKey& key, const std::stop_token& token) {
      thinks = true;
      return search->search(position, {}, key, token).best_move;  // without a limit
    };
  };
  const MatchResult result = play_match(ConnectFour(), makes_thinker, makes_thinker,
                                        {.judging_iterations = 100}, {}, stop.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_TRUE(result.pairs.empty());
}

TEST(PlayMatch, NamesThePlayerOfAnIllegalMove) {
  const MatchOptions options{.a = "careful", .b = "greedy", .opening_plies = 0};
  for (const int concurrency : {1, 3}) {
    MatchOptions each = options;
    each.concurrency = concurrency;
    EXPECT_EQ(failure<PlayerFault>(Sticks(9), makes(takes_one), makes([](const Sticks& position) {
                                     return position.sticks() == 6 ? 5 : 1;
                                   }),
                                   each),
              "greedy, who is player 1 in game 1 of pair 0, gave 5 for move 4, which is not legal "
              "there.");
  }
  EXPECT_THAT(failure<PlayerFault>(Sticks(9), makes([](const Sticks&) { return -1; }),
                                   makes(perfect), options),
              HasSubstr("careful, who is player 0 in game 1 of pair 0, gave -1 for move 1,"));
}

TEST(PlayMatch, NamesThePlayerThatThrows) {
  const auto throws = [](const Sticks& position) {
    if (position.sticks() == 4) throw std::runtime_error("no network.");
    return 1;
  };
  EXPECT_EQ(failure<PlayerFault>(Sticks(9), makes(throws), makes(takes_one),
                                 MatchOptions{.opening_plies = 0}),
            "A, who is player 1 in game 2 of pair 0, threw at move 6: no network.");
  const auto throws_a_number = [](const Sticks&) -> int { throw 7; };
  EXPECT_EQ(failure<PlayerFault>(Sticks(9), makes(takes_one), makes(throws_a_number),
                                 MatchOptions{.opening_plies = 0}),
            "B, who is player 1 in game 1 of pair 0, threw at move 2: something that is no "
            "std::exception.");
}

TEST(PlayMatch, TellsTheMovesBeforeAFault) {
  try {
    play_match(Sticks(9), makes(takes_one), makes([](const Sticks&) { return 9; }),
               {.opening_plies = 0});
    ADD_FAILURE();
  } catch (const PlayerFault& fault) {
    EXPECT_EQ(fault.pair(), 0U);
    EXPECT_EQ(fault.moves(), std::vector<std::uint32_t>{1});
  }
}

TEST(PlayMatch, MakesAPairOfPlayersForEachGameAtATime) {
  int made = 0;
  const auto make = [&made] {
    ++made;
    return takes_one;
  };
  play_match(Sticks(9), make, make, {.pairs = 3, .opening_plies = 0, .concurrency = 3});
  EXPECT_EQ(made, 6);
}

}  // namespace
}  // namespace banyan

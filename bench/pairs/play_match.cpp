// Plays the pairs of a match, and counts them.
#include "bench/pairs/play_match.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <mutex>
#include <thread>

#include "bench/pairs/in_order.hpp"
#include "bench/statistics/repeats.hpp"

namespace banyan {
namespace {

using bench::Pentanomial;
using bench::Players;
using bench::Trinomial;

/// A pair, or why there is none.
struct Played {
  MatchPair pair;
  std::exception_ptr fault;
};

std::uint64_t key_of(const std::vector<std::uint32_t>& moves, std::uint64_t key) {
  for (const std::uint32_t move : moves) key = scramble(key + move + 1);
  return key;
}

struct Counts {
  Pentanomial pentanomial{};
  Trinomial losses_draws_wins{};

  void add(const MatchPair& pair) {
    bench::add_pair(pentanomial, pair.games[0].result_a, pair.games[1].result_a);
    for (const MatchGame& game : pair.games) {
      ++losses_draws_wins[static_cast<std::size_t>(game.result_a)];
    }
  }
};

/// The result so far. Players may or may not draw random numbers.
class Tally {
 public:
  explicit Tally(const MatchOptions& options) : options_(options) {}

  /// Adds the next pair; `decides`: it may end the match.
  void add(const MatchPair& pair, bool decides) {
    const std::array<std::uint64_t, 2> games{
        key_of(pair.games[0].moves, static_cast<std::uint64_t>(pair.games[0].result_a)),
        key_of(pair.games[1].moves, static_cast<std::uint64_t>(pair.games[1].result_a))};
    repeats_.add(key_of(pair.opening.moves, 0), games);
    result_.pairs.push_back(pair);
    all_.add(pair);
    if (repeats_.is_first(result_.pairs.size() - 1)) first_.add(pair);
    const Counts& counts = repeats_.once(Players::kUnknown) ? first_ : all_;
    result_.pentanomial = counts.pentanomial;
    result_.losses_draws_wins = counts.losses_draws_wins;
    if (!decides) return;
    result_.only_repeats = repeats_.ended(Players::kUnknown);
    if (options_.sprt) {
      result_.llr = llr(result_.pentanomial, *options_.sprt);
      const auto limits = bench::sprt_limits(options_.sprt->alpha, options_.sprt->beta);
      result_.verdict = sprt_verdict(*result_.llr, limits);
    }
  }

  [[nodiscard]] bool ended() const {
    return result_.only_repeats || result_.verdict != bench::Verdict::kContinue;
  }
  [[nodiscard]] MatchResult& result() { return result_; }

 private:
  const MatchOptions& options_;
  MatchResult result_;
  bench::Repeats repeats_;
  Counts all_;
  Counts first_;  ///< of each start the first pair
};

/// Throws std::invalid_argument for options out of range.
void check(const MatchOptions& options) {
  const auto need = [](bool holds, const char* name, auto given, const char* allowed) {
    if (holds) return;
    throw std::invalid_argument(fmt::format("{} is {}: give {}.", name, given, allowed));
  };
  need(options.concurrency >= 1, "concurrency", options.concurrency, "at least 1");
  need(options.opening_plies >= 0, "opening_plies", options.opening_plies, "0 or more");
  need(options.even_within > 0 && options.even_within <= 0.5, "even_within", options.even_within,
       "more than 0 and at most 0.5");
  if (options.sprt) bench::check(*options.sprt);
}

/// "B, who is player 1 in game 1 of pair 3".
std::string who(const MatchTurn& turn) {
  return fmt::format("{}, who is player {} in game {} of pair {}", *turn.name, turn.player,
                     turn.game + 1, turn.pair);
}

}  // namespace

void throw_illegal(const MatchTurn& turn, const std::string& move) {
  throw PlayerFault(fmt::format("{}, gave {} for move {}, which is not legal there.", who(turn),
                                move, turn.moves->size() + 1),
                    turn.pair, *turn.moves);
}

void throw_fault(const MatchTurn& turn) {
  std::string words = "something that is no std::exception";
  try {
    throw;
  } catch (const std::exception& error) {
    words = error.what();
  } catch (...) {
  }
  while (words.ends_with('.') || words.ends_with('\n')) words.pop_back();
  throw PlayerFault(
      fmt::format("{}, threw at move {}: {}.", who(turn), turn.moves->size() + 1, words), turn.pair,
      *turn.moves);
}

MatchResult play_pairs(const MatchOptions& options, std::unique_ptr<OpeningGame> game,
                       std::vector<PairPlayer> players, const MatchProgress& progress,
                       const std::stop_token& stop) {
  check(options);
  DrawnOpenings openings(std::move(game), options.even_within, options.seed);
  Tally tally(options);
  std::exception_ptr fault;
  InOrder<Played> pairs(0, options.pairs, [&](const Played& played) {
    fault = played.fault;
    if (fault) return false;
    tally.add(played.pair, true);
    try {
      if (progress) progress(tally.result());
    } catch (...) {
      fault = std::current_exception();
    }
    return !fault && !tally.ended();
  });
  // Ends the games that are not needed any more, too.
  std::stop_source ends;
  const std::stop_callback asked(stop, [&] { ends.request_stop(); });
  std::mutex mutex;  // for adding pairs

  const auto work = [&](const PairPlayer& player) {
    while (const auto number = pairs.next()) {
      Played played;
      try {
        const auto opening =
            options.opening_plies > 0 ? openings.draw(*number, ends.get_token()) : DrawnOpening{};
        if (!opening) return;
        auto pair = player(*number, *opening, ends.get_token());
        if (!pair) return;
        played.pair = std::move(*pair);
      } catch (...) {
        played.fault = std::current_exception();
        pairs.close();
      }
      const std::lock_guard lock(mutex);
      pairs.add(*number, std::move(played));
      if (pairs.ended()) ends.request_stop();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < players.size() && i < options.pairs; ++i) {
      others.emplace_back([&work, &players, i] { work(players[i]); });
    }
    work(players.front());
  }
  if (fault) std::rethrow_exception(fault);
  MatchResult& result = tally.result();
  if (!pairs.ended()) {
    // Behind a gap pairs count too, but decide nothing: those that lack took longest.
    for (const auto& [number, played] : pairs.waiting()) {
      if (!played.fault) tally.add(played.pair, false);
    }
    result.interrupted = result.pairs.size() < options.pairs;
  }
  return std::move(result);
}

}  // namespace banyan

// Matches: engines at one table play deals, in every possible seating.
//
// Two engines play pairs in a two-player game: each opening twice, with colours swapped. More
// seats, chance and hidden cards need no other kind of match. A deal has one opening and one stream
// of chance (the same cards and, as long as the moves agree, the same dice), and is played once per
// seating (seats.hpp). Deals are independent, but their games are not, so all statistics are over
// deals.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/clocks/time_control.hpp"
#include "bench/match/adjudication.hpp"
#include "bench/match/openings.hpp"
#include "bench/match/seats.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/statistics/repeats.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// MatchOptions::lag unless another is given.
inline constexpr std::chrono::nanoseconds kUsualLag = std::chrono::milliseconds(10);

struct MatchOptions {
  GameChoice game;
  std::vector<EngineSettings> engines;  ///< A, B, ...
  std::uint64_t deals = 1;
  std::optional<Limits> limits = {};  ///< for engines without their own budget
  OpeningRule openings;
  std::optional<SprtSettings> sprt = {};  ///< ends the match once it has decided
  std::uint64_t seed = 1;
  int concurrency = 0;  ///< concurrent games; 0: as many as the cores allow
  /// Ends the match once the players are shown to differ by less than this many Elo, or by more
  /// (bench/statistics/equivalence.hpp). Not together with an SPRT.
  std::optional<double> equivalent = {};
  Adjudication adjudication = {};  ///< for matches with Elo
  /// Per engine and game, for matches with Elo. The limits also apply, and may then be zeros.
  std::optional<TimeControl> clock = {};
  /// Of each move by the clock, what engines keep back and foreign programs are not charged, for
  /// the pipes and since threads end slightly late.
  std::chrono::nanoseconds lag = kUsualLag;
  bool visits = false;  ///< records hold the search result of each move
};

/// The most engines of a match, called A, B, C and D: no game has more seats.
inline constexpr std::size_t kMostEngines = 4;

/// The most pairs or deals of a match.
inline constexpr std::uint64_t kMostDeals = 10'000'000;

/// "a" for the first engine: its name in files.
std::string letter(std::size_t engine);

/// The seatings of the match's deals.
std::vector<Seating> seatings(const MatchOptions& options);

/// Whether two engines play a two-player game of wins and draws, so that deals are pairs and have
/// Elo. Other matches are judged by scores, in the game's unit.
bool has_elo(const MatchOptions& options);

/// What is known of the match's players.
Players players_of(const MatchOptions& options);

/// The seed of one of a run's matches, from its description: no two share openings or their
/// engines' random numbers.
std::uint64_t match_seed(std::uint64_t run_seed, const std::string& match);

/// What one engine did in one or more games. Times cover whole searches, including starting and
/// ending threads, in microseconds.
struct Effort {
  std::uint64_t moves = 0;  ///< searched ones: not those with only one choice
  std::uint64_t iterations = 0;
  std::uint64_t played = 0;  ///< those with a playout
  double seconds = 0;
  double depth_sum = 0;            ///< sum of the searches' mean depths
  std::vector<double> overshoots;  ///< seconds beyond the limit, one per move; none without a limit

  Effort& operator+=(const Effort& other);

  /// Counts a move that took `move_seconds`; a limit of 0 is none.
  void add_move(double move_seconds, double limit_seconds);

  /// The overshoot that this share of the moves does not exceed; 1 gives the worst, 0 if there are
  /// none.
  [[nodiscard]] double overshoot(double share) const;
};

/// The engine's seconds per move; 0 without a time limit, or if it ignores limits.
double time_limit(const EngineSettings& engine, const std::optional<Limits>& limits);

/// How an engine lost a game other than by the rules: on time, or by a foreign program's fault.
struct LostByFault {
  Fault fault = Fault::kResigned;
  std::string words;  ///< one sentence
};

/// The search result of one move.
struct FoundMoves {
  double value = 0;                             ///< of the best move, for the player who moves
  std::map<std::string, std::uint64_t> visits;  ///< of the moves, by their texts; no zeros

  bool operator==(const FoundMoves&) const = default;
};

/// One finished game.
struct GameRecord {
  std::uint64_t deal = 0;
  Seating seats;
  std::optional<BoardSetup> stones = {};  ///< if the opening is a board
  std::vector<std::uint32_t> opening;     ///< moves drawn or from a file
  std::vector<std::uint32_t> moves;       ///< moves of the engines and of chance
  std::vector<double> move_seconds;       ///< one for each of them, 0 without a search
  /// One per move, if the match records visits; nothing unless one of our engines searched.
  std::vector<std::optional<FoundMoves>> searches;
  std::vector<double> scores;               ///< by seat, in the game's unit
  std::optional<LostByFault> lost;          ///< by the engine to move at the end
  bool adjudicated = false;                 ///< ended by the match's rule, not the game's
  std::string node = {};                    ///< where it was played, in a run with several ranks
  std::array<Effort, kMostEngines> effort;  ///< of the engines

  /// The mean over the engine's seats; nothing if it has none.
  [[nodiscard]] std::optional<double> score(std::size_t engine) const;
  /// For a match with Elo: A's result in half points.
  [[nodiscard]] Points result_a() const;
};

/// The seats' scores, if the game is over or the player to move has lost it.
std::vector<double> scores_of(const AnyGame& position, bool lost);

/// Likewise for a game with this result for the first of two players.
std::vector<double> scores_of(Points first);

/// The games of one opening and one stream of chance, in the order of seatings().
using Deal = std::vector<GameRecord>;

/// How a match used the machine, over the games of this run of the program.
struct CoreUse {
  int games_at_once = 0;
  int cores_a_game = 0;
  bool pinned = false;  ///< each game to its own cores
  double wall_seconds = 0;
  double search_seconds = 0;  ///< within searches, summed over concurrent games

  /// The share of all games' time that was spent in searches; NaN if there were none.
  [[nodiscard]] double busy() const;
};

/// The statistics of deals.
struct MatchScores {
  /// scores[engine]: per deal, the mean over the games in which the engine had a seat.
  std::array<std::vector<double>, kMostEngines> scores;
  std::vector<double> even_shares;                   ///< per deal: a seat's average score
  Pentanomial pentanomial{};                         ///< if the match has Elo
  std::array<std::uint64_t, 3> losses_draws_wins{};  ///< of A, if it has Elo, by half points

  void count(const MatchOptions& options, const Deal& deal);
};

/// Its scores are those of the deals that count (bench/statistics/repeats.hpp).
struct MatchResult : MatchScores {
  std::vector<Deal> deals;                  ///< all that were played, in order
  std::array<Effort, kMostEngines> effort;  ///< of the engines, in all of them
  Repeats repeats;
  bool once = false;  ///< each start counts once: the players repeat themselves
  std::optional<double> llr;
  Verdict verdict = Verdict::kContinue;
  bool decided = false;                   ///< by a test that ended it
  bool only_repeats = false;              ///< which ended it: more deals would not count
  std::uint64_t opening_tries = 0;        ///< draws, over all deals
  std::uint64_t unbalanced_openings = 0;  ///< deals whose opening passed no filter in any draw
  CoreUse cores;
  bool interrupted = false;

  void add(const MatchOptions& options, const Deal& deal);

  [[nodiscard]] std::size_t games() const;
  [[nodiscard]] std::size_t counted_games() const;
  [[nodiscard]] std::size_t repeated_games() const { return games() - repeats.different_games(); }
  /// A's score minus an even share, by deal.
  [[nodiscard]] std::vector<double> advantages() const;
  /// The mean over deals of the engine's score minus an even share, by Student's t.
  [[nodiscard]] Estimate over_even(std::size_t engine) const;
  /// The same for one engine's score minus another's.
  [[nodiscard]] Estimate lead(std::size_t engine, std::size_t other) const;
};

/// What a match takes from an earlier run and passes on.
struct MatchMemory {
  std::vector<Deal> finished;  ///< not to be played again
  /// Called with each played deal as it finishes, by one thread at a time.
  std::function<void(const Deal&)> keep = [](const Deal&) {};
  std::shared_ptr<Openings> openings;  ///< of the same game, rule and seed; else its own
};

/// How many games can run at once so that no two running engines share a core. Engines of one game
/// take turns, so a game needs as many cores as its widest engine has threads. 1 if even that
/// exceeds the cores. Pinned engines would all take the same cores: one game at a time.
int games_at_once(const std::vector<EngineSettings>& engines, int cores);

/// Plays the match, until its test decides or its players only repeat themselves. Each game has its
/// own cores, which all threads of its engines use. With fixed iterations the games depend only on
/// the options (except for engines whose threads race for a tree), not on concurrency or
/// interruptions. `progress` is called after each deal, in order, by one thread at a time, with the
/// result so far. A stop request ends the match; complete deals are kept. Throws UsageError if
/// there are too few cores for the concurrency.
MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop, const MatchMemory& memory = {});

/// Continues a result of the same match, or an empty one, until there are `deals` deals; an earlier
/// run may have left more. `kept` is that of play_match(), except for the finished deals.
void play_on(MatchOptions options, std::uint64_t deals,
             const std::function<void(const MatchResult&)>& progress, const std::stop_token& stop,
             const MatchMemory& kept, MatchResult& result);

/// The names that foreign programs report, by their engines' specs.
using ProgramNames = std::map<std::string, ProgramName>;

/// Throws UsageError or SystemLimit for what would fail later. Returns the programs tried.
ProgramNames check_match(const MatchOptions& options);

/// The engine with its memory limited to its share of a container's, for this many engines.
EngineSettings within_container(EngineSettings engine, std::size_t engines);

/// An estimate as four fields: `name`, and with _error95, _lower95 and _upper95 behind it. Ends
/// that are open are null.
Json interval_json(const std::string& name, const Estimate& estimate);

/// The fields of `match --json`.
Json match_json(const MatchOptions& options, const MatchResult& result);

/// The per-move budget of engines without their own, as JSON.
Json budget_json(const MatchOptions& options);

/// The same for readers: "20,000 iterations a move", "a clock of 1m+1s, at most 5 s a move", "the
/// engines' own budgets".
std::string budget_text(const MatchOptions& options);

double iterations_per_second(const Effort& effort);

/// One line of games.jsonl.
Json game_json(const MatchOptions& options, const GameRecord& game);

/// The game for other programs, if SGF has it.
std::string game_sgf(const MatchOptions& options, const GameRecord& game);

/// Reads such a line. Throws UsageError or Json::exception if it is not of this match.
GameRecord read_game(const MatchOptions& options, const Json& json);

/// "-9.1 to +7.4 Elo", "> +27.7 Elo".
std::string elo_range_text(const Estimate& elo);

/// "Elo +74.1 ± 52.0 (95 %), nElo +72.5 ± 48.2, LOS 99.79 %".
std::string elo_text(const Estimate& elo, const Estimate& nelo, double los);

/// "Ptnml(0-2) 17 0 45 0 38, even pairs 45.0 %".
std::string pairs_text(const Pentanomial& counts);

/// "LLR 1.02 (-2.94, 2.94) for nElo [0, 20]: continue".
std::string llr_text(double llr, const SprtSettings& sprt);

/// What the games that repeat earlier ones count for; nothing if there are none.
std::optional<std::string> repeats_note(const MatchResult& result);

/// The match for readers, several lines; the last one says what to do.
std::string match_text(const MatchOptions& options, const MatchResult& result);

/// That last line alone.
std::string match_verdict(const MatchOptions& options, const MatchResult& result);

/// What Elo says of A and B after these counts of `unit` ("pairs" or "games"): "A is +74.1 ± 52.0
/// Elo over B. Use A." If more would only `repeat` these, it asks for other openings.
std::string elo_verdict(const std::string& a, const std::string& b, const Pentanomial& counts,
                        const char* unit, bool repeat = false);

/// What a sequential test says of A after so many of `unit` ("deals", too): "the test accepts that
/// A is nearer +10 than +0 nElo over B. Use A." Without a B it is about an even share.
std::string sprt_verdict_text(const std::string& a, const std::optional<std::string>& b,
                              const SprtSettings& sprt, double llr, std::uint64_t played,
                              const char* unit, bool repeat = false);

}  // namespace banyan::bench

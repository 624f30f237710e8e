// Matches: engines at one table play deals, each of them in all ways in which they can sit.
//
// Two engines at a game of two play pairs: each opening twice, colours swapped. More seats, chance
// and hidden cards are no other kind of match: a deal has one opening and one stream of chance (the
// same cards and, as long as the moves agree, the same dice), and is played once for each seating
// (seats.hpp). Deals are independent, their games are not, so that all statistics are of deals.
#pragma once

#include <array>
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
#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

struct MatchOptions {
  GameChoice game;
  std::vector<EngineSettings> engines;  ///< A, B, ...
  std::uint64_t deals = 1;
  std::optional<Limits> limits = {};  ///< for engines without a budget of their own
  OpeningRule openings;
  std::optional<SprtSettings> sprt = {};  ///< ends the match early once it has decided
  std::uint64_t seed = 1;
  int concurrency = 0;  ///< games at once; 0 for as many as there are cores for
  /// Ends the match early once the players are shown to differ by less than so many Elo, or by more
  /// (bench/statistics/equivalence.hpp). Not beside an SPRT.
  std::optional<double> equivalent = {};
  Adjudication adjudication = {};  ///< of matches that have Elo
  /// Of each engine for a whole game, in matches that have Elo. The limits hold beside it, and may
  /// then be zeros.
  std::optional<TimeControl> clock = {};
  bool visits = false;  ///< records hold what the search of each move found
};

/// The most engines of a match, which are called A, B, C and D: no game has more seats.
inline constexpr std::size_t kMostEngines = 4;

/// "a" of the first engine: its name in files.
std::string letter(std::size_t engine);

/// The seatings of the match's deals.
std::vector<Seating> seatings(const MatchOptions& options);

/// Whether the match is of two engines at a game that one of two players wins, or both draw: so
/// that deals are pairs and have Elo. Others are judged by scores, in the game's unit.
bool has_elo(const MatchOptions& options);

/// The seed of one of a run's matches, by what it is: no two draw the same openings, or the same
/// numbers for their engines.
std::uint64_t match_seed(std::uint64_t run_seed, const std::string& match);

/// What one engine did in one or more games. Times are of the clock around a whole search, the
/// start and the end of its threads included, to the microsecond.
struct Effort {
  std::uint64_t moves = 0;  ///< that it searched for: not where there was only one
  std::uint64_t iterations = 0;
  std::uint64_t played = 0;  ///< of them, those that had a playout
  double seconds = 0;
  double depth_sum = 0;            ///< of the searches' mean depths
  std::vector<double> overshoots;  ///< seconds beyond the limit, a move each; none without a limit

  Effort& operator+=(const Effort& other);

  /// Counts a move that took so long; a limit of 0 is none.
  void add_move(double move_seconds, double limit_seconds);

  /// The overshoot that so large a share of the moves stays within; 1 for the worst, 0 if none.
  [[nodiscard]] double overshoot(double share) const;
};

/// Seconds that the engine has for a move; 0 for one without a time limit, or that heeds none.
double time_limit(const EngineSettings& engine, const std::optional<Limits>& limits);

/// How an engine lost a game without the rules' help: on time, or as a foreign program.
struct LostByFault {
  Fault fault = Fault::kResigned;
  std::string words;  ///< one sentence
};

/// What the search of one move found.
struct FoundMoves {
  double value = 0;                             ///< of the best move, to the player who moves
  std::map<std::string, std::uint64_t> visits;  ///< of the moves, by their texts; no zeros

  bool operator==(const FoundMoves&) const = default;
};

/// One finished game.
struct GameRecord {
  std::uint64_t deal = 0;
  Seating seats;
  std::optional<BoardSetup> stones = {};  ///< of an opening that is a board
  std::vector<std::uint32_t> opening;     ///< moves that were drawn, or come from a file
  std::vector<std::uint32_t> moves;       ///< moves that the engines chose, and what chance did
  std::vector<double> move_seconds;       ///< one for each of them, 0 without a search
  /// Of each of them, if the match records visits; nothing without a search of ours.
  std::vector<std::optional<FoundMoves>> searches;
  std::vector<double> scores;               ///< of the seats, in the game's unit
  std::optional<LostByFault> lost;          ///< of the engine to move at the end
  bool adjudicated = false;                 ///< ended by the match's rule, not by the game's
  std::string node = {};                    ///< where it was played, in a run of several ranks
  std::array<Effort, kMostEngines> effort;  ///< of the engines

  /// The mean of the engine's seats; nothing without any.
  [[nodiscard]] std::optional<double> score(std::size_t engine) const;
  /// Of a match that has Elo: in half points, for A.
  [[nodiscard]] Points result_a() const;
};

/// What the seats scored, where the game is over or the player to move has lost it.
std::vector<double> scores_of(const AnyGame& position, bool lost);

/// Likewise of a game that is worth so much to the first of two players.
std::vector<double> scores_of(Points first);

/// The games of one opening and one stream of chance, in the order of seatings().
using Deal = std::vector<GameRecord>;

/// How a match used the machine, counting what was played in this run of the program.
struct CoreUse {
  int games_at_once = 0;
  int cores_a_game = 0;
  bool pinned = false;  ///< each game to cores of its own
  double wall_seconds = 0;
  double search_seconds = 0;  ///< within searches, over all games at once

  /// Share of the time of all games at once that was spent in searches; NaN where there were none.
  [[nodiscard]] double busy() const;
};

struct MatchResult {
  std::vector<Deal> deals;  ///< in order
  /// scores[engine][deal]: the mean of the games in which the engine sat.
  std::array<std::vector<double>, kMostEngines> scores;
  std::vector<double> even_shares;  ///< of each deal: what a seat scored on average
  Pentanomial pentanomial{};        ///< where the match has Elo
  std::array<std::uint64_t, 3> losses_draws_wins{};  ///< of A, likewise, indexed by half points
  std::array<Effort, kMostEngines> effort;           ///< of the engines
  std::optional<double> llr;
  Verdict verdict = Verdict::kContinue;
  bool decided = false;                   ///< a test ended it
  std::uint64_t opening_tries = 0;        ///< draws, over all deals
  std::uint64_t different_openings = 0;   ///< positions in which deals begin, each once
  std::uint64_t unbalanced_openings = 0;  ///< deals whose opening no draw of passed the filter
  CoreUse cores;
  bool interrupted = false;

  void add(const MatchOptions& options, const Deal& deal);

  [[nodiscard]] std::size_t games() const;
  /// What A scored above an even share, deal by deal.
  [[nodiscard]] std::vector<double> advantages() const;
  /// The mean over deals of what the engine scored above an even share, by Student's t.
  [[nodiscard]] Estimate over_even(std::size_t engine) const;
  /// The same of what one engine scored above another.
  [[nodiscard]] Estimate lead(std::size_t engine, std::size_t other) const;
};

/// What a match takes over from an earlier run of it, and hands on.
struct MatchMemory {
  std::vector<Deal> finished;  ///< not to be played again
  /// Called with each deal that was played, as it is finished, by one thread at a time.
  std::function<void(const Deal&)> keep = [](const Deal&) {};
  std::shared_ptr<Openings> openings;  ///< of the same game, rule and seed; else the match's own
};

/// How many games are played at once so that two running engines never share a core: the engines
/// of one game take turns, so it needs as many cores as the widest of them has threads. 1 where
/// even that has more threads than there are cores. Pinned engines would all take the same: one
/// game at a time.
int games_at_once(const std::vector<EngineSettings>& engines, int cores);

/// Plays the match. Each game has cores of its own, to which all threads of its engines keep. With
/// fixed iterations the games depend on the options alone (but for engines whose threads race for a
/// tree), however many are played at once and in however many runs. `progress` is called after each
/// deal, in order, by one thread at a time, with the result so far. A stop request ends the match;
/// whole deals finished by then are kept. Throws UsageError for a concurrency without the cores.
MatchResult play_match(const MatchOptions& options,
                       const std::function<void(const MatchResult&)>& progress,
                       const std::stop_token& stop, const MatchMemory& memory = {});

/// Plays on, from a result of the same match or an empty one, until there are so many deals, of
/// which an earlier run may have left more. `kept` is what play_match() takes, but for the deals
/// that are finished.
void play_on(MatchOptions options, std::uint64_t deals,
             const std::function<void(const MatchResult&)>& progress, const std::stop_token& stop,
             const MatchMemory& kept, MatchResult& result);

/// What foreign programs call themselves, by their engines' specs.
using ProgramNames = std::map<std::string, ProgramName>;

/// Throws UsageError or SystemLimit for what would be refused midway. The programs that were tried.
ProgramNames check_match(const MatchOptions& options);

/// The engine with no more memory than its part of what a container grants to so many.
EngineSettings within_container(EngineSettings engine, std::size_t engines);

/// The fields of `match --json`.
Json match_json(const MatchOptions& options, const MatchResult& result);

/// The per-move budget of the engines that have none of their own, in words.
Json budget_json(const MatchOptions& options);

/// The same for readers: "20,000 iterations a move", "a clock of 1m+1s, at most 5 s a move", "the
/// engines' own budgets".
std::string budget_text(const MatchOptions& options);

/// An engine's effort as part of that.
Json effort_json(const Effort& effort);

/// A sum over an engine's moves for each of them; 0 without moves.
double per_move(double sum, const Effort& effort);

double iterations_per_second(const Effort& effort);

/// One line of games.jsonl.
Json game_json(const MatchOptions& options, const GameRecord& game);

/// The game for other programs, of a game that SGF has.
std::string game_sgf(const MatchOptions& options, const GameRecord& game);

/// The game of such a line. Throws UsageError or Json::exception for one that is not of this match.
GameRecord read_game(const MatchOptions& options, const Json& json);

/// "-9.1 to +7.4 Elo", "> +27.7 Elo".
std::string elo_range_text(const Estimate& elo);

/// The match as people read it, several lines; the last says what to do.
std::string match_text(const MatchOptions& options, const MatchResult& result);

/// That last line.
std::string match_verdict(const MatchOptions& options, const MatchResult& result);

}  // namespace banyan::bench

// Openings: how the games of a pair begin.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "bench/match/opening_file.hpp"
#include "bench/pairs/drawn_openings.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The condition for keeping a drawn opening.
enum class OpeningFilter : std::uint8_t {
  kNone,    ///< the game goes on
  kSearch,  ///< a sequential search values it within `within` of even
  kSolver   ///< perfect play draws it, by the game's exact solver
};

/// How openings are drawn: `plies` uniformly random moves, 0 for none; or taken from a file.
struct OpeningRule {
  int plies = 0;
  OpeningFilter filter = OpeningFilter::kSearch;
  std::uint64_t iterations = kJudgingIterations;  ///< of the judging search
  double within = kEvenWithin;                    ///< distance of the value from 1/2
  std::optional<OpeningFile> file = {};

  [[nodiscard]] bool opens() const { return plies > 0 || file.has_value(); }
};

/// Reads "none", "random:plies=K,...", "file:path=FILE,..." (keys in openings.cpp), or the path of
/// a file, which has a '.' or '/' before any ':' and is read later. `default_plies` applies if K is
/// missing. Throws UsageError.
OpeningRule parse_openings(std::string_view text, int default_plies);

/// Writes "none", "random:plies=K" or "file:path=FILE", with the keys that differ from defaults.
std::string to_text(const OpeningRule& rule);

/// The same with a hash of a file's content: what determines the openings of a match.
std::string settings_text(const OpeningRule& rule);

/// One sentence, without full stop, about which openings are kept.
std::string filter_text(const OpeningRule& rule);

/// The openings of a match, one per pair of games: those of the file, or drawn ones. Thread-safe.
class Openings {
 public:
  static constexpr int kTries = DrawnOpenings::kTries;

  Openings(const GameChoice& game, const OpeningRule& rule, std::uint64_t seed);

  /// The opening of pair number `pair`. It depends only on game, rule and seed, not on threads or
  /// the order of calls. Throws UsageError if every try ends the game or, for kSolver, if there is
  /// no solver or no draw is a drawn position.
  Opening draw(std::uint64_t pair) { return *draw(pair, {}); }
  /// The same, but after a stop request soon nothing, unless it was drawn before. Threads that draw
  /// at the same time have the same token.
  std::optional<Opening> draw(std::uint64_t pair, const std::stop_token& stop);

  /// Adds an opening that was drawn before.
  void know(std::uint64_t pair, const Opening& opening);

 private:
  OpeningRule rule_;
  std::uint64_t seed_;
  DrawnOpenings drawn_;
};

/// A line of openings.jsonl for a drawn opening, and back. Throws UsageError for one that is not of
/// this game.
Json opening_json(const AnyGame& start, std::uint64_t pair, const Opening& opening);
std::pair<std::uint64_t, Opening> read_opening(const AnyGame& start, const Json& json);

}  // namespace banyan::bench

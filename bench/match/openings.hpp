// Openings: how a pair of match games begins.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/match/opening_file.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// What a drawn opening must pass to be kept.
enum class OpeningFilter : std::uint8_t {
  kNone,    ///< nothing but a game that goes on
  kSearch,  ///< a sequential search values it within `within` of even
  kSolver   ///< perfect play draws it, by the exact solver of the game
};

/// How openings are drawn: `plies` uniformly random moves, 0 for none; or out of a file.
struct OpeningRule {
  int plies = 0;
  OpeningFilter filter = OpeningFilter::kSearch;
  std::uint64_t iterations = 20'000;  ///< of the search that judges
  double within = 0.1;                ///< of the value 1/2
  std::optional<OpeningFile> file = {};

  [[nodiscard]] bool opens() const { return plies > 0 || file.has_value(); }
};

/// "none", "random:plies=K,...", "file:path=FILE,..." (keys in openings.cpp) or, with a '.' or a
/// '/' before any ':', the path of a file, which is yet to be read. `default_plies` where K is not
/// given. Throws UsageError.
OpeningRule parse_openings(std::string_view text, int default_plies);

/// "none", "random:plies=K" or "file:path=FILE" with the keys that are not at their defaults.
std::string to_text(const OpeningRule& rule);

/// The same with the content of a file, as a number: what decides the openings of a match.
std::string settings_text(const OpeningRule& rule);

/// One sentence without its full stop on which openings are kept.
std::string filter_text(const OpeningRule& rule);

/// The openings of a match, one for each pair of games, each drawn once and kept; different ones as
/// long as kTries draws find another that passes the filter. Thread-safe.
class Openings {
 public:
  static constexpr int kTries = 50;  ///< then the most even draw is taken

  Openings(const GameChoice& game, OpeningRule rule, std::uint64_t seed);

  /// What opens pair number `pair`: the same for the same game, rule and seed, whatever is drawn by
  /// how many threads in which order. Draws for the pairs before it too. Throws UsageError if
  /// every try ends the game or, for kSolver, if there is no solver or none of the draws is drawn.
  /// After a stop request it is soon back with anything.
  Opening draw(std::uint64_t pair, const std::stop_token& stop = {});

  /// Takes over an opening that was drawn before.
  void know(std::uint64_t pair, Opening opening);

 private:
  using Boards = std::set<std::string>;

  [[nodiscard]] Opening draw_with(AnyEngine& judge, std::uint64_t pair, const Boards& taken,
                                  const std::stop_token& stop);
  double imbalance(AnyEngine& judge, const AnyGame& position, const std::string& board,
                   const std::stop_token& stop);
  void settle(const std::stop_token& stop);
  std::unique_ptr<AnyEngine> take_judge();

  GameChoice game_;
  OpeningRule rule_;
  std::uint64_t seed_;

  std::mutex values_mutex_;  // guards what follows
  std::map<std::string, double> imbalances_;

  std::mutex mutex_;  // guards what follows; locked before the other
  std::condition_variable_any changed_;
  std::map<std::uint64_t, Opening> known_;  ///< that pairs have
  std::map<std::uint64_t, Opening> drawn_;  ///< that they have unless one before them has it
  std::set<std::uint64_t> under_way_;       ///< pairs that some thread draws for
  std::uint64_t settled_ = 0;               ///< all pairs before this one have theirs
  Boards taken_;                            ///< by those
  std::vector<std::unique_ptr<AnyEngine>> idle_judges_;
};

/// A line of openings.jsonl, of an opening that was drawn, and back. Throws UsageError for what is
/// none of this game.
Json opening_json(const AnyGame& start, std::uint64_t pair, const Opening& opening);
std::pair<std::uint64_t, Opening> read_opening(const AnyGame& start, const Json& json);

}  // namespace banyan::bench

// Deals that begin alike: whether playing them again tells anything. Pure functions.
//
// Players that draw anew in each game play independent games, also from one start. All of these
// count, even where two are the same by chance: likely games coincide more often, so a score
// without repeats would be that of the unlikely ones. Players that always do the same play one game
// from one start, and a second time tells nothing. Each start then counts once, by its first deal.
// Neither choice looks at results, so neither shifts the score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace banyan::bench {

/// What is known of the players of a match.
enum class Players : std::uint8_t {
  kDrawAnew,  ///< all get new random numbers for each game
  kUnknown    ///< some are foreign programs
};

/// The deals of a match, by their content.
class Repeats {
 public:
  /// Adds the next deal: a key of the position in which it began, and a key of each game.
  void add(std::uint64_t start, std::span<const std::uint64_t> games);

  /// Whether each start counts once. Players that draw anew may not use what they drew (an exact
  /// solver, a search guided by a network alone), but a single difference between deals of one
  /// start shows that they do. Foreign programs may draw or not, and time limits let even those
  /// vary that do not. They are taken to repeat themselves if more than half of all two deals with
  /// a common start are the same. That share is Simpson's index (1949). Its inverse, a number of
  /// equally likely deals per start, is then less than two.
  [[nodiscard]] bool once(Players players) const;

  /// Whether further deals would hardly count: each start counts once, and the last kInARow deals
  /// all repeated an earlier one.
  [[nodiscard]] bool ended(Players players) const { return once(players) && in_a_row_ >= kInARow; }

  /// Players that draw anew, and play the same deal half of the time, would be stopped by this in
  /// one match of a thousand.
  static constexpr std::uint64_t kInARow = 10;

  /// Whether no deal before that one had its start.
  [[nodiscard]] bool is_first(std::size_t deal) const { return is_first_.at(deal); }
  /// The deals at the end that repeated an earlier one.
  [[nodiscard]] std::uint64_t in_a_row() const { return in_a_row_; }
  [[nodiscard]] std::uint64_t starts() const { return starts_.size(); }
  [[nodiscard]] std::uint64_t different_games() const { return games_.size(); }

 private:
  struct Start {
    std::uint64_t deals = 0;
    std::map<std::uint64_t, std::uint64_t> by_content;
  };

  std::map<std::uint64_t, Start> starts_;
  std::set<std::uint64_t> games_;
  std::vector<bool> is_first_;
  std::uint64_t in_a_row_ = 0;
  std::uint64_t common_ = 0;  ///< choices of two deals with a common start
  std::uint64_t same_ = 0;    ///< of these, those with the same games
};

}  // namespace banyan::bench

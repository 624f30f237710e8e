// What a search returns, and how its final move is chosen.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game.hpp"

namespace banyan {

/// One move of the root: its visits and half points, for the player to move at the root. The types
/// hold the sum of many trees.
struct RootChild {
  std::uint32_t move = 0;
  std::uint64_t visits = 0;
  std::uint64_t points = 0;
  std::optional<double> value = std::nullopt;  ///< of games whose returns are not half points
  Points lowest = kLoss;  ///< the proven minimum for the player to move at the root
  Points highest = kWin;
  std::optional<float> prior = std::nullopt;   ///< of the policy, if the search has priors
  std::optional<double> score = std::nullopt;  ///< of Gumbel search, which compares moves by it

  /// The mean result, 0 loss to 1 win (or the value, if there is one); 0 without visits.
  [[nodiscard]] double mean() const {
    if (value) return *value;
    return visits == 0 ? 0 : static_cast<double>(points) / (2 * static_cast<double>(visits));
  }

  /// The same, but half a point (a draw) without visits.
  [[nodiscard]] double expected() const { return visits == 0 && !value ? 0.5 : mean(); }

  /// Adds another tree's statistics of the same move; values and scores are weighted by visits, and
  /// the first tree's prior stays.
  RootChild& operator+=(const RootChild& other);
};

/// Sorts moves into the order of SearchResult::children.
void sort_by_move(std::vector<RootChild>& children);

struct TreeShape {
  std::uint64_t nodes = 0;  ///< positions in the tree, the root included
  std::uint64_t bytes = 0;  ///< memory of their blocks, in whole chunks
  double mean_depth = 0;    ///< moves from the root to the leaf, mean over iterations
  std::uint64_t max_depth = 0;
};

/// The rule for the move that is played after the search (Chaslot et al. 2008, "final move
/// selection").
enum class FinalMove : std::uint8_t {
  kRobust,  ///< most visits; among equals the higher value, or score (Danihelka et al. 2022)
  kMax,     ///< highest mean value
  kLcb,     ///< highest lower bound: mean - z * standard error, z = 1.96
};

struct SearchResult {
  // Defined in one unit, since every strategy moves results.
  SearchResult();
  SearchResult(const SearchResult&);
  SearchResult(SearchResult&&) noexcept;
  SearchResult& operator=(const SearchResult&);
  SearchResult& operator=(SearchResult&&) noexcept;
  ~SearchResult();

  std::uint64_t iterations = 0;
  std::uint64_t playouts = 0;  ///< simulated games
  std::uint64_t finished = 0;  ///< visits without a playout: the game was over, or proven
  double seconds = 0;
  std::uint32_t best_move = 0;
  double value = 0;  ///< expected result of best_move for the side to move, 0 loss to 1 win, or
                     ///< in the game's own unit
  std::vector<double> values = {};                 ///< per player, in games that are not for two
  std::vector<std::uint32_t> principal_variation;  ///< begins with best_move
  std::vector<RootChild> children;                 ///< in order of move
  std::optional<Points> proven;                    ///< the value of the root, if it is known
  TreeShape tree;
  std::map<std::string, std::uint64_t> counters;

  /// Sets one of the counters.
  void count(const char* name, std::uint64_t number);

  /// The unit of a playout budget: every visit, with or without a playout.
  [[nodiscard]] std::uint64_t visits() const { return playouts + finished; }
  /// The same, summed over the moves.
  [[nodiscard]] std::uint64_t root_visits() const;
};

/// Whether another move is proven to be at least as good as children[i] and may be better.
bool is_dominated(const std::vector<RootChild>& children, std::size_t i);

/// What the children prove for the player to move; nothing while several values are possible.
std::optional<Points> proven_value(const std::vector<RootChild>& children);

/// The index in `children` (not empty) of the move to play, which no other move dominates. Moves
/// without visits are chosen only if there are no others.
std::size_t choose_final(const std::vector<RootChild>& children, FinalMove rule);

}  // namespace banyan

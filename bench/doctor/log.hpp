// The log of a watched search (docs/doctor.md), read and checked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"

namespace banyan::bench::doctor {

inline constexpr std::uint32_t kNoState = ~std::uint32_t{0};

/// A position on a line of play. Moves are indices of WatchedLog::words.
struct WatchedState {
  std::uint32_t parent = kNoState;
  std::uint32_t move = 0;         ///< that led here
  std::uint32_t first_legal = 0;  ///< in WatchedLog::legal
  std::uint32_t legal = 0;        ///< how many; 0 where the search did not ask
  Player turn = 0;
  bool over = false;
  bool lost = false;  ///< played on from the end of an iteration
};

/// A result that the search asked for, and the states on the way to it, root and end included.
struct WatchedIteration {
  std::uint64_t line = 0;
  std::uint32_t first_state = 0;  ///< in WatchedLog::paths
  std::uint32_t states = 0;
  float first = 0;         ///< player 0's result, 0 to 1
  std::uint32_t from = 0;  ///< depth of the first state that this iteration made
  bool over = false;
};

struct WatchedSearch {
  std::uint32_t root = 0;
  std::optional<std::uint64_t> asked;  ///< iterations
  std::vector<WatchedIteration> iterations;
  std::uint64_t lost = 0;  ///< further iterations, which did not go back to the root
  std::uint64_t root_plays = 0;
  std::uint64_t elsewhere = 0;  ///< results of positions that are not below the root
  /// Moves played after the end of the game, and the first one's line and iteration.
  std::uint64_t plays_after_end = 0;
  std::uint64_t plays_after_result = 0;  ///< those from where a result was asked for
  std::uint64_t line_after_end = 0;
  std::uint64_t iteration_after_end = 0;
};

struct WatchedLog {
  std::string game;
  bool says_over = false;          ///< whether it tells of any end of a game
  std::vector<std::string> words;  ///< texts of moves
  std::vector<WatchedState> states;
  std::vector<std::uint32_t> legal;
  std::vector<std::uint32_t> paths;
  std::vector<WatchedSearch> searches;

  [[nodiscard]] std::span<const std::uint32_t> path(const WatchedIteration& iteration) const {
    return std::span(paths).subspan(iteration.first_state, iteration.states);
  }
  [[nodiscard]] std::span<const std::uint32_t> legal_of(const WatchedState& state) const {
    return std::span(legal).subspan(state.first_legal, state.legal);
  }
};

/// Throws UsageError with the number of the line.
WatchedLog read_watched_log(std::string_view text);

}  // namespace banyan::bench::doctor

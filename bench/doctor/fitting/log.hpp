// The log of a watched search (docs/doctor.md), read and checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"

namespace banyan::bench::doctor {

inline constexpr std::uint32_t kNoState = ~std::uint32_t{0};
inline constexpr int kMostPlayers = 8;

/// One number per player.
using Values = std::array<float, kMostPlayers>;

/// A position on a line of play. Moves are indices of WatchedLog::words.
struct WatchedState {
  std::uint64_t line = 0;  ///< of the play that led here
  std::uint32_t parent = kNoState;
  std::uint32_t move = 0;                ///< that led here
  std::uint32_t first_legal = 0;         ///< in WatchedLog::legal
  std::uint32_t legal = 0;               ///< how many; 0 where the search did not ask
  std::uint32_t first_prior = kNoState;  ///< in WatchedLog::priors, as many as moves; or none
  std::uint32_t thread = 0;              ///< that played the move
  Player turn = 0;                       ///< or kChance
  bool over = false;
  bool lost = false;  ///< played on from the end of an iteration
  bool used = false;  ///< on the way to a result
};

/// A result that the search asked for, and the states on the way to it, root and end included.
struct WatchedIteration {
  std::uint64_t line = 0;
  std::uint32_t first_state = 0;  ///< in WatchedLog::paths
  std::uint32_t states = 0;
  std::uint32_t from = 0;  ///< depth of the first state that was on no way before
  std::uint32_t thread = 0;
  Values results{};  ///< 0 to 1 in games of two players
  bool over = false;

  // Of several playouts from one leaf, which bench/doctor/fitting/reading.hpp joins:
  std::uint32_t playouts = 1;
  std::uint32_t repeats = 0;      ///< playouts that are the one before again
  std::uint32_t leaf = kNoState;  ///< its depth, if that is known
  Values last{};                  ///< the last one's results; `results` are means
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
  int players = 2;
  std::uint32_t threads = 1;  ///< that wrote something
  std::optional<std::uint64_t> threads_asked;
  bool says_over = false;  ///< whether it tells of any end of a game
  bool has_chance = false;
  bool has_priors = false;         ///< of moves of players
  std::vector<std::string> words;  ///< texts of moves
  std::vector<WatchedState> states;
  std::vector<std::uint32_t> legal;
  std::vector<float> priors;
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

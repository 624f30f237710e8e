// Ends games early if the engines' searches agree on the result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"
#include "core/game/game.hpp"
#include "core/result/result.hpp"

namespace banyan::bench {

/// When a match ends a game early; by default never.
struct Adjudication {
  enum class By : std::uint8_t { kRules, kProof, kValue };
  By by = By::kRules;
  double within = 0.05;  ///< kValue: largest distance of values from a win or a loss
  int moves = 3;         ///< kValue: of each engine in a row
};

/// Reads "none", "proof" or "value:within=W,moves=N". Throws UsageError.
Adjudication parse_adjudication(std::string_view text);

/// Writes it back, with the keys that are not at their defaults.
std::string to_text(const Adjudication& rule);

/// Throws UsageError for engines whose searches do not provide what the rule needs.
void check_adjudication(const Adjudication& rule, const std::vector<EngineSettings>& engines);

/// Watches the searches of one two-player game.
class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rule) : rule_(rule) {}

  /// The game's result for the first player, if the game is to end after the move that this search
  /// chose for `mover`.
  std::optional<Points> after(Player mover, const SearchResult& found);

 private:
  Adjudication rule_;
  Points winning_ = kDraw;            ///< the result that the last values were near
  std::array<int, 2> in_a_row_ = {};  ///< consecutive searches of each player that agreed
};

}  // namespace banyan::bench

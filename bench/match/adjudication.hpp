// Ending games before their rules do, where the engines' searches say how they end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"
#include "core/rules/game.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// When a match ends a game early; by default never.
struct Adjudication {
  enum class By : std::uint8_t { kRules, kProof, kValue };
  By by = By::kRules;
  double within = 0.05;  ///< kValue: how far from a win, or from a loss, values may be
  int moves = 3;         ///< kValue: of each engine in a row
};

/// "none", "proof" or "value:within=W,moves=N". Throws UsageError.
Adjudication parse_adjudication(std::string_view text);

/// The text of it, with the keys that are not at their defaults.
std::string to_text(const Adjudication& rule);

/// Throws UsageError for engines whose searches do not say what the rule asks for.
void check_adjudication(const Adjudication& rule, const std::vector<EngineSettings>& engines);

/// Watches the searches of one game of two players.
class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rule) : rule_(rule) {}

  /// What the game is worth to the first player, if it is to end after the move that this search
  /// chose for `mover`.
  std::optional<Points> after(Player mover, const SearchResult& found);

 private:
  std::optional<Points> agreed(Player mover, double value);

  Adjudication rule_;
  Points winning_ = kDraw;            ///< the result that values were near last
  std::array<int, 2> in_a_row_ = {};  ///< searches of each player that said so
};

}  // namespace banyan::bench

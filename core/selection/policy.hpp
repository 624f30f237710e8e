// Search policies: how a policy search differs from plain UCT.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/selection/rules/rules.hpp"
#include "core/selection/widening.hpp"

namespace banyan {

enum class PlayoutRule : std::uint8_t {
  kUniform,   ///< every legal move is equally likely
  kDecisive,  ///< a win is taken, the opponent's is blocked (Teytaud, Teytaud 2010)
  kHeavy,     ///< the game's own heuristic
  kMast,      ///< by each move's mean result (Finnsson, Bjornsson 2008)
  kNst,       ///< by the mean results of sequences of moves (Tak, Winands, Bjornsson 2012)
  kLgrf,      ///< replies that last won (Baier, Drake 2010)
};

/// The weight of a child's AMAF mean, with n visits and m AMAF results of the child and the
/// equivalence parameter K.
enum class AmafSchedule : std::uint8_t {
  kSqrt,  ///< sqrt(K / (3 n + K)) (Gelly, Silver 2007, where n are the visits of the node itself)
  kMse,   ///< m / (n + m + n m / K): minimises squared error if AMAF has bias 1 / (2 sqrt K)
          ///< (Silver 2009; Gelly, Silver 2011)
};

/// What a tree shares among the moves that lead to one position (transpositions; Childs, Brodeur,
/// Kocsis 2008). With either rule the tree is a graph: a position reached again takes the children
/// that it already has.
enum class Transpositions : std::uint8_t {
  kNone,  ///< nothing: each sequence of moves leads to its own position
  kUct1,  ///< statistics of the moves from there; each move that leads there is chosen
          ///< by its own results
  kUct2,  ///< also the mean over all results of the position, but not the visits
};

/// How a node gets its value. All but the mean are only for games of chance and of many players.
enum class Backup : std::uint8_t {
  kMean,    ///< the mean of its returns: UCT (Kocsis and Szepesvari 2006)
  kMax,     ///< the value of its best child; at chance nodes the mean over outcomes:
            ///< MaxUCT (Keller and Helmert 2013), "max" of Coulom (2006)
  kRobust,  ///< likewise, of its most visited child: "robust max" of Coulom (2006)
  kSoft,    ///< the soft maximum of its children for the player to choose, for others the mean by
            ///< the soft policy: MENTS (core/selection/rules/ments.hpp)
};

/// The options of a policy search; the defaults give plain UCT. Values and draws go from 0 (loss)
/// to 1 (win).
struct PolicyOptions {
  SelectionRule select = SelectionRule::kUcb1;
  /// Whether the rule chooses among all children from the first visit on. If not, each is tried
  /// once, in random order, first.
  bool all_children = false;
  /// With all children, the value of an untried one (first-play urgency; Gelly, Wang 2006). Without
  /// a number, it counts as tried once with the mean of the tried ones.
  std::optional<double> first_play;
  /// Which children of a player's node the rule chooses among: the first ones, in random order or
  /// by falling priors. Moves of proven value do not count.
  Widening widening;
  /// How many different outcomes a chance node draws; then one of these, by its visits (Couetoux et
  /// al. 2011, "double progressive widening").
  Widening chance_widening;
  bool symmetric = false;  ///< the exploration constant is meant for results from -1 to 1
  /// The value of a draw to the player to move at the root, 0 to 1; the opponent gets the rest of
  /// 1.
  double draw = 0.5;

  bool game_priors = false;  ///< priors are the game's; else all children have the same

  /// If above 0, each leaf first waits this long for a simulated device, in a batch of at most
  /// `batch` (parallel/strategies/simulated_evaluator.hpp).
  std::chrono::nanoseconds latency{0};
  std::uint32_t batch = 8;

  double noise = 0;  ///< share of Dirichlet noise in the priors of the root, 0 to 1
  double alpha = 0;  ///< its concentration; 0: 10 / moves (about that of Silver et al. 2017, 2018)

  /// If above 0, at most this many children of the root take part in a Gumbel search
  /// (core/selection/root/gumbel.hpp). For PUCT with a known budget, without noise or reuse.
  std::uint32_t gumbel = 0;
  double gumbel_scale = 1;  ///< of the Gumbel variables; 0 for playing at full strength

  Backup backup = Backup::kMean;
  double softness = 0.1;           ///< tau of MENTS, at least 0: of values scaled as for UCB1
  std::optional<double> discount;  ///< for games with rewards, instead of the game's own

  bool solver = false;  ///< proven results are kept, passed up and used; core/tree/proof.hpp

  PlayoutRule playout = PlayoutRule::kUniform;
  double epsilon = 0;     ///< probability of a uniform move in other playouts
  double tau = 0;         ///< MAST and NST draw moves by exp(mean / tau); 0: the best one
  bool decisive = false;  ///< before MAST, NST and LGRF: a win is taken, the opponent's is blocked
  std::uint32_t cap = 0;  ///< moves after which a playout counts as a draw; 0: none

  double rave = 0;  ///< the equivalence parameter K of AMAF; 0: no AMAF
  AmafSchedule schedule = AmafSchedule::kSqrt;
  std::uint32_t grave = 0;  ///< visits from which a node's AMAF results also serve the nodes below
                            ///< (Cazenave 2015); 0: each node uses its own

  /// Not with SearchOptions::reuse; core/tree/policy/transpositions.hpp.
  Transpositions transpositions = Transpositions::kNone;

  [[nodiscard]] bool uses_amaf() const { return rave > 0; }
  /// Whether playouts learn from one another (core/playout/learned_moves.hpp).
  [[nodiscard]] bool learns() const {
    return playout == PlayoutRule::kMast || playout == PlayoutRule::kNst ||
           playout == PlayoutRule::kLgrf;
  }
  /// The exploration constant for results from 0 to 1.
  [[nodiscard]] float constant(double exploration) const {
    return static_cast<float>(symmetric ? exploration / 2 : exploration);
  }
  [[nodiscard]] RuleNeeds needs() const { return needs_of(select); }
  [[nodiscard]] bool uses_priors() const { return needs().priors; }
  /// Whether all moves of a position have the same prior, unless an evaluator says otherwise.
  [[nodiscard]] bool has_equal_priors() const { return !game_priors && noise == 0 && gumbel == 0; }
  [[nodiscard]] bool is_graph() const { return transpositions != Transpositions::kNone; }
  /// Whether the number of draws among a child's results matters.
  [[nodiscard]] bool counts_draws() const { return needs().draws || draw != 0.5; }

  friend bool operator==(const PolicyOptions&, const PolicyOptions&) = default;
};

}  // namespace banyan

// Search policies: what a policy search does otherwise than plain UCT.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace banyan {

/// The rule by which a descent chooses among the children of a node; core/policies/policy_rule.hpp.
enum class SelectionRule : std::uint8_t {
  kUcb1,   ///< Auer, Cesa-Bianchi, Fischer (2002)
  kTuned,  ///< UCB1-Tuned: exploration by the variance of the results (the same)
  kPuct,   ///< exploration by prior probabilities (Rosin 2011; Silver et al. 2017)
};

enum class PlayoutRule : std::uint8_t {
  kUniform,   ///< every legal move is equally likely
  kDecisive,  ///< a win is taken, the opponent's is blocked (Teytaud, Teytaud 2010)
  kHeavy,     ///< what the game knows of good moves
};

/// How much the AMAF mean weighs among n visits, when m results of that kind are known and K is the
/// equivalence parameter.
enum class AmafSchedule : std::uint8_t {
  kSqrt,  ///< sqrt(K / (3 n + K)) (Gelly, Silver 2007)
  kMse,   ///< m / (n + m + n m / K): least squared error for a bias of AMAF of 1 / (2 sqrt K)
          ///< (Silver 2009; Gelly, Silver 2011)
};

/// What a tree shares among the moves that lead to one position (transpositions; Childs, Brodeur,
/// Kocsis 2008). With either the tree is a graph: a position that is reached again gets no children
/// of its own but those it has.
enum class Transpositions : std::uint8_t {
  kNone,  ///< nothing: the position is another one for each sequence of moves that leads to it
  kUct1,  ///< what is known of the moves from there; the move that leads there is chosen by what it
          ///< brought itself
  kUct2,  ///< that too: its mean is of all results of the position, its visits are its own
};

/// What a node is worth to the one who chooses it; but for the mean in games of chance and of many
/// players alone.
enum class Backup : std::uint8_t {
  kMean,    ///< the mean of its returns: UCT (Kocsis and Szepesvari 2006)
  kMax,     ///< what its best child is worth, and the mean of the outcomes where chance decides:
            ///< MaxUCT (Keller and Helmert 2013), "max" of Coulom (2006)
  kRobust,  ///< likewise by its most visited child: "robust max" of Coulom (2006)
};

/// What is to be different; as it stands, nothing is: plain UCT.
/// Values and draws are seen as 0 loss to 1 win.
struct PolicyOptions {
  SelectionRule select = SelectionRule::kUcb1;
  /// Whether the rule chooses among all children from the first visit on. Otherwise each is tried
  /// once, in random order, before it does.
  bool all_children = false;
  /// With all children, the value of an untried one (first-play urgency; Gelly, Wang 2006); without
  /// a number it is taken as if tried once with the mean of those that were.
  std::optional<double> first_play;
  bool symmetric = false;  ///< the exploration constant is meant for results from -1 to 1
  /// What a draw is worth to the player to move at the root, 0 to 1; to the other the rest of 1.
  double draw = 0.5;

  bool game_priors = false;  ///< priors are the game's; else all children have the same

  /// Above 0, each leaf first waits so long for a simulated device, with others in a batch of at
  /// most so many; parallel/strategies/simulated_evaluator.hpp.
  std::chrono::nanoseconds latency{0};
  std::uint32_t batch = 8;

  double noise = 0;  ///< share of Dirichlet noise in the priors of the root, 0 to 1
  double alpha = 0;  ///< its concentration; 0: 10 / moves (Silver et al. 2017 and 2018, roughly)

  /// Above 0, so many of the root's children at most take part in a Gumbel search, of a number of
  /// iterations that is known; core/policies/root/gumbel.hpp. For PUCT without noise or reuse.
  std::uint32_t gumbel = 0;
  double gumbel_scale = 1;  ///< of the Gumbel variables; 0 for playing at full strength

  Backup backup = Backup::kMean;
  std::optional<double> discount;  ///< of games with rewards, instead of the game's own

  bool solver = false;  ///< proven results are kept, passed up and used; core/trees/proof.hpp

  PlayoutRule playout = PlayoutRule::kUniform;
  double epsilon = 0;     ///< probability of a uniform move in other playouts
  std::uint32_t cap = 0;  ///< moves after which a playout counts as a draw; 0: none

  double rave = 0;  ///< the equivalence parameter K of AMAF; 0: no AMAF
  AmafSchedule schedule = AmafSchedule::kSqrt;
  std::uint32_t grave = 0;  ///< visits from which a node's AMAF results serve those below (Cazenave
                            ///< 2015); 0: each node its own

  /// Not with reuse; core/policies/transpositions.hpp.
  Transpositions transpositions = Transpositions::kNone;

  bool reuse = false;  ///< what the last search found below this position is kept

  [[nodiscard]] bool uses_amaf() const { return rave > 0; }
  [[nodiscard]] bool uses_priors() const { return select == SelectionRule::kPuct; }
  [[nodiscard]] bool is_graph() const { return transpositions != Transpositions::kNone; }
  /// Whether it matters how many of a child's results are draws.
  [[nodiscard]] bool counts_draws() const { return select == SelectionRule::kTuned || draw != 0.5; }

  friend bool operator==(const PolicyOptions&, const PolicyOptions&) = default;
};

}  // namespace banyan

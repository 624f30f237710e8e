// Which search policies go together, and with which games.
#include "bench/engines/policy_checks.hpp"

#include <fmt/format.h>

#include <string>

#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {

void check_policy(const EngineSettings& engine) {
  if (!engine.policy) return;
  refuse_unfit_keys(engine, kPolicies | kGeneral);  // which of them, the game decides
  const PolicyOptions& policy = *engine.policy;
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("engine {}: {}", engine.given.name, why));
  };
  const bool shares = engine.kind == EngineKind::kTree || engine.kind == EngineKind::kHybrid;
  if (shares && engine.lock != TreeLock::kFree) {
    refuse("search policies have trees without locks: leave lock= out or give lock=free.");
  }
  if (engine.kind == EngineKind::kLeaf && engine.threads > 1) {
    refuse("with search policies one thread plays all playouts of a leaf: give threads=1.");
  }
  const bool by_priors = policy.select == SelectionRule::kPuct;
  if (by_priors && !policy.all_children) {
    refuse("select=puct chooses among all children: leave children= out or give children=all.");
  }
  if (policy.first_play && !policy.all_children) {
    refuse("fpu= is a value of untried children: leave children= out or give children=all.");
  }
  if (policy.is_graph() && policy.reuse) {
    refuse("with tt= a tree is a graph, which reuse=on cannot cut: leave one of them out.");
  }
  if (!by_priors && policy.noise > 0) {
    refuse("noise= is for priors: leave select= out or give select=puct.");
  }
  if (!by_priors && policy.game_priors) {
    refuse("priors=game is for puct: leave select= out or give select=puct.");
  }
  if (policy.playout == PlayoutRule::kUniform && policy.epsilon > 0) {
    refuse(
        "epsilon= is for playouts that are not uniform: give playout=decisive or playout=heavy.");
  }
}

void check_knowledge(const PolicyOptions& policy, const Knowledge& known) {
  if (policy.rave > 0 && !known.numbered_moves) {
    throw UsageError(
        "rave= and grave= are for games whose moves are numbered on the board: give tic_tac_toe, "
        "ultimate_tic_tac_toe, connect_four, hex, othello, breakthrough, gomoku, go or rolit.");
  }
  if (policy.playout == PlayoutRule::kHeavy && !known.heavy_playouts) {
    throw UsageError(
        "playout=heavy needs a game that knows good moves: give connect_four, hex or gomoku, or "
        "playout=decisive.");
  }
  if (policy.game_priors && !known.priors) {
    throw UsageError(
        "priors=game needs a game that weighs moves: give connect_four, gomoku or sailing, or "
        "priors=uniform.");
  }
  if (policy.game_estimate && !known.estimate) {
    throw UsageError(
        "eval=game needs a game that estimates positions: give connect_four, or eval=playout.");
  }
  if (policy.is_graph() && !known.position_keys) {
    throw UsageError(
        "tt= needs a game that knows its positions by a key: give tic_tac_toe, "
        "ultimate_tic_tac_toe, connect_four, hex, othello, breakthrough, gomoku, rolit, nim or "
        "2048, or tt=off.");
  }
}

}  // namespace banyan::bench

// A game's place in the program: its positions and all engines over them, behind AnyGame. Each
// game includes this in one translation unit of its own, which so compiles all its engines.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "bench/engines/all.hpp"
#include "bench/engines/hidden.hpp"
#include "bench/engines/keys/tuned_constants.hpp"
#include "bench/games/adapters/knowledge.hpp"
#include "bench/networks/networks.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/registry/asked_tree.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/registry/run_time.hpp"
#include "bench/registry/tempered_engine.hpp"
#include "core/game/game_text.hpp"
#include "core/run_time/game_table.hpp"
#include "games/oracle/oracle.hpp"

namespace banyan::bench {

/// An engine for positions of game G with the search policies that the settings have; of those of
/// studies, one of `Engines`. Throws UsageError for one that the game has nothing for. Compiled
/// apart from the plain ones, in bench/games/instantiations/, so that these are inlined as if there
/// were no others.
template <class G, unsigned Engines>
std::unique_ptr<AnyEngine> make_policy_engine(const EngineSettings& settings);

/// One that proves results in the trees of plain search: EngineSettings::fits_fast_trees().
template <class G>
std::unique_ptr<AnyEngine> make_proving_engine(const EngineSettings& settings);

/// A tree over a position of PositionOf<G> whose leaves are evaluated elsewhere
/// (bench/games/adapters/asked_tree_of.hpp); of games known at run time alone.
template <class G>
std::unique_ptr<AnyAskedTree> make_asked_tree_of(const AnyGame& position,
                                                 const EngineSettings& settings,
                                                 const StreamKey& key);

/// A position of game G. `Engines` are those of studies that it has (bench/registry/matrix.hpp),
/// `Textbook` is the state that `naive` searches with, `Solver` the oracle
/// (games/oracle/oracle.hpp) that `solver` asks; or there is none of these.
template <TextGame G, unsigned Engines, class Textbook = void, class Solver = oracle::NoOracle>
class GameOf final : public PositionOf<G> {
 public:
  static constexpr unsigned kStudied = Engines;
  using Rules = G;
  using Twin = Textbook;
  using Oracle = Solver;
  using PositionOf<G>::PositionOf;

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<GameOf>(*this);
  }

  [[nodiscard]] std::optional<double> lead() const override {
    if constexpr (requires { position_.twice_lead(); }) {
      return position_.twice_lead() / 2.0;
    } else if constexpr (requires { position_.discs(0); }) {
      return position_.discs(0) - position_.discs(1);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] bool solvable() const override {
    if constexpr (oracle::Oracle<Solver, G>) {
      return Solver::knows(position_);
    } else {
      return false;
    }
  }
  [[nodiscard]] unsigned studied_engines() const override { return Engines; }
  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& of) const override {
    const EngineSettings s = with_tuned_constant(*this, of);
    need_studied(s, Engines, this->spec());
    if ((needed(s) & ~Engines) != 0) return make_run_time_engine(*this, s);
    return with_temperature(make(s), s.temperature);
  }
  [[nodiscard]] std::unique_ptr<AnyAskedTree> make_asked_tree(const EngineSettings& s,
                                                              const StreamKey& key) const override {
    if constexpr (kAtRunTime) {
      check_knowledge(s, *s.policy, knowledge_of(position_));
      return make_asked_tree_of<G>(*this, s, key);
    } else {
      return make_run_time_asked_tree(*this, s, key);
    }
  }

 private:
  /// What the game must have of Studied to make it without its table.
  [[nodiscard]] static unsigned needed(const EngineSettings& s) {
    const unsigned which = studied(s) | compiled(s.kind);
    if (s.fits_fast_trees()) return which | (s.policy->solver ? kProvingEngines : 0U);
    return which | (s.uses_policy() && !has_spread_tree(s) ? kPolicyEngines : 0U);
  }
  [[nodiscard]] std::unique_ptr<AnyEngine> make(const EngineSettings& s) const {
    if (s.fits_fast_trees()) {
      refuse_unfit_keys(s, kPolicies | kFast);
      if constexpr ((Engines & kProvingEngines) != 0) {
        if (s.policy->solver) return make_proving_engine<G>(s);
      }
      return make_plain(s);
    }
    refuse_unfit_keys(s, s.uses_policy() ? kPolicies : kPlain);
    if (s.uses_policy()) check_knowledge(s, *s.policy, knowledge_of(position_));
    if (!s.uses_policy() || has_spread_tree(s)) return make_plain(s);
    if constexpr ((Engines & kPolicyEngines) != 0) {
      return make_policy_engine<G, Engines>(with_network(*this, s));
    }
    return nullptr;  // see needed()
  }
  [[nodiscard]] std::unique_ptr<AnyEngine> make_plain(const EngineSettings& s) const {
    if (is_opponent(s.kind)) return make_opponent(*this, s);
    if (for_hidden_games(s.kind)) throw UsageError(needs_hidden_game(s));
    return make_one_of(ClassicEngines(), *this, s);
  }

  using PositionOf<G>::kAtRunTime;
  using PositionOf<G>::position_;
};

/// The start of such a game, with engines, textbook and solver as of GameOf.
template <unsigned Engines, class Textbook = void, class Solver = oracle::NoOracle, class G>
std::unique_ptr<AnyGame> start_game(const G& position) {
  return std::make_unique<GameOf<G, Engines, Textbook, Solver>>(position);
}

}  // namespace banyan::bench

// The engines with search policies of games with many moves.
#include "bench/games/instantiations/policies.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::bench {

using Engine = std::unique_ptr<AnyEngine>;

template Engine make_policy_engine<Hex<11>, engines_for("hex up to 11x11")>(const EngineSettings&);
template Engine make_policy_engine<Hex<14>, engines_for("hex above 11x11")>(const EngineSettings&);
template Engine make_policy_engine<Gomoku<15>, engines_for("gomoku up to 15x15")>(
    const EngineSettings&);
template Engine make_policy_engine<Gomoku<19>, engines_for("gomoku above 15x15")>(
    const EngineSettings&);
template Engine make_policy_engine<Go<9>, engines_for("go up to 9x9")>(const EngineSettings&);
template Engine make_policy_engine<Go<19>, engines_for("go above 9x9")>(const EngineSettings&);
template Engine make_policy_engine<LargePGame, engines_for("p_game above branching=16")>(
    const EngineSettings&);

}  // namespace banyan::bench

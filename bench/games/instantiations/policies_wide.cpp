// The engines with search policies of games with many moves.
#include "bench/games/instantiations/policies.hpp"
#include "games/go/go.hpp"
#include "games/hex/hex.hpp"

namespace banyan::bench {

using Engine = std::unique_ptr<AnyEngine>;

template Engine make_policy_engine<Hex<11>, engines_for("hex up to 11x11")>(const EngineSettings&);
template Engine make_policy_engine<Go<9>, engines_for("go up to 9x9")>(const EngineSettings&);

}  // namespace banyan::bench

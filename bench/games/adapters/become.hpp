// Shows a position of a game whose type is known where it is not.
#pragma once

#include "bench/registry/engine_of.hpp"

namespace banyan::bench {

/// Makes `any`, of the same game, another position, of which moves() says nothing.
template <class G>
void become(AnyGame& any, const G& position) {
  if constexpr (requires { position.table(); }) {
    any.put_tabled(position.position());
  } else {
    dynamic_cast<PositionOf<G>&>(any).put(position);
  }
}

}  // namespace banyan::bench

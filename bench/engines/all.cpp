// The entries of all these engines.
#include "bench/engines/all.hpp"

#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {
namespace {

template <class... Engines>
std::vector<EngineEntry> entries_of(EngineList<Engines...> /*engines*/) {
  return {Engines::entry()...};
}

}  // namespace

std::vector<EngineEntry> classic_entries() { return entries_of(ClassicEngines()); }

}  // namespace banyan::bench
